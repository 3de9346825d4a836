/** Documents that try to keep the browser busy, to fill its memory or to crash it. */
import { deflateSync } from 'node:zlib';
import { chunk } from '../corpus/pictures.ts';

/** A PNG that says it is that large; its rows are zeros, or missing. */
function claimedPng(widthPx: number, heightPx: number, rowBytes: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.writeUInt8(1, 8);
  const data = deflateSync(Buffer.alloc(rowBytes), { level: 9 });
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]).toString('base64')}`;
}

const gifHead = (side: number) =>
  Buffer.from([
    ...Buffer.from('GIF89a'),
    side & 255,
    side >> 8,
    side & 255,
    side >> 8,
    0x80,
    0,
    0,
    255,
    255,
    255,
    0,
    0,
    0,
  ]);
const gifFrame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);

function gif(side: number, frames: number): string {
  const bytes = Buffer.concat([gifHead(side), ...Array.from({ length: frames }, () => gifFrame), Buffer.from([0x3b])]);
  return `data:image/gif;base64,${bytes.toString('base64')}`;
}

const nest = (count: number, open: string, close: string, inside = 'x') =>
  open.repeat(count) + inside + close.repeat(count);

const doubled = Array.from(
  { length: 30 },
  (_, level) => `<g id="g${level + 1}"><use href="#g${level}"/><use href="#g${level}"/></g>`,
).join('');

const variables = Array.from({ length: 40 }, (_, level) => `--v${level + 1}: var(--v${level}) var(--v${level});`).join(
  '',
);

/** The first is in every sample: one that is answered quickly. */
export const exhaustingDocuments: Record<string, string> = {
  'grids in grids': nest(40, '<div style="display: grid; grid-template-columns: auto auto">', '</div>'),
  'columns in columns': nest(25, '<div style="columns: 2">', '</div>'),
  'flexible boxes in flexible boxes': nest(
    60,
    '<div style="display: flex"><div style="flex: 1">',
    '</div></div>',
  ).slice(0, 6000),
  'depth beyond measure': '<b>'.repeat(100_000),
  'depth by misnesting': '<a><div>'.repeat(5_000),
  'twenty thousand cells': `<table>${`<tr>${'<td>1'.repeat(10)}`.repeat(2_000)}</table>`,
  'a mountain': '<div style="height: 1e7px">x</div>',
  'a mountain of pages': '<div style="break-after: page">x</div>'.repeat(20_000),
  'a megabyte of one word': `<p>${'w'.repeat(990_000)}</p>`,
  'shadows and blurs':
    `<div style="width: 600px; height: 800px; box-shadow: ${Array.from({ length: 200 }, () => '0 0 500px 500px red').join()}; filter: blur(900px)">x</div>`.repeat(
      5,
    ),
  'gradients without end': `<div style="height: 800px; background: ${Array.from({ length: 300 }, (_, at) => `repeating-conic-gradient(red 0 0.0${at + 1}%, transparent 0 0.1%)`).join()}">x</div>`,
  'a drawing with a heavy filter':
    '<svg width="600" height="800"><filter id="f"><feTurbulence numOctaves="500" baseFrequency="0.9"/><feMorphology radius="400"/><feConvolveMatrix order="40"/></filter><rect width="600" height="800" filter="url(#f)"/></svg>',
  'a drawing as an image that doubles': `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><g id="g0"><rect width="9" height="9"/></g>${doubled}<use href="#g30"/></svg>`)}">`,
  'variables that double': `<style>p { --v0: xxxxxxxx; ${variables} content: var(--v40); width: var(--v40) }</style><p>x</p>`,
  'selectors that look back': `<style>${':has(:has(* ~ * + *)) '.repeat(3)} p:nth-child(1n of :has(~ p:has(~ p))) { color: red } ${'*:not(:nth-last-child(2n+1)) '.repeat(40)}{ color: red }</style>${'<p>x'.repeat(3_000)}`,
  'an image of a billion pixels': `<img src="${claimedPng(30_000, 40_000, 2_000_000)}">`,
  'a GIF of a large canvas': `<img src="${gif(65_535, 50)}">`,
  'a form of many fields': `<form>${'<textarea rows="1">x</textarea><select><option>a</select>'.repeat(5_000)}</form>`,
};
