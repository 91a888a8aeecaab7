// Certificates checked where they are shown: a button beside each, and a place to drop others.
"use strict";
// A certificate beside the page as text: it is kept as a script too, which calls `certificate`.
const certificateText = (() => {
  let taken;
  self.certificate = text => { taken = text; };
  return async path => { await engine.script(`${path}.js`); return taken; };
})();
const verdict = async (name, text) => {
  const begun = performance.now();
  const { accepted, facts, why } = await engine.json(`check\n${text}`);
  const time = `${(performance.now() - begun).toFixed(0)} ms`;
  const box = element("div", { className: accepted ? "said accepted" : "said refused" });
  box.append(element("p", {}, element("strong", {}, accepted ? "Accepted" : "Refused"), ` ${name}, ${time}`));
  const lines = accepted ? facts.slice(0, 30) : [why];
  if (accepted && facts.length > lines.length) lines.push(`and ${facts.length - lines.length} more`);
  box.append(element("ul", {}, ...lines.map(line => element("li", {}, line))));
  return box;
};
const broken = error => element("p", { className: "said refused" }, error.message);
for (const link of document.querySelectorAll("[data-certificate]")) {
  const button = element("button", { type: "button", className: "small" }, "check it here");
  button.addEventListener("click", async () => {
    button.disabled = true;
    const path = link.dataset.certificate;
    const box = await certificateText(path).then(text => verdict(path.split("/").pop(), text)).catch(broken);
    button.replaceWith(box);
    box.tabIndex = -1;
    box.focus();
  });
  link.after(" ", button);
}
const drop = byId("drop");
if (drop) {
  const check = async files => {
    for (const file of files) {
      if (file.size > 1 << 28) { byId("checked").prepend(broken(new Error(`${file.name}: larger than a certificate`))); continue; }
      byId("checked").prepend(await file.text().then(text => verdict(file.name, text)).catch(broken));
    }
  };
  byId("file").addEventListener("change", event => check([...event.target.files]));
  for (const kind of ["dragover", "drop"]) drop.addEventListener(kind, event => event.preventDefault());
  drop.addEventListener("dragover", () => drop.classList.add("over"));
  for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
  drop.addEventListener("drop", event => check([...event.dataTransfer.files]));
}
