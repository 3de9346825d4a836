/** English is spelled as in the US, in everything that a person reads. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const read =
  '{README,SECURITY,CHANGELOG}.md,docs/*.{md,json},client/**/*.{md,ts},{bin,functions,lib,shared,examples}/**/*.{ts,mjs,sh,md}';
const files = globSync(`{${read}}`, { cwd: root, exclude: (path) => path.includes('node_modules') });

/** As whole words. `cancelled` is the API's own word for a status, so it is spelled so everywhere. */
const british = new RegExp(
  [
    '\\b(?:colour|behaviour|favour|honour|labour|neighbour)\\w*',
    '\\b(?:authoris|organis|recognis|normalis|summaris|optimise|customis|initialis|minimis|serialis|realis)\\w+',
    '\\b(?:centre|metre|licence|defence|programme|judgement|travelled|modelled|spelt|learnt|whilst)s?\\b',
    // The folder and its file, and partners' checks: those are names.
    '(?<![/-])\\bfulfil(?:s|ment)\\b(?![/-])',
    "(?<![\\w/'])\\bcheques?\\b(?![./'])",
  ].join('|'),
  'gi',
);

/** Words that people mistype, partners' own words, and French. */
const others = /^shared\/(?:core\/fields\/closest-name\.ts|adapters|partners|pages\/french|products\/check\/paper)/;

const found = (text: string): string[] => text.match(british) ?? [];

test('no page, document, message or comment has a British spelling', () => {
  const texts = files
    .filter((file) => !others.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  expect(texts.length).toBeGreaterThan(600);
  expect(texts.flatMap(({ file, text }) => found(text).map((word) => `${file}: ${word}`))).toEqual([]);
});

test.each([
  'Print in colour',
  'an organisation',
  'the authorisation',
  'at the foot of a cheque',
  'its fulfilment is',
  'learnt',
])('%j is found', (text) => expect(found(text)).toHaveLength(1));

test.each(["import '../fulfilment/wait.ts'", "'cheque.created'", 'fulfillment_status', 'Cancelled', 'color'])(
  '%j is none',
  (text) => expect(found(text)).toEqual([]),
);
