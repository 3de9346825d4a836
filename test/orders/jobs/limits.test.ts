/** Spending limits: an order over its limits is refused before anything is written, and pages show an order's limits. */
import { type ProductName, productNames } from '../../../shared/domain/names.ts';
import { findJob } from '../../../shared/orders/follow/find-job.ts';
import { signedReceipt } from '../../../shared/orders/receipts/get-receipt.ts';
import { payPage } from '../../../shared/pages/pay.ts';
import { receiptParts } from '../../../shared/pages/receipt/parts.ts';
import { showPayPage } from '../../../shared/pages/views/show-pay-page.ts';
import { showReceipt } from '../../../shared/pages/views/show-receipt.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { caller, orderedAs, quotedAs, requestFor } from '../../support/fakes/orders.ts';
import { readerFor } from '../../support/pages/reader.ts';
import { pageText } from '../../support/pages/reading.ts';

async function order(deps: MemoryDeps, product: ProductName, limits: unknown, fields: object = {}) {
  const { quote_id } = await quotedAs(deps, product);
  return orderedAs(deps, product, requestFor(product, quote_id, 'none', { limits, ...fields }));
}

/** The amounts of an order without limits. */
async function amountsOf(product: ProductName) {
  const { body } = await order(memoryDeps(), product, null);
  return { total: Number(body.total_cents), face: Number(body.check_amount_cents), body };
}

describe.each(productNames)('%s', (product) => {
  test(`a ${product} that costs exactly the limit is accepted, and a ${product} that costs a cent more is refused with its price`, async () => {
    const { total, body } = await amountsOf(product);
    const { currency } = body;
    expect((await order(memoryDeps(), product, { max_total_cents: total, currency })).outcome).toBe('created');
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, product);
    const storedKeys = [...deps.documents.files.keys()];
    const request = { limits: { max_total_cents: total - 1, currency }, idempotency_key: 'key-1' };
    await expect(orderedAs(deps, product, requestFor(product, quote_id, 'none', request))).rejects.toMatchObject({
      code: 'over_limit',
      field: 'limits.max_total_cents',
      message: expect.stringContaining(`costs ${body.total}: ask the user for a higher limit`),
    });
    expect([...deps.documents.files.keys()]).toEqual(storedKeys);
    const higher = { ...request, limits: { max_total_cents: total, currency } };
    expect((await orderedAs(deps, product, requestFor(product, quote_id, 'none', higher))).outcome).toBe('created');
  });

  test(`a ${product} with a limit in a different currency is refused, because the amounts cannot be compared`, async () => {
    const { body } = await amountsOf(product);
    const other = body.currency === 'USD' ? 'CAD' : 'USD';
    await expect(order(memoryDeps(), product, { max_total_cents: 99_999, currency: other })).rejects.toMatchObject({
      code: 'over_limit',
      field: 'limits.currency',
    });
  });
});

test('the amount of a check has a separate limit, which applies to nothing else', async () => {
  const { face, body } = await amountsOf('check');
  const currency = body.check_currency;
  expect((await order(memoryDeps(), 'check', { max_face_cents: face, currency })).outcome).toBe('created');
  await expect(order(memoryDeps(), 'check', { max_face_cents: face - 1, currency })).rejects.toMatchObject({
    field: 'limits.max_face_cents',
    message: expect.stringContaining(`the check is for ${body.check_amount}`),
  });
  expect((await order(memoryDeps(), 'fax', { max_face_cents: 0, currency: 'USD' })).outcome).toBe('created');
});

test.each([
  [{ currency: 'USD' }, /max_total_cents, max_face_cents or both/],
  [{ max_total_cents: 100 }, /currency/],
  [{ max_total_cents: 2.5, currency: 'USD' }, /whole number of cents/],
  [{ max_total_cents: -1, currency: 'USD' }, /negative/],
  [{ max_total_cents: 9_900, max_face_cent: 1, currency: 'USD' }, /nothing else/],
])('invalid limits are refused: %j', async (limits, sentence) => {
  await expect(order(memoryDeps(), 'letter', limits)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(sentence),
  });
});

test.each([
  ['en', 'Spending limit', '$99.00'],
  ['fr', 'Limite de dépenses', '99,00 $ US'],
])('the pay page and the receipt show the limits in the language %s', async (acceptLanguage, label, amount) => {
  const deps = memoryDeps();
  const limits = { max_total_cents: 9_900, currency: 'USD' } as const;
  const job = await findJob(deps, `${(await order(deps, 'letter', limits)).body.job_id}`);
  const reader = readerFor({ operator: {}, isTest: true, acceptLanguage });
  const page = payPage(await showPayPage(deps, job.payCode), reader);
  const { facts, bill } = receiptParts(await showReceipt(deps, job, caller.baseUrl), reader);
  expect(pageText(page)).toContain(`${label}${amount}`);
  expect(facts.map((fact) => `${fact.label}${fact.lines}`.replace(/\s/g, ' '))).toContain(`${label}${amount}`);
  expect(bill.after).toEqual([]);
  expect((await signedReceipt(deps, job)).receipt.limits).toEqual(limits);
});
