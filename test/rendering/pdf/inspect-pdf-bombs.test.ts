import { readFileSync } from 'node:fs';
import { sentenceForCallers } from '../../../shared/domain/warnings.ts';
import { inspectPdf } from '../../../shared/rendering/pdf/inspect-pdf.ts';
import { residentBytes } from '../../../shared/rendering/process/watchdog.ts';
import { sample } from '../../support/proofs.ts';
import { papers } from '../../support/rendering/papers.ts';
import { pageOf, patient, pdfOf, type Recipe } from './hostile-pdf.ts';
import { flateOf, nestedFlateOf, streamOf } from './pdf-bombs.ts';

const letterBox = '/MediaBox [0 0 612 792]';

/** The processes that this one has started and that still run; none where the system does not say. */
function allChildren(): number[] {
  try {
    const own = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1');
    return own.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Suites before this one, in the same worker, may have left some, esbuild's among them. */
const left = new Set(allChildren());
const children = () => allChildren().filter((pid) => !left.has(pid));

/** Inspects, and measures the largest resident memory that the child was seen with. */
async function measured(pdf: Uint8Array) {
  let childBytes = 0;
  const scale = setInterval(() => {
    for (const pid of children()) childBytes = Math.max(childBytes, residentBytes(pid) ?? 0);
  }, 10);
  const startedAt = performance.now();
  const before = process.memoryUsage().rss;
  const result = await inspectPdf(pdf, papers.letter, patient);
  clearInterval(scale);
  const grownBytes = process.memoryUsage().rss - before;
  return { result, childBytes, grownBytes, seconds: (performance.now() - startedAt) / 1000 };
}

const withContent = (entries: string, bytes: Uint8Array | string): Recipe => ({
  page: `<</Type /Page /Parent 2 0 R ${letterBox} /Contents 5 0 R>>`,
  more: [streamOf(entries, bytes)],
});
const withSecondPage = (bytes: Uint8Array): Recipe => ({
  pages: '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>>',
  page: pageOf(letterBox),
  more: [`<</Type /Page /Parent 2 0 R ${letterBox} /Contents [4 0 R 6 0 R]>>`, streamOf(flate, bytes)],
});
const withImage = (entries: string, bytes: Uint8Array): Recipe => ({
  page: pageOf(`${letterBox} /Resources <</XObject <</I 5 0 R>>>>`),
  content: '612 0 0 792 0 0 cm /I Do',
  more: [streamOf(`/Type /XObject /Subtype /Image ${entries}`, bytes)],
});
const withObjects = (entries: string, bytes: Uint8Array | string): Recipe => ({
  more: [streamOf(`/Type /ObjStm /N 1 /First 4 ${entries}`, bytes)],
});
const withIndex = (entries: number): Recipe => ({
  more: [streamOf(`/Type /XRef /Size ${entries} /W [0 1 0] /Root 1 0 R ${flate}`, flateOf(1024))],
});
const gray = '/ColorSpace /DeviceGray /BitsPerComponent 8';
const flate = '/Filter /FlateDecode';

type Bombs = Readonly<Record<string, () => Recipe>>;

const bombs: Bombs = {
  'objects, 1 GB': () => withObjects(flate, flateOf(1024)),
  'an index of two billion entries': () => withIndex(2_000_000_000),
};

const largeContent: Bombs = {
  'content, 1 GB': () => withContent(flate, flateOf(1024)),
  'content, flate in flate': () => withContent('/Filter [/FlateDecode /FlateDecode]', nestedFlateOf(1024, 2)),
  'content of the last page': () => withSecondPage(flateOf(1024)),
};

const heavyPages: Bombs = {
  'an image of 30,000 pixels a side': () => withImage(`/Width 30000 /Height 30000 ${gray} ${flate}`, flateOf(900)),
};

const harmless: Bombs = {
  'a thousand filters': () => withObjects(`/Filter [${'/FlateDecode '.repeat(1000)}]`, flateOf(1)),
  'a row of a billion columns': () =>
    withContent(`${flate} /DecodeParms <</Predictor 15 /Columns 1000000000>>`, flateOf(64)),
  'an attachment of 1 GB': () => ({ more: [streamOf(`/Type /EmbeddedFile ${flate}`, flateOf(1024))] }),
  'arrays in arrays': () => ({ more: ['['.repeat(1_000_000)] }),
  '200,000 empty objects': () => ({ more: Array<string>(200_000).fill('null') }),
};

/** `spareBytes`: the child may be seen above its limit before it is killed. */
describe.each([
  ['given up, with a sentence', bombs, 5, /^The .*too much time or memory/, 300_000_000],
  ['measured before it is drawn', largeContent, 2, /^The .*unpacks to more than 100 MB/, 0],
  ['given up, or passed on with a warning', heavyPages, 2, /too much time or memory|could not be checked/, 300_000_000],
  ['read within the limits', harmless, 3, /^(?:ok|The|Page) /, 300_000_000],
] as const)('%s', (_, recipes, oneIn, answer, spareBytes) => {
  test.each(sample(Object.entries(recipes), oneIn))(
    '%s',
    async (_name, recipe) => {
      const { result, childBytes, grownBytes } = await measured(pdfOf(recipe()));
      expect(result.ok ? `ok ${result.warnings.map(sentenceForCallers)}` : result.problem).toMatch(answer);
      expect(childBytes).toBeLessThan(patient.limits.memoryBytes + spareBytes);
      expect(grownBytes).toBeLessThan(100_000_000);
      expect(children()).toEqual([]);
    },
    30_000,
  );
});

test('after all of that an ordinary PDF is read as ever', async () => {
  expect(await inspectPdf(pdfOf(), papers.letter)).toEqual({ ok: true, warnings: [], pages: 1 });
});
