/** The forms in which Chromium could be shipped, and what each costs until it can run. */

import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createBrotliDecompress, createZstdDecompress, zstdCompress } from 'node:zlib';
import { unpackChromium } from '../../shared/rendering/chromium/unpack-chromium.ts';
import { type Contestant, compare } from './compare.ts';
import { milliseconds, type Section } from './report.ts';

const rounds = 5;
const chunkBytes = 1 << 20;
const brotli = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/chromium.br');

export async function unpacking(folder: string): Promise<Section> {
  const { executable: plain } = await unpackChromium();
  const zstd = join(folder, 'chromium.zst');
  await compress(plain, zstd);
  const ms = await compare(
    {
      brotli: afresh(folder, (to) => decompress(brotli, createBrotliDecompress({ chunkSize: chunkBytes }), to)),
      zstd: afresh(folder, (to) => decompress(zstd, createZstdDecompress({ chunkSize: chunkBytes }), to)),
      copy: afresh(folder, (to) => copyFile(plain, to)),
      build: afresh(folder, (to) => unpackChromium([to])),
      inPlace: afresh(folder, () => unpackChromium()),
    },
    rounds,
  );
  const row = (form: string, file: string, time: number) => [form, megabytes(file), milliseconds(time)];
  return {
    title: 'Chromium, ready to run',
    header: ['Form', 'On disk', 'Median'],
    rows: [
      row('brotli, unpacked', brotli, ms.brotli),
      row('zstd (level 3), unpacked', zstd, ms.zstd),
      row('plain, copied', plain, ms.copy),
      row('**ours**, the build step: brotli unpacked, hash checked', plain, ms.build),
      row('**ours**, every later start: plain, used in place, hash checked', plain, ms.inPlace),
    ],
  };
}

/** With nothing there before; how long the clearing takes does not count. */
function afresh(folder: string, make: (to: string) => Promise<unknown>): Contestant {
  const to = join(folder, 'chromium');
  return {
    run: async () => {
      rmSync(to, { recursive: true, force: true });
      const startedAt = performance.now();
      await make(to);
      return performance.now() - startedAt;
    },
  };
}

async function compress(from: string, to: string): Promise<void> {
  const params = { [constants.ZSTD_c_compressionLevel]: 3 };
  await writeFile(to, await promisify(zstdCompress)(await readFile(from), { params }));
}

function decompress(from: string, unpack: Transform, to: string): Promise<void> {
  return pipeline(createReadStream(from, { highWaterMark: chunkBytes }), unpack, createWriteStream(to));
}

function megabytes(file: string): string {
  return `${Math.round(statSync(file).size / 1e6)} MB`;
}
