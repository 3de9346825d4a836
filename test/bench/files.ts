/** Files of callers, from their bytes to the PDF that will be printed: each in processes of its own, so by the clock on the wall. */
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument } from 'pdf-lib';
import { openFile } from '../../shared/rendering/files/open-file.ts';
import { papers } from '../support/rendering/papers.ts';
import { pngWith } from '../support/rendering/photographs.ts';
import { compare } from './compare.ts';
import { milliseconds, type Section } from './report.ts';

const rounds = 5;

/** Answers about one document are remembered for a minute, so each try gets bytes of its own. */
type Try = (count: number) => Buffer;

export async function files(): Promise<Section> {
  const [plain, heavy, wide] = [await pdfOf(10), await pdfOf(1, 19_000_000), await pdfOf(10, 0, [792, 612])];
  const longer = (pdf: Buffer) => (count: number) => Buffer.concat([pdf, Buffer.from(`\n% ${count}\n`)]);
  const ms = await compare(
    {
      plain: openings(longer(plain)),
      heavy: openings(longer(heavy)),
      mended: openings(longer(wide)),
      photo: openings(photographOf),
    },
    rounds,
  );
  return {
    title: 'Files: from the bytes to the PDF that is printed',
    header: ['File', 'Pages', 'Median'],
    rows: [
      ['a sound PDF', '10', milliseconds(ms.plain)],
      ['a sound PDF of 19 MB', '1', milliseconds(ms.heavy)],
      ['a PDF whose pages lie on their side, fixed', '10', milliseconds(ms.mended)],
      ['a photograph, PNG of 12 megapixels', '1', milliseconds(ms.photo)],
    ],
  };
}

function openings(bytes: Try) {
  let count = 0;
  return {
    run: async () => {
      const file = bytes(++count);
      const startedAt = performance.now();
      await opened(file);
      return performance.now() - startedAt;
    },
  };
}

async function opened(file: Buffer): Promise<void> {
  const result = await openFile(file, { paper: papers.letter, isAttachment: true, isUpload: true }, 'bench');
  if (!result.ok) throw new Error(result.problem);
}

async function pdfOf(pages: number, bytes = 0, size: [number, number] = [612, 792]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page++) pdf.addPage(size).drawText(`Page ${page}`, { x: 72, y: 300 });
  if (bytes > 0) pdf.context.register(pdf.context.stream(randomBytes(bytes)));
  return Buffer.from(await pdf.save());
}

function photographOf(count: number): Buffer {
  const [width, height] = [3_000, 4_000];
  const line = Buffer.from([0, ...Array.from({ length: width }, (_, at) => (at * 7 + count) % 256)]);
  return pngWith(
    { width, height, colorType: 0, bits: 8 },
    [],
    deflateSync(Buffer.concat(Array<Buffer>(height).fill(line))),
  );
}
