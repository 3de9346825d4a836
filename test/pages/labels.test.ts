/** French of what products write themselves: the labels and facts of an order, and the taxes. */
import type { Job } from '../../shared/domain/job/job.ts';
import { provinces } from '../../shared/domain/money.ts';
import { productNames } from '../../shared/domain/names.ts';
import type { Statement } from '../../shared/domain/product.ts';
import { productNamed } from '../../shared/products/index.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { placedAs } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';

const { sayKnown } = readerFor({ acceptLanguage: 'fr', operator: {}, isTest: false });

/** Every kind of order: in ink, by mail and to a country of each kind. */
const kinds = [true, false].flatMap((color) =>
  [true, false].flatMap((registered) =>
    (['US', 'CA'] as const).map((countryCode) => ({ color, registered, countryCode })),
  ),
);

/** The rest of an order is the payer's own words: names, addresses and numbers. */
const toldByUs = new Set(['Pages', 'Mail', 'Sending']);
const sameInBoth = new Set(['Pages']);

async function statementsOf(product: (typeof productNames)[number]): Promise<Statement[]> {
  const deps = memoryDeps();
  const job = (await deps.jobs.get(await placedAs(deps, product))) as Job<{ to?: object }>;
  return kinds.flatMap(({ countryCode, ...kind }) => {
    const order = { ...job.order, ...kind, to: { ...job.order.to, countryCode }, memo: 'a memo' };
    return productNamed(product).statements({ ...job, order });
  });
}

test.each(productNames)('the labels and facts of a %s have French', async (product) => {
  const statements = await statementsOf(product);
  expect(statements.length).toBeGreaterThan(kinds.length);
  const untold = statements
    .flatMap(({ label, value }) => [label, ...(toldByUs.has(label) ? [value].flat() : [])])
    .filter((text) => !sameInBoth.has(text) && sayKnown(text) === text);
  expect([...new Set(untold)]).toEqual([]);
});

test.each(Object.values(provinces))('the tax $label has French', ({ label }) => {
  expect(sayKnown(label)).toMatch(/^T(PS|VH)/);
});
