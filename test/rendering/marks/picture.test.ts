/** Pictures of signatures and letterheads: their size on paper, and what is refused. */
import { fitted } from '../../../shared/rendering/marks/boxes.ts';
import { pictureLimits, preparePicture } from '../../../shared/rendering/marks/picture.ts';
import { png } from '../../../shared/rendering/pdf/png.ts';
import { papers } from '../../support/rendering/papers.ts';
import { bombPng, jpeg, jpegOf, strokes } from '../../support/rendering/pictures.ts';

async function problemOf(bytes: Uint8Array, limits = pictureLimits) {
  const result = await preparePicture(bytes, 'signature', papers.letter, { limits });
  return result.ok ? undefined : result.problem;
}

test.each([
  ['a small one as large as on a screen', 96, 48, 'signature', 'letter', 72, 36],
  ['a wide one as wide as its box', 1_000, 100, 'signature', 'letter', 180, 18],
  ['a tall one as tall as its box', 150, 300, 'signature', 'fax', 27, 54],
  ['a letterhead beside the addresses', 800, 200, 'letterhead', 'letter', 180, 45],
  ['a letterhead of a fax across the column', 800, 160, 'letterhead', 'fax', 468, 93.6],
  ['a tall letterhead', 200, 400, 'letterhead', 'letter', 54, 108],
] as const)('%s', (_, widthPx, heightPx, use, layout, widthPt, heightPt) => {
  const size = fitted(widthPx, heightPx, use, papers[layout]);
  expect(size.widthPt).toBeCloseTo(widthPt);
  expect(size.heightPt).toBeCloseTo(heightPt);
});

test('a picture is drawn anew at 300 dots to the inch, opaque, and the same each time; a JPEG, too', async () => {
  // A photograph that was taken with the camera on its side, as Exif tells.
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  const onItsSide = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
  const sent = [strokes(96, 48), strokes(96, 48), jpeg, onItsSide];
  const [one, other, third, upright] = await Promise.all(
    sent.map((bytes) => preparePicture(bytes, 'signature', papers.letter)),
  );
  expect(one).toMatchObject({ ok: true, picture: { kind: 'image', widthPt: 72, heightPt: 36 } });
  const drawn = Buffer.from(one?.ok ? one.picture.png : '', 'base64');
  expect([drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual([300, 150]);
  const opaque = 2;
  expect(drawn[25]).toBe(opaque);
  expect(other).toEqual(one);
  expect(third).toMatchObject({ ok: true, picture: { widthPt: 45, heightPt: 15 } });
  expect(upright).toMatchObject({ ok: true, picture: { widthPt: 15, heightPt: 45 } });
});

const white = png(50, 50, new Uint8Array(50 * 50 * 4).fill(255));

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'neither PNG nor JPEG'],
  ['a GIF', Buffer.from('GIF89a\x0a\x00\x0a\x00\x00\x00\x00'.padEnd(60, '\0'), 'latin1'), 'neither PNG nor JPEG'],
  ['HTML', Buffer.from('<!doctype html><p>Sign here'), 'neither PNG nor JPEG'],
  ['one pixel', strokes(1, 1), '1 x 1 pixels, too few'],
  ['a JPEG that claims 65,535 x 65,535 pixels', jpegOf(65_535, 65_535), 'at most 50 million'],
  ['white on white', white, 'blank'],
  ['black all over', png(50, 50, new Uint8Array(50 * 50 * 3)), 'blank'],
  ['half a file', strokes(90, 90).subarray(0, 120), 'damaged'],
  [
    'a head of another file',
    Buffer.concat([strokes(90, 90).subarray(0, 60), strokes(90, 90).subarray(-12)]),
    'damaged',
  ],
  ['half a head', Buffer.from('\x89PNG', 'latin1'), 'damaged'],
])('%s is refused with a sentence', async (_, bytes, said) => {
  expect(await problemOf(bytes)).toContain(said);
});

test('a bomb ends the process that reads it, and nothing else', async () => {
  const bomb = bombPng(4_000, 3_900);
  expect(bomb.length).toBeLessThan(100_000);
  expect(await problemOf(bomb, { ...pictureLimits, memoryBytes: 120_000_000 })).toContain('too much time or memory');
});
