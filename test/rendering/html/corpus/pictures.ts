/** Images as data: URIs: drawn here, so that nothing binary lies in the repository. */
import { crc32, deflateSync } from 'node:zlib';
import { paragraphs, repeat } from './words.ts';

/** A gray PNG of any size, in a few hundred bytes. */
export function png(widthPx: number, heightPx: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((widthPx + 1) * heightPx, 0x60);
  for (let row = 0; row < heightPx; row++) rows[row * (widthPx + 1)] = 0;
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]).toString('base64')}`;
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

export const logo = png(600, 80);
export const photograph = png(1200, 800);
const spacer = png(1, 1);

const drawing = `<svg viewBox="0 0 200 100" width="400" height="200"><rect x="10" y="10" width="80" height="80" fill="none" stroke="#000"/><circle cx="150" cy="50" r="40"/><text x="20" y="50" font-size="12">plan</text></svg>`;

export const pictureDocuments: Record<string, string> = {
  'a letterhead': `<img src="${logo}" alt=""><div style="height: 1.5in"></div>${paragraphs(6)}`,
  'a photograph that is higher than the page': `${paragraphs(1)}<img src="${png(900, 2400)}">${paragraphs(1)}`,
  'spacers of one pixel': `${repeat(40, () => `<img src="${spacer}" width="600" height="1"><br><img src="${spacer}" height="12">`)}${paragraphs(2)}`,
  'photographs with captions': repeat(
    6,
    (index) => `<figure><img src="${photograph}" width="500"><figcaption>Figure ${index}</figcaption></figure>`,
  ),
  'a drawing in SVG': drawing + paragraphs(8),
  'a background': `<div style="background: url(${logo}) no-repeat; padding: 90px 0 0">${paragraphs(4)}</div>`,
};
