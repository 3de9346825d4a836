/** The lists of partners' orders and of the payment provider's payments: many pages, any sort order, and faults. */
import { dayOf, spanOf } from '../../shared/domain/job/job.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { postgridLetters } from '../../shared/partners/postgrid/postgrid.ts';
import { stripePayments } from '../../shared/partners/stripe/stripe.ts';
import { telnyxFaxes } from '../../shared/partners/telnyx/telnyx.ts';
import { sampleRequest } from '../support/contracts/partner-promises.ts';
import { checkoutFor } from '../support/contracts/payment-promises.ts';
import { openPostgrid } from '../support/doubles/postgrid.ts';
import { startStripe } from '../support/doubles/stripe.ts';
import { telnyxDouble } from '../support/doubles/telnyx.ts';
import { TestClock } from '../support/fakes/clock.ts';

const log = { alarm: () => {} };
const hour = 3_600_000;

interface OpenPartner {
  readonly partner: Partner;
  /** Makes the next request for a list fail. */
  failList(): void;
  close(): Promise<unknown>;
}

type Open = (clock: TestClock) => Promise<OpenPartner>;

const postgrid =
  (listsOldestFirst: boolean): Open =>
  async (clock) => {
    const double = await openPostgrid({ now: () => clock.now(), listsOldestFirst });
    const { apiKey, baseUrl } = double;
    return {
      partner: postgridLetters({ apiKey, baseUrl, log }),
      failList: () => double.failNext('GET /letters', { status: 500, body: {} }),
      close: () => double.close(),
    };
  };

const partners: readonly (readonly [name: string, product: 'letter' | 'fax', open: Open])[] = [
  ['PostGrid, newest first', 'letter', postgrid(false)],
  ['PostGrid, oldest first', 'letter', postgrid(true)],
  [
    'Telnyx',
    'fax',
    async (clock) => {
      const double = await telnyxDouble({ clock });
      const partner = telnyxFaxes({ ...double.settings, baseUrl: double.base, clock, log });
      return { partner, failList: () => double.fault('list', 500), close: double.close };
    },
  ],
];

/** All pages of a list. */
async function pagesOf<Page extends { readonly next?: string }>(
  read: (after: string | undefined) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  do pages.push(await read(pages.at(-1)?.next));
  while (pages.at(-1)?.next !== undefined);
  return pages;
}

/** The references of all orders on a day, and the number of pages that listed them. */
async function allOn(partner: Partner, day: string) {
  const pages = await pagesOf((after) => partner.ordersOn(day, after));
  const references = pages.flatMap(({ orders }) => orders.map(({ reference }) => reference));
  return { references: references.sort(), pages: pages.length };
}

describe.each(partners)('%s', (_, product, open) => {
  let opened: OpenPartner;
  const clock = new TestClock();
  const references = Array.from({ length: 130 }, (_, i) => `job_${String(i).padStart(3, '0')}`);
  const untilMidnight = 24 * hour - (clock.now() % (24 * hour));
  const firstDay = clock.now() + untilMidnight;
  const day = dayOf(firstDay + 24 * hour);
  const order = async (reference: string) =>
    expect(await opened.partner.submit(sampleRequest(product, reference))).toMatchObject({ kind: 'accepted' });

  beforeAll(async () => {
    opened = await open(clock);
    // An order made at midnight belongs to the new day.
    await clock.advance(untilMidnight);
    await order('job_before');
    await clock.advance(24 * hour);
    for (const reference of references) await order(reference);
    await clock.advance(24 * hour);
    await order('job_after');
  });
  afterAll(() => opened.close());

  test('the list of a day has every order of the day, and no other order', async () => {
    expect(await allOn(opened.partner, day)).toMatchObject({ references });
    expect(await allOn(opened.partner, dayOf(firstDay))).toMatchObject({ references: ['job_before'] });
    expect(await allOn(opened.partner, dayOf(firstDay + 48 * hour))).toMatchObject({ references: ['job_after'] });
  });

  test('reading a list throws if the partner sends none', async () => {
    opened.failList();
    await expect(opened.partner.ordersOn(day)).rejects.toThrow(/sent no list/);
  });
});

test('PostGrid’s list is read no further back than the day if it is sorted newest first', async () => {
  const clock = new TestClock();
  const double = await openPostgrid({ now: () => clock.now() });
  const partner = postgridLetters({ apiKey: double.apiKey, baseUrl: double.baseUrl, log });
  for (let count = 0; count < 201; count += 1) await partner.submit(sampleRequest('letter', `job_${count}`));
  await clock.advance(24 * hour);
  expect((await allOn(partner, dayOf(clock.now()))).pages).toBe(1);
  await double.close();
});

test('Stripe’s charges and refunds are read over all pages, with each payment’s current state', async () => {
  const clock = new TestClock();
  const stripe = await startStripe({ now: () => clock.now() });
  const { secretKey, url: baseUrl } = stripe;
  const payments = stripePayments({ secretKey, webhookSecrets: [], baseUrl, operator: {}, clock, log });
  const jobIds = Array.from({ length: 105 }, (_, i) => `job_${String(i).padStart(3, '0')}`);
  for (const jobId of jobIds) stripe.pay((await payments.open(checkoutFor(jobId, clock.now()))).id);
  const firstDay = dayOf(clock.now());
  await clock.advance(24 * hour);
  // Each payment is 695 cents. One is refunded in part, and the others are refunded in full.
  const refunds = new Map(jobIds.map((jobId, i) => [jobId, i === 7 ? 95 : 695]));
  for (const { id, client_reference_id: jobId } of stripe.sessions.values())
    stripe.refundByHand(id, refunds.get(jobId ?? ''));
  const refundedCentsOn = async (day: string) => {
    const pages = await pagesOf((after) => payments.paymentsMovedWithin(spanOf(day), after));
    // Two pages of charges and one of refunds on the first day, and the other way around on the second.
    expect(pages).toHaveLength(3);
    const listed = pages.flatMap((page) => page.payments);
    return new Map(listed.map(({ jobId, refundedCents }) => [jobId, refundedCents]));
  };
  expect([...(await refundedCentsOn(firstDay)).keys()].sort()).toEqual(jobIds);
  expect(await refundedCentsOn(dayOf(clock.now()))).toEqual(refunds);
  stripe.fail('unavailable', /charges/);
  await expect(payments.paymentsMovedWithin(spanOf(firstDay))).rejects.toThrow(/^Stripe: list/);
  await stripe.close();
});
