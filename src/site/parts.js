// Small parts of the pages on which something runs.
"use strict";
// An element with text or elements in it.
const element = (name, attributes, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) key in made ? made[key] = value : made.setAttribute(key, value);
  made.append(...inside);
  return made;
};
// The same for drawings.
const svg = (name, attributes, ...inside) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};
const byId = id => document.getElementById(id);
// Offers a text as a file.
const offer = (name, text) => {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
