// The pages in a browser, from disk: every page and link, what runs on them, and how they look small, dark and printed.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));
const site = process.env.SITE ?? `${root}site`;
const at = page => pathToFileURL(`${site}/${page}`).href;
const pages = readdirSync(site, { recursive: true }).filter(name => name.endsWith(".html")).sort();
const PHONE = { width: 360, height: 740 };
let browser;
before(async () => { browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] }); });
after(() => browser?.close());

// A page with all that it complains of, and every address that it asks for outside of the disk.
const open = async (name, options = {}) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const wrong = [];
  page.on("console", message => wrong.push(message.text()));
  page.on("pageerror", error => wrong.push(error.message));
  page.on("request", request => { if (!/^(file|blob|data):/.test(request.url())) wrong.push(request.url()); });
  // A picture that was still being read when the page was left is no fault.
  page.on("requestfailed", request => { if (request.failure().errorText !== "net::ERR_ABORTED") wrong.push(`${request.url()} failed`); });
  await page.goto(at(name));
  return { page, wrong, close: () => context.close() };
};
const said = (page, id, text) => page.waitForFunction(([id, text]) => document.getElementById(id).textContent.match(text), [id, text], { timeout: 60_000 });

test("every page is silent, asks no network and has links that lead somewhere", async () => {
  assert.ok(pages.length > 60, `${pages.length} pages`);
  const { page, wrong, close } = await open("index.html");
  const sets = new Map(["sets.html", "pieces.html"].map(name => [name, new Set([...readFileSync(`${site}/${name}`, "utf8").matchAll(/<details id="([^"]+)"/g)].map(found => found[1]))]));
  for (const name of pages) {
    await page.goto(at(name));
    const links = await page.$$eval("[href],[src]", all => all.map(link => new URL(link.getAttribute("href") ?? link.getAttribute("src"), document.baseURI).href));
    for (const link of links.filter(link => link.startsWith("file:"))) {
      const [file, line] = link.split("#");
      assert.doesNotThrow(() => readFileSync(fileURLToPath(file)), `${name}: ${link}`);
      const known = sets.get(file.split("/").pop());
      if (known && line && line !== "main") assert.ok(known.has(decodeURIComponent(line)), `${name}: ${link}`);
    }
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("no page scrolls sideways on a phone", async () => {
  const { page, close } = await open("index.html", { viewport: PHONE });
  for (const name of pages) {
    await page.goto(at(name));
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${name}: ${content} > ${window}`);
  }
  await close();
});

test("pages are dark where that is asked for, and printed without what is only clicked", async () => {
  const { page, close } = await open("index.html", { colorScheme: "dark" });
  const light = text => text.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  const colours = await page.evaluate(() => { const { backgroundColor, color } = getComputedStyle(document.body); return [backgroundColor, color]; });
  assert.ok(light(colours[0]) < 200 && light(colours[1]) > 500, colours.join());
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  assert.equal(await page.isVisible("header nav"), false);
  assert.equal(await page.isVisible("h1"), true);
  await close();
});

test("the front page is there in half a second", async () => {
  const { page, close } = await open("index.html");
  const times = [];
  for (let run = 0; run < 5; run++) {
    await page.reload();
    times.push(await page.evaluate(() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd));
  }
  assert.ok(Math.min(...times) < 500, times.join());
  assert.ok(readFileSync(`${site}/index.html`).length < 300_000);
  await close();
});

test("a certificate is accepted and a forged one refused", async () => {
  const { page, wrong, close } = await open("check.html");
  const good = `${root}proofs/certificates/zwick/jenka-every-5.cert`, folder = mkdtempSync(`${tmpdir()}/forged-`);
  const text = readFileSync(good, "utf8"), lines = text.split("\n");
  writeFileSync(`${folder}/forged.cert`, lines.toSpliced(Math.floor(lines.length / 2), 1).join("\n"));
  await page.setInputFiles("#file", good);
  await said(page, "checked", "Accepted jenka-every-5.cert");
  await said(page, "checked", "first player wins if and only if");
  await page.setInputFiles("#file", `${folder}/forged.cert`);
  await said(page, "checked", "Refused forged.cert");
  assert.deepEqual(wrong, []);
  await close();
});

test("the button beside a certificate checks it, on the list and on the page of a claim", async () => {
  for (const name of ["certificates.html", "zwick/jenka-odd.html"]) {
    const { page, wrong, close } = await open(name);
    await page.click("button.small >> nth=0");
    await page.waitForSelector(".said.accepted", { timeout: 60_000 });
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("the lab draws a table, proves its pattern, and goes far out and back", async t => {
  const { page, wrong, close } = await open("lab.html");
  await said(page, "said", "4096 times 4096 cells in");
  await said(page, "pattern", "Proved");
  // Once more, now that the engine has been started.
  await page.click("form button");
  await said(page, "pattern", "Proved");
  const time = Number(await page.getAttribute("#table", "data-milliseconds"));
  t.diagnostic(`4096 x 4096 cells in ${time.toFixed(0)} ms`);
  assert.ok(time < 1000, `${time} ms`);
  const drawn = async () => {
    const before = await page.getAttribute("#table", "data-drawn");
    return { before, cells: (before ?? "").split(" ").map(Number) };
  };
  const settled = async change => {
    const { before } = await drawn();
    await change();
    await page.waitForFunction(before => document.getElementById("table").dataset.drawn !== before, before);
    return (await drawn()).cells;
  };
  const pixels = () => page.evaluate(() => document.getElementById("table").toDataURL());
  const corner = await pixels();
  for (let out = 0; out < 20; out++) await settled(() => page.click("#farther"));
  assert.equal((await drawn()).cells[4], 2 ** 18 + 3, "the next prime");
  const colours = await page.evaluate(() => {
    const canvas = document.getElementById("table"), data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    const seen = {};
    for (let at = 0; at < data.length; at += 4) seen[data.slice(at, at + 3).join()] = true;
    return Object.keys(seen);
  });
  assert.ok(colours.length === 4 && !colours.includes("244,244,244"), `every cell far out has one of the four values: ${colours}`);
  await page.focus("#table");
  await settled(() => page.keyboard.press("ArrowRight"));
  await settled(() => page.keyboard.press("0"));
  await page.waitForTimeout(300);
  assert.equal(await pixels(), corner, "back at the corner");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.match(readFileSync(await download.path(), "utf8"), /^topple-certificate 1 vector\n/);
  assert.match(await page.getAttribute("#link", "href"), /moves=/);
  await page.fill("#moves", "(1,1)");
  await page.click("form button");
  await said(page, "said", "can go on forever");
  assert.deepEqual(wrong, []);
  await close();
});

// Plays a game to its end by a rule that chooses among the buttons.
const played = async (page, choose) => {
  for (let turns = 0; turns < 60; turns++) {
    await page.waitForFunction(() => /Your move|won|lost/.test(document.getElementById("state").textContent));
    const state = await page.textContent("#state");
    if (/won|lost/.test(state)) return state;
    const before = await page.textContent("#position");
    await choose();
    await page.waitForFunction(before => document.getElementById("position").textContent !== before || /won|lost/.test(document.getElementById("state").textContent), before);
  }
  throw new Error("the game does not end");
};

for (const game of ["pile", "double-ended", "nim", "clock-nim", "jenga", "jenga-physical 4", "jenga-physical 5"]) {
  test(`${game}: a game is lost by the first moves, and won by the hints where it can be`, async () => {
    const { page, wrong, close } = await open("play.html");
    const start = async () => {
      await page.selectOption("#game", game);
      await page.click("form button");
      await said(page, "state", "Your move");
    };
    await start();
    await page.check("#values");
    const value = Number((await page.textContent("#value")).match(/\d+/)[0]);
    if (value) {
      const state = await played(page, async () => {
        await page.click("#hint");
        await page.click(".moves .hinted");
      });
      assert.match(state, /You won/);
      await start();
      await page.locator("#moves button:not(:has-text('→ 0'))").first().click().catch(() => page.click("#moves button"));
    }
    await page.waitForTimeout(200);
    assert.match(await played(page, () => page.click("#moves button")), /lost/);
    assert.deepEqual(wrong, []);
    await close();
  });
}

test("a game is played by the keyboard alone, and a block of a tower by a click", async () => {
  const { page, close } = await open("play.html");
  await said(page, "state", "Your move");
  await page.focus("#moves button");
  const before = await page.textContent("#position");
  await page.keyboard.press("Enter");
  await page.waitForFunction(before => document.getElementById("position").textContent !== before, before);
  await page.selectOption("#game", "jenga");
  await said(page, "position", "111/111");
  const all = await page.locator("#moves button").count();
  await page.locator("#board .block.can").last().click();
  assert.ok(await page.locator("#moves button").count() < all);
  await close();
});

test("algorithm 2 defeats a player in a shallow well, by keys alone, and random squares are placed", async () => {
  const { page, wrong, close } = await open("wells.html");
  await said(page, "state", "place the");
  await page.fill("#depth", "4");
  await page.fill("#width", "6");
  await page.click("#setup button");
  await said(page, "count", "0 pieces");
  await page.focus("#board");
  for (let pieces = 0; pieces < 60; pieces++) {
    const before = await page.textContent("#count");
    if (/Lost/.test(await page.textContent("#state"))) break;
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForFunction(before => document.getElementById("count").textContent !== before, before);
  }
  assert.match(await page.textContent("#state"), /Lost after/);
  await page.selectOption("#machine", "random");
  await page.fill("#pieces", "O");
  await page.click("#setup button");
  await said(page, "state", "place the square");
  await page.click("#hint");
  await page.click("#put");
  await said(page, "count", "1 pieces");
  assert.deepEqual(wrong, []);
  await close();
});

test("a certified strategy answers whatever is sent", async () => {
  const { page, wrong, close } = await open("wells.html");
  await page.selectOption("#strategy", { label: "least-JL-width-4-lookahead-1" });
  await said(page, "strategy-state", "0 pieces");
  for (let sent = 0; sent < 40; sent++) await page.locator("#send button").nth(sent * 7 % 3 % 2).click();
  await said(page, "strategy-state", "39 pieces");
  assert.deepEqual(wrong, []);
  await close();
});

for (const [strategy, missing] of [["bags-width-6", 2], ["bags-shown-1-width-4", 3]]) test(`the pieces of a bag are answered in whatever order they are sent: ${strategy}`, async () => {
  const { page, wrong, close } = await open("wells.html");
  await page.selectOption("#strategy", { label: strategy });
  await said(page, "strategy-state", `Send ${missing} pieces`);
  for (let sent = 1; sent <= 35; sent++) {
    await page.locator("#send button:enabled").nth(-(sent % 2)).click();
    await said(page, "strategy-state", ` ${Math.max(0, sent + 1 - missing)} pieces`);
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("on the noisy tower hints win against random moves, and the first moves lose against the oracle", async () => {
  const { page, wrong, close } = await open("tower.html");
  const play = async (agent, move) => {
    await page.selectOption("#agent", agent);
    await page.fill("#noise", "0.2");
    await page.click("form button");
    await said(page, "state", "Your move");
    for (let moves = 0; moves < 60 && await page.locator("#moves button").count(); moves++) {
      const before = await page.locator("#board").innerHTML();
      await move();
      await page.waitForFunction(before => document.getElementById("board").innerHTML !== before, before);
      await page.waitForFunction(() => /Your move|you have|you have won/.test(document.getElementById("state").textContent));
    }
    return page.textContent("#state");
  };
  assert.match(await play("random", async () => { await page.click("#hint"); await page.click(".moves .hinted"); }), /you have won/);
  assert.match(await play("oracle", () => page.locator("#moves button").first().click()), /you have lost/);
  await page.fill("#levels", "99");
  await page.$eval("#setup", form => { form.noValidate = true; });
  await page.click("form button");
  await said(page, "state", "levels: 99; expected 1 to 18|99");
  assert.deepEqual(wrong, []);
  await close();
});

test("a set of the census opens from its address to its table, with a certificate that is accepted", async () => {
  const { page, wrong, close } = await open("carvalho/vector-census.html");
  await page.$$eval("details", all => all.forEach(one => { one.open = true; }));
  await page.click("a[href*='sets.html#-2,-1;-1,-2']");
  const line = page.locator("details[id='-2,-1;-1,-2']");
  await line.locator("button >> nth=0").click({ timeout: 60_000 });
  await line.locator(".said.accepted").waitFor({ timeout: 60_000 });
  const colours = await line.locator("canvas").evaluate(sheet => new Set(new Uint32Array(sheet.getContext("2d").getImageData(0, 0, sheet.width, sheet.height).data.buffer)).size);
  assert.equal(colours, await line.locator(".legend span").count(), "every value from 0 to the greatest, and no other colour");
  await page.fill("#filter input", "(-2,-1),(-1,-2)");
  assert.ok(await page.locator("details:visible").count() < 100);
  assert.equal(await page.locator("details").count(), readFileSync(`${site}/data/carvalho/vector-census.csv`, "utf8").trim().split("\n").length - 1);
  await page.locator("details:visible a").first().click();
  await said(page, "pattern", "Proved");
  assert.deepEqual(wrong, []);
  await close();
});

test("a set of pieces opens to its answers, to a well, and to a strategy if there is one", async () => {
  const { page, wrong, close } = await open("brzustowski/all-subsets.html");
  await page.$$eval("details", all => all.forEach(one => { one.open = true; }));
  await page.click("a[href*='pieces.html#O-2'] >> nth=0");
  const line = page.locator("details[open]");
  assert.equal(await line.getAttribute("id"), "O-2");
  assert.equal(await line.locator("tbody tr").count(), 6);
  await line.locator("a[href*='machine=random']").click();
  await said(page, "state", "random pieces: place the square");
  await page.goto(`${at("pieces.html")}#JL-4`);
  await page.click("details[open] a[href*='strategy=least-JL-width-4-lookahead-1']");
  await said(page, "strategy-state", "0 pieces");
  assert.deepEqual(wrong, []);
  await close();
});

test("the search finds a claim by keys alone", async () => {
  const { page, close } = await open("index.html");
  await page.focus("#search");
  await page.keyboard.type("eeny");
  await page.keyboard.press("Enter");
  await page.waitForURL(/eeny-meeny/);
  await close();
});
