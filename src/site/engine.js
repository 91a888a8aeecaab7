// The rules, checkers and engines, in a thread of their own. The thread and the module come as text in scripts: a page from
// a disk may not fetch files.
"use strict";
const engine = (() => {
  const thread = () => {
    let module;
    const unpack = async packed => {
      const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return (await WebAssembly.instantiate(await new Response(stream).arrayBuffer())).instance.exports;
    };
    onmessage = async ({ data: { number, packed, request } }) => {
      try {
        if (packed) module = unpack(packed);
        const { memory, room, ask, answer } = await module;
        const bytes = new TextEncoder().encode(request);
        const at = room(bytes.length);
        new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
        const length = ask();
        const said = new Uint8Array(memory.buffer, answer(), length).slice();
        postMessage({ number, said }, [said.buffer]);
      } catch (error) {
        postMessage({ number, broken: String(error) });
      }
    };
  };
  const waiting = new Map();
  let worker, asked = 0;
  const script = address => new Promise((done, failed) => {
    const tag = document.createElement("script");
    tag.src = address;
    tag.onload = done;
    tag.onerror = () => failed(new Error(`${address} is missing`));
    document.head.append(tag);
  });
  const end = why => {
    worker = undefined;
    for (const { failed } of waiting.values()) failed(new Error(why));
    waiting.clear();
  };
  const start = async () => {
    if (typeof MODULE === "undefined") await script(`${document.body.dataset.root}module.js`);
    const begun = new Worker(URL.createObjectURL(new Blob([`(${thread})()`], { type: "text/javascript" })));
    begun.onmessage = ({ data: { number, said, broken } }) => {
      if (broken) { begun.terminate(); return end(`the engine stopped: ${broken}`); }
      const { done, failed } = waiting.get(number);
      waiting.delete(number);
      const rest = said.subarray(1);
      if (said[0]) failed(new Error(new TextDecoder().decode(rest)));
      else done(rest);
    };
    return { begun, packed: MODULE };
  };
  // The bytes of an answer; what is wrong with a request comes as an error of one line.
  const bytes = async request => {
    worker ??= start();
    const { begun, packed } = await worker;
    worker = Promise.resolve({ begun });
    return new Promise((done, failed) => {
      const number = asked++;
      waiting.set(number, { done, failed });
      begun.postMessage({ number, packed, request });
    });
  };
  const json = async request => JSON.parse(new TextDecoder().decode(await bytes(request)));
  return { bytes, json, script };
})();
