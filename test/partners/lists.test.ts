/** The lists of partners' orders and of the payment provider's payments: many pages, any sort order, and faults. */
import { dayOf, spanOf } from '../../shared/domain/job/job.ts';
import type { ListedOrder, Partner } from '../../shared/partners/partner.ts';
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

interface Opened {
  readonly partner: Partner;
  fails(): void;
  close(): Promise<unknown>;
}

type Open = (clock: TestClock) => Promise<Opened>;

const postgrid =
  (listsOldestFirst: boolean): Open =>
  async (clock) => {
    const double = await openPostgrid({ now: () => clock.now(), listsOldestFirst });
    const { apiKey, baseUrl } = double;
    return {
      partner: postgridLetters({ apiKey, baseUrl, log }),
      fails: () => double.failNext('GET /letters', { status: 500, body: {} }),
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
      return { partner, fails: () => double.fault('list', 500), close: double.close };
    },
  ],
];

async function allOn({ partner }: Opened, day: string) {
  const found: ListedOrder[] = [];
  let [pages, after]: [number, string | undefined] = [0, undefined];
  do {
    const { orders, next }: Awaited<ReturnType<Partner['ordersOn']>> = await partner.ordersOn(day, after);
    found.push(...orders);
    [pages, after] = [pages + 1, next];
  } while (after !== undefined);
  return { references: found.map(({ reference }) => reference).sort(), pages };
}

describe.each(partners)('%s', (_, product, open) => {
  let opened: Opened;
  const clock = new TestClock();
  const references = Array.from({ length: 130 }, (_each, at) => `job_${String(at).padStart(3, '0')}`);
  const untilMidnight = 24 * hour - (clock.now() % (24 * hour));
  const firstDay = clock.now() + untilMidnight;
  const day = dayOf(firstDay + 24 * hour);
  const order = async (reference: string) =>
    expect(await opened.partner.submit(sampleRequest(product, reference))).toMatchObject({ kind: 'accepted' });

  beforeAll(async () => {
    opened = await open(clock);
    // An order at midnight belongs to the day that begins.
    await clock.advance(untilMidnight);
    await order('job_before');
    await clock.advance(24 * hour);
    for (const reference of references) await order(reference);
    await clock.advance(24 * hour);
    await order('job_after');
  });
  afterAll(() => opened.close());

  test('lists every order of a day, and no other', async () => {
    expect(await allOn(opened, day)).toMatchObject({ references });
    expect(await allOn(opened, dayOf(firstDay))).toMatchObject({ references: ['job_before'] });
    expect(await allOn(opened, dayOf(firstDay + 48 * hour))).toMatchObject({ references: ['job_after'] });
  });

  test('throws if the partner fails, instead of listing nothing', async () => {
    opened.fails();
    await expect(opened.partner.ordersOn(day)).rejects.toThrow(/sent no list/);
  });
});

test('PostGrid’s list is read no further back than the day if it is sorted newest first', async () => {
  const clock = new TestClock();
  const double = await openPostgrid({ now: () => clock.now() });
  const opened = { partner: postgridLetters({ apiKey: double.apiKey, baseUrl: double.baseUrl, log }) } as Opened;
  for (let at = 0; at < 201; at += 1) await opened.partner.submit(sampleRequest('letter', `job_${at}`));
  await clock.advance(24 * hour);
  expect((await allOn(opened, dayOf(clock.now()))).pages).toBe(1);
  await double.close();
});

test('Stripe’s charges and refunds are read over all pages, with each payment’s current state', async () => {
  const clock = new TestClock();
  const stripe = await startStripe({ now: () => clock.now() });
  const { secretKey, url: baseUrl } = stripe;
  const payments = stripePayments({ secretKey, webhookSecrets: [], baseUrl, operator: {}, clock, log });
  const sold = Array.from({ length: 105 }, (_, at) => `job_${String(at).padStart(3, '0')}`);
  for (const jobId of sold) stripe.pay((await payments.open(checkoutFor(jobId, clock.now()))).id);
  const first = dayOf(clock.now());
  await clock.advance(24 * hour);
  const sums = new Map(sold.map((jobId, at) => [jobId, at === 7 ? 95 : 695]));
  for (const { id, client_reference_id: jobId } of stripe.sessions.values())
    stripe.refundByHand(id, sums.get(jobId ?? ''));
  const read = async (day: string) => {
    const found = new Map<string, number>();
    let [pages, after]: [number, string | undefined] = [0, undefined];
    do {
      const page: Awaited<ReturnType<typeof payments.paymentsMovedWithin>> = await payments.paymentsMovedWithin(
        spanOf(day),
        after,
      );
      for (const { jobId, refundedCents } of page.payments) found.set(jobId ?? '', refundedCents);
      [pages, after] = [pages + 1, page.next];
    } while (after !== undefined);
    // One of the two lists, of charges and of refunds, has a second page.
    expect(pages).toBe(3);
    return found;
  };
  expect([...(await read(first)).keys()].sort()).toEqual(sold);
  expect(await read(dayOf(clock.now()))).toEqual(sums);
  stripe.fail('unavailable', /charges/);
  await expect(payments.paymentsMovedWithin(spanOf(first))).rejects.toThrow(/^Stripe: list/);
  await stripe.close();
});
