/** Pictures for tests: strokes on a clear ground, as somebody signs on a tablet, and a small JPEG. */
import { crc32, deflateSync } from 'node:zlib';
import { png } from '../../../shared/rendering/pdf/png.ts';

/** A PNG with a frame around it and a stroke through it. `ink` is RGBA on a clear ground, or RGB on white. */
export function strokes(widthPx: number, heightPx: number, ink: readonly number[] = [0, 0, 0, 255]): Buffer {
  const channels = ink.length as 3 | 4;
  const pixels = new Uint8Array(widthPx * heightPx * channels).fill(channels === 3 ? 255 : 0);
  const stroke = Math.ceil(heightPx / 20);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const isFrame = Math.min(x, y, widthPx - 1 - x, heightPx - 1 - y) < stroke;
      const isStroke = Math.abs(x / widthPx - y / heightPx) < 0.03;
      if (isFrame || isStroke) pixels.set(ink, (y * widthPx + x) * channels);
    }
  }
  return png(widthPx, heightPx, pixels, channels);
}

/** 60 x 20 pixels, gray. */
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAALCAAUADwBAREA/8QAGQAAAwEBAQAAAAAAAAAAAAAAAAIFAwQG/8QAKRAAAQMCBgEDBQEAAAAAAAAAAQIDBAARBRIxQVFhIRUiIxNxgZGhwf/aAAgBAQAAPwD01FZSJLMVouvupbQN1HXocnqpvrD8m3psB19Nz8jnsQQDbwTrv9uK0YxyMtaWpSHIbpSDlfTlB10PHje1U6KK5p05iAx9aQohN7AAXJNibfyuEysTnqyRI5hNA+XpCffton99HkVoxgcZC0uyluTHQkDM+rMBroOPO96p1lIjMymi0+0lxB2UNOxwe6m+kyIllYZMWgAn4HjmbsTew4377oTjSo9kYnEdjKvYuBOZsm19R+fHmq9KUpUUkpBKTcEjQ6f6aaiiiilUlK0lC0hSVCxBFwRTV//Z',
  'base64',
);

/** The same with another size in its head. */
export function jpegOf(widthPx: number, heightPx: number): Buffer {
  const claimed = Buffer.from(jpeg);
  const frame = claimed.indexOf(Buffer.from([0xff, 0xc0]));
  claimed.writeUInt16BE(heightPx, frame + 5);
  claimed.writeUInt16BE(widthPx, frame + 7);
  return claimed;
}

/** A PNG of a few kilobytes that unpacks to four bytes for each of its clear pixels. */
export function bombPng(widthPx: number, heightPx: number): Buffer {
  const [head, mark, end] = [Buffer.alloc(13), strokes(10, 10).subarray(0, 8), Buffer.alloc(0)];
  head.writeUInt32BE(widthPx, 0);
  head.writeUInt32BE(heightPx, 4);
  head.set([8, 6], 8);
  const pixels = deflateSync(Buffer.alloc((4 * widthPx + 1) * heightPx));
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', end)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
