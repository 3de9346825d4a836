import { checkHtml, imagePixels, maxPixels } from '../../../shared/rendering/html/check-html.ts';
import { grayPng } from '../../support/rendering/photographs.ts';

const dataUri = (bytes: number[]) =>
  `data:image/x;base64,${Buffer.from([...bytes, ...Array(40).fill(0)]).toString('base64')}`;
const latin = (text: string) => [...Buffer.from(text, 'latin1')];

test.each([
  ['PNG', grayPng(300, 200), 60_000],
  ['PNG in a percent-encoded base64', grayPng(300, 200).replaceAll('A', '%41'), 60_000],
  ['GIF', dataUri([...latin('GIF89a'), 44, 1, 200, 0]), 60_000],
  ['BMP', dataUri([...latin('BM'), ...Array(16).fill(0), 44, 1, 0, 0, 200, 0, 0, 0]), 60_000],
  ['JPEG', dataUri([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44]), 60_000],
  ['WebP', dataUri([...latin('RIFF\0\0\0\0WEBPVP8 '), ...Array(10).fill(0), 44, 1, 200, 0]), 60_000],
  ['WebP without loss', dataUri([...latin('RIFF\0\0\0\0WEBPVP8L\0\0\0\0/'), 43, 0xc1, 49, 0]), 60_000],
  [
    'WebP of several parts',
    dataUri([...latin('RIFF\0\0\0\0WEBPVP8X'), ...Array(8).fill(0), 43, 1, 0, 199, 0, 0]),
    60_000,
  ],
  ['SVG, which has none', 'data:image/svg+xml,<svg/>', 0],
  ['text', 'data:text/plain,hello', 0],
])('the pixels of a %s are counted from its first bytes', (_, uri, pixels) => {
  expect(imagePixels(uri)).toBe(pixels);
});

test.each([`data:${' '.repeat(1_000_000)}`, `data:${';base64'.repeat(100_000)},`, dataUri(Array(700_000).fill(0xff))])(
  'a megabyte that looks like an image gets an answer',
  (uri) => {
    expect(imagePixels(uri)).toBeLessThan(maxPixels);
  },
);

test('pictures that are small one by one are counted together, wherever they are', async () => {
  const side = Math.floor(Math.sqrt(maxPixels / 3));
  const image = `<img src="${grayPng(side, side)}">`;
  const style = `<p style="background: url(${grayPng(side, side)})">x</p>`;
  expect(await checkHtml(image + image + style)).toMatchObject({ ok: true });
  expect(await checkHtml(image + image + style + image)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('million pixels together'),
  });
});
