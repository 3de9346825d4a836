/** All fields of letters in responses: docs/contract.md, "Quotes", "Jobs" and "Job status". */
import { orderNumberOf, spokenOrderNumber } from '../../../shared/domain/ids.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import { getJob } from '../../../shared/orders/follow/get-job.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import { partnerLimits } from '../../../shared/partners/catalogue.ts';
import { type LetterOrder, letter } from '../../../shared/products/letter/letter.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { ada, caller, jobOf, ordered, orderFor, quoted, quotedAs } from '../../support/fakes/orders.ts';
import { job as letterJob, order } from '../../support/letters.ts';
import { letterPrice } from '../../support/prices.ts';

test('a quote for the US has all its fields, no tax, and the time when it expires', async () => {
  const deps = memoryDeps();
  expect(await quoted(deps)).toEqual({
    service: 'letter',
    quote_id: expect.stringMatching(/^quote_[0-9a-z]{26}$/),
    country: 'US',
    summary: `A letter of 1 page to the US costs ${letterPrice().amount} USD, with no sales tax.`,
    color: false,
    pages: 1,
    registered: false,
    address_page: false,
    ...letterPrice(),
    content_hash: 'b333f07c6d5d782043fc724ed550ff99d1c4ee506ed61f44bd5b147ce982349a',
    expires_at: deps.clock.now() + 3_600_000,
    warnings: [],
  });
});

const orderSummary = `A letter of 1 page to "Ada Lovelace, 12 Analytical Way, Springfield, IL 62701", printed once it is paid, for ${letterPrice().amount} USD, with no sales tax.`;
const notLookedUp = {
  status: 'unknown',
  what: [],
  message: expect.stringContaining("We couldn't verify this address"),
};

test('the response to an order to the US has all its fields, and no tax', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  const { outcome, body } = await ordered(deps, orderFor(quote_id));
  expect(outcome).toBe('created');
  expect(body).toEqual({
    service: 'letter',
    job_id: expect.stringMatching(/^job_[0-9a-z]{26}$/),
    summary: orderSummary,
    status: 'awaiting_payment',
    payment_status: 'pending',
    ...letterPrice(),
    pages: 1,
    checkout_url: expect.stringContaining('http'),
    payment_mode: 'mock',
    pay_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8787\/v1\/pay\/pay_/),
    created_at: deps.clock.now(),
    expires_at: deps.clock.now() + 86_400_000,
    address_check: notLookedUp,
    warnings: [],
  });
});

test('the status of an unpaid job has all its fields, and nothing has started', async () => {
  const deps = memoryDeps();
  const { quote_id } = await quoted(deps);
  const { body: created } = await ordered(deps, orderFor(quote_id));
  expect((await ask(getJob, deps, { job_id: created.job_id }, caller)).body).toEqual({
    service: 'letter',
    job_id: created.job_id,
    summary: `${orderSummary} It is waiting for a payment of ${letterPrice().amount} USD; none has been received yet. It can be paid until 2026-11-22 12:00 UTC.`,
    status: 'awaiting_payment',
    payment_status: 'pending',
    fulfillment_status: 'not_started',
    delivery_status: 'untracked',
    ...letterPrice(),
    letter_id: null,
    error: null,
    created_at: deps.clock.now(),
    payment_mode: 'mock',
    refund: 'not_applicable',
    checkout_url: created.checkout_url,
    expires_at: created.expires_at,
    pages: 1,
    order_number: spokenOrderNumber(orderNumberOf(created.job_id as string)),
    address_check: notLookedUp,
    cancellable: true,
    timeline: [
      { step: 'ordered', at: deps.clock.now() },
      ...['paid', 'handed_over', 'printing', 'mailed'].map((step) => ({ step, at: null })),
    ],
    pay_url: created.pay_url,
    receipt_url: `${created.pay_url}/receipt`,
  });
});

test.each([
  [6, 'is folded, without a warning', false, []],
  [7, 'is mailed flat, with a warning', true, [expect.stringMatching(/7 sheets: it is mailed unfolded/)]],
])('a letter of %i sheets %s', async (sheets, _how, isFlat, expectedWarnings) => {
  const deps = memoryDeps();
  Object.assign(deps.settings, { flatFrom: partnerLimits('flatFromSheets', { PAYMENT_MODE: 'mock' }) });
  // A form feed starts a new page.
  const text = Array(sheets).fill('page').join('\f');
  const { quote_id, warnings, ...price } = await quoted(deps, { text });
  expect(price).toMatchObject({ pages: sheets, ...letterPrice({ pages: sheets }) });
  expect(warnings).toEqual(expectedWarnings);
  const request = { ...orderFor(quote_id), letter: { to: ada, from: ada, text } };
  const job = await jobOf(deps, (await ordered(deps, request)).body.job_id as string);
  expect(letter.stamps?.(job as Job<LetterOrder>)).toMatchObject({ showsWindows: !isFlat, isFlat });
});

test('the addresses on an envelope have their countries only if these differ', () => {
  const lastLines = (countryCode: 'US' | 'CA') => {
    const job = letterJob({}, { to: { ...order.to, countryCode } });
    const { to, from } = letter.stamps?.(job) ?? {};
    return [to?.at(-1), from?.at(-1)];
  };
  expect(lastLines('US')).toEqual(['Springfield IL 62701', 'Springfield IL 62701']);
  expect(lastLines('CA')).toEqual(['Canada', 'United States']);
});

test('a fax of many pages gets no warning about an envelope', async () => {
  const deps = memoryDeps();
  Object.assign(deps.settings, { flatFrom: partnerLimits('flatFromSheets', { PAYMENT_MODE: 'mock' }) });
  const text = Array(7).fill('page').join('\f');
  expect(await quotedAs(deps, 'fax', { html: undefined, text })).toMatchObject({ pages: 7, warnings: [] });
});
