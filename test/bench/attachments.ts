/** A quote with attachments: every file is inspected by itself, then all are joined. Processes, so by the clock on the wall. */
import { PDFDocument } from 'pdf-lib';
import { renderer } from '../../shared/adapters/renderer.ts';
import type { Deps } from '../../shared/ports/deps.ts';
import { letter } from '../../shared/products/letter/letter.ts';
import { quote } from '../../shared/usecases/quote/quote.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import { caller, memoryDeps, text } from '../support/fakes/deps.ts';
import { compare } from './compare.ts';
import { milliseconds, type Section } from './report.ts';

const rounds = 5;
const targetMs = 8_000;

export async function attachments(): Promise<Section> {
  const pdf = await tenPages();
  const ms = await compare({ none: quotes(pdf, 0), one: quotes(pdf, 1), five: quotes(pdf, 5) }, rounds);
  const judged = `${milliseconds(ms.five)} (at most ${targetMs} ms: ${ms.five <= targetMs ? 'met' : '**missed**'})`;
  return {
    title: 'Attachments: a quote for a page of text and files of 10 pages',
    header: ['Attachments', 'Pages', 'Median'],
    rows: [
      ['none', '1', milliseconds(ms.none)],
      ['one', '11', milliseconds(ms.one)],
      ['five', '51', judged],
    ],
  };
}

/** Answers about one document are remembered for a minute, so each file of each try has bytes of its own. */
function quotes(pdf: Buffer, count: number) {
  const deps = depsThatFetch((url) => Buffer.concat([pdf, Buffer.from(`\n% ${url}\n`)]));
  let tries = 0;
  return {
    run: async () => {
      tries += 1;
      const files = Array.from({ length: count }, (_, at) => ({
        pdf_url: `https://example.com/${count}-${tries}-${at}`,
      }));
      const startedAt = performance.now();
      await ask(quote(letter), deps, { country: 'US', text, attachments: files }, caller);
      return performance.now() - startedAt;
    },
  };
}

function depsThatFetch(fileAt: (url: string) => Buffer): Deps {
  const unneeded = (): never => {
    throw new Error('Text and PDFs need no settings and no other function');
  };
  const fetchPdf: Deps['renderer']['fetchPdf'] = async (url) => ({
    ok: true,
    warnings: [],
    pdf: fileAt(url),
    validators: {},
  });
  return { ...memoryDeps(), renderer: { ...renderer(unneeded, unneeded), fetchPdf } };
}

async function tenPages(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= 10; page += 1) pdf.addPage([612, 792]).drawText(`Page ${page}`, { x: 72, y: 300 });
  return Buffer.from(await pdf.save());
}
