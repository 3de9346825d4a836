/** Documents that try to keep the browser busy, fill its memory or crash it. */
import { deflateSync } from 'node:zlib';
import { dataUri, pngWith } from '../../../support/rendering/photographs.ts';

/** A PNG whose header claims this size. Its rows are zeros or missing. */
const claimedPng = (width: number, height: number, rowBytes: number): string =>
  dataUri('png', pngWith({ width, height, colorType: 0, bits: 1 }, [], deflateSync(Buffer.alloc(rowBytes))));

/** A GIF of 65,535 by 65,535 pixels, with 50 frames of one pixel. */
const gifFrame = '21f90400010000002c0000000001000100000202440100';
const largeGif = dataUri('gif', Buffer.from(`474946383961ffffffff800000ffffff000000${gifFrame.repeat(50)}3b`, 'hex'));

const nest = (count: number, open: string, close: string, inside = 'x') =>
  open.repeat(count) + inside + close.repeat(count);

/** Groups of SVG, each of which shows the previous one twice. */
const doubled = Array.from(
  { length: 30 },
  (_, level) => `<g id="g${level + 1}"><use href="#g${level}"/><use href="#g${level}"/></g>`,
).join('');

/** Variables of CSS, each of which repeats the previous one. */
const variables = Array.from({ length: 40 }, (_, level) => `--v${level + 1}: var(--v${level}) var(--v${level});`).join(
  '',
);

/** The first document is in every sample, because it is quick to print. */
export const exhaustingDocuments: Record<string, string> = {
  'grids in grids': nest(40, '<div style="display: grid; grid-template-columns: auto auto">', '</div>'),
  'columns in columns': nest(25, '<div style="columns: 2">', '</div>'),
  'twenty thousand cells': `<table>${`<tr>${'<td>1'.repeat(10)}`.repeat(2_000)}</table>`,
  'a megabyte of one word': `<p>${'w'.repeat(990_000)}</p>`,
  'shadows and blurs':
    `<div style="width: 600px; height: 800px; box-shadow: ${Array.from({ length: 200 }, () => '0 0 500px 500px red').join()}; filter: blur(900px)">x</div>`.repeat(
      5,
    ),
  'hundreds of gradients': `<div style="height: 800px; background: ${Array.from({ length: 300 }, (_, at) => `repeating-conic-gradient(red 0 0.0${at + 1}%, transparent 0 0.1%)`).join()}">x</div>`,
  'an SVG image that doubles again and again': `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><g id="g0"><rect width="9" height="9"/></g>${doubled}<use href="#g30"/></svg>`)}">`,
  'variables that double': `<style>p { --v0: xxxxxxxx; ${variables} content: var(--v40); width: var(--v40) }</style><p>x</p>`,
  'an image of a billion pixels': `<img src="${claimedPng(30_000, 40_000, 2_000_000)}">`,
  'a GIF with a large canvas': `<img src="${largeGif}">`,
};
