// A table of values as coloured cells, for the lab and for the lines of the census.
"use strict";
// Colours of the values as words of a picture; a value without a colour is as one that is not known.
const palette = hexes => new Uint32Array(256).map((_, value) => {
  const [red, green, blue] = [1, 3, 5].map(at => parseInt((hexes[value] ?? "#f4f4f4").slice(at, at + 2), 16));
  return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
});
// The cells row by row as a picture, which has row 0 at the bottom.
const pictureOf = (cells, columns, rows, words) => {
  const picture = new ImageData(columns, rows), target = new Uint32Array(picture.data.buffer);
  for (let row = 0; row < rows; row++) {
    const from = row * columns, to = (rows - 1 - row) * columns;
    for (let column = 0; column < columns; column++) target[to + column] = words[cells[from + column]];
  }
  return picture;
};
// What the colours of the values up to the greatest mean.
const legendOf = (hexes, greatest) => [...Array(Math.min(greatest, 12) + 1).keys()].map(value =>
  element("span", {}, element("i", { style: `background: ${hexes[value]}` }), ` ${value}`));
