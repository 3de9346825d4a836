/** The page that tells how to add a product names each file that a trial had to touch, and no other. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** `git diff --name-only` of the trial: a postcard with everything, until its tests passed. */
const touched = [
  'client/schema.ts',
  'docs/assistants.md',
  'docs/contract.md',
  'docs/openapi.json',
  'functions/api/create-postcard-job.ts',
  'functions/api/quote-postcard.ts',
  'functions/manifest.ts',
  'functions/pages/order-form.ts',
  'shared/core/product-names.ts',
  'shared/pages/french/labels.ts',
  'shared/products/docs.ts',
  'shared/products/index.ts',
  'shared/products/order-forms.ts',
  'shared/products/postcard/docs.ts',
  'shared/products/postcard/form.ts',
  'shared/products/postcard/paper.ts',
  'shared/products/postcard/postcard.ts',
  'shared/products/price-list.ts',
  'test/products/postcard/postcard.test.ts',
  'test/support/e2e/catalogue.ts',
  'test/support/pages/states.ts',
  'test/support/pages/typed.ts',
  'test/support/prices.ts',
  'test/usecases/pay/quoted-tax.test.ts',
];

const numberedRow = /^\| (\d+) \| `([^`]+)` \| (.+) \| (.+) \|$/gm;
const rows = [...readFileSync(join(root, 'docs/add-a-product.md'), 'utf8').matchAll(numberedRow)].map(
  ([, number, file = '', todo, namedBy]) => ({ number: Number(number), file, todo, namedBy }),
);

test('its rows are the files of the trial, each once and in order', () => {
  expect(rows.map(({ file }) => file).sort()).toEqual([...touched].sort());
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
});

test('a new product touches at most 24 files', () => {
  expect(touched.length).toBeLessThanOrEqual(24);
});

test.each(rows)('row $number: $file exists for letters, so the page has not gone stale', ({ file }) => {
  const forLetters = file.replaceAll('postcard', 'letter');
  expect(existsSync(join(root, forLetters))).toBe(true);
});
