/** The payer's view of an order in every state: the stage, the times, and the steps still to come. */
import { apply } from '../../../shared/domain/job/apply.ts';
import type { Job } from '../../../shared/domain/job/job.ts';
import type { Fact, FailureCause } from '../../../shared/domain/job/lifecycle.ts';
import type { ProductName } from '../../../shared/domain/names.ts';
import { progressOf } from '../../../shared/orders/follow/progress.ts';
import { failures } from '../../../shared/partners/telnyx/fax.ts';
import { businessDaysAfter, usualWait } from '../../../shared/products/arrival.ts';
import { productNamed } from '../../../shared/products/index.ts';
import { allSources } from '../../support/architecture/sources.ts';
import { memoryDeps } from '../../support/fakes/deps.ts';
import { placedAs } from '../../support/fakes/orders.ts';
import { atPartner, order, progressed, sample } from '../../support/lives.ts';
import { readerFor } from '../../support/pages/reader.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A job after these facts, one a minute. */
async function jobAfter(product: ProductName, ...facts: readonly Fact[]) {
  const deps = memoryDeps();
  const placed = await deps.jobs.get(await placedAs(deps, product));
  if (placed === undefined) throw new Error('no job');
  const { createdAt } = placed;
  let job: Job = placed;
  let now = createdAt;
  for (const fact of facts) {
    now += minute;
    const next = apply(job, fact, now);
    if (next === undefined) throw new Error(`${fact.kind} does not count`);
    job = next;
  }
  return { job, createdAt, now: now + minute };
}

const { paid, claimed, given_up, disputed, held, cancelled, checkout_expired } = sample;

const delivered = progressed('completed', { delivered: true });

type Row = readonly [stage: string, product: ProductName, ...facts: Fact[]];

const rows: readonly Row[] = [
  ['unpaid', 'letter'],
  ['handing_over', 'letter', paid],
  ['handing_over', 'letter', paid, claimed],
  ['at_printer', 'letter', ...atPartner],
  ['printing', 'letter', ...atPartner, progressed('in_progress')],
  ['mailed', 'letter', ...atPartner, progressed('dispatched')],
  ['mailed', 'check', ...atPartner, progressed('completed')],
  ['for_pickup', 'letter', ...atPartner, progressed('dispatched', { scans: [{ code: 'pickup_available' }] })],
  ['undelivered', 'letter', ...atPartner, progressed('dispatched', { scans: [{ code: 'issue' }] })],
  ['delivered', 'letter', ...atPartner, delivered],
  ['returned', 'letter', ...atPartner, progressed('dispatched', { returned: true })],
  ['returned', 'letter', ...atPartner, delivered, progressed('completed', { returned: true })],
  ['in_line', 'fax', ...atPartner],
  ['sending', 'fax', ...atPartner, progressed('in_progress')],
  ['trying_again', 'fax', ...atPartner, sample.round_failed],
  ['sent', 'fax', ...atPartner, progressed('completed')],
  ['stopping', 'letter', ...atPartner, sample.cancel_claimed],
  ['stopping', 'letter', paid, sample.cancel_claimed],
  ['needs_review', 'letter', paid, held],
  ['needs_review', 'letter', paid, claimed, given_up],
  ['disputed', 'letter', paid, disputed],
  ['expired', 'letter', checkout_expired],
  ['cancelled', 'letter', cancelled],
  ['cancelled', 'letter', ...atPartner, sample.cancel_claimed, sample.partner_cancelled],
  ['cancelled', 'letter', checkout_expired, paid],
  ['failed', 'letter', paid, claimed, sample.rejected],
  ['failed', 'fax', ...atPartner, sample.partner_failed],
  ['failed', 'letter', sample.payment_failed],
  ['failed', 'letter', sample.wrong_amount],
];

const titled = rows.map((row) => {
  const [stage, product, ...facts] = row;
  const kinds = facts.map(({ kind }) => kind).join(', ');
  return [`a ${product} after the facts [${kinds}] has the stage ${stage}`, row] as const;
});

test.each(titled)('%s', async (_, [stage, product, ...facts]) => {
  const { job, now } = await jobAfter(product, ...facts);
  const view = progressOf(job, now);
  expect(view.stage).toBe(stage);
  const [first, ...others] = view.steps;
  expect(first).toEqual({ name: 'ordered', at: job.createdAt });
  const times = view.steps.flatMap(({ at }) => at ?? []);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(new Set(others.map(({ name }) => name)).size).toBe(others.length);
  expect(JSON.stringify(view)).not.toContain(job.id);
});

test('the timeline has the time of each step, and the steps still to come', async () => {
  const { job, createdAt, now } = await jobAfter('letter', ...atPartner, progressed('in_progress'));
  expect(progressOf(job, now).refunded).toBeUndefined();
  expect(progressOf(job, now).steps).toEqual([
    { name: 'ordered', at: createdAt },
    { name: 'paid', at: createdAt + minute },
    { name: 'handed_over', at: createdAt + 3 * minute },
    { name: 'printing', at: createdAt + 4 * minute },
    { name: 'mailed', at: undefined },
  ]);
});

test('an order that was not paid in time is shown as expired, even before its expiry is recorded', async () => {
  const { job } = await jobAfter('letter');
  const end = job.checkout?.expiresAt ?? 0;
  expect(progressOf(job, end - 1).stage).toBe('unpaid');
  expect(progressOf(job, end)).toMatchObject({ stage: 'expired', expiredAt: end });
  const firstSeenAt = { ...job.firstSeenAt, checkout_expired: end + minute };
  const recorded = progressOf({ ...job, state: 'cancelled', firstSeenAt }, end + day);
  expect(recorded).toMatchObject({ stage: 'expired', expiredAt: end });
  expect(recorded.steps.map(({ name }) => name)).toEqual(['ordered', 'expired']);
});

test('a fax on hold has no estimate, and a fax that was never sent is not said to be past recall', async () => {
  const estimateAndDelivery = async (...facts: readonly Fact[]) => {
    const { job } = await jobAfter('fax', ...facts);
    return [usualWait(productNamed('fax'), job)?.unit, productNamed('fax').statements(job).at(-1)?.value];
  };
  expect(await estimateAndDelivery(paid)).toEqual(['minutes', 'By fax. Once it is sent, it cannot be recalled.']);
  expect((await estimateAndDelivery(paid, held))[0]).toBeUndefined();
  expect(await estimateAndDelivery(cancelled)).toEqual([undefined, 'By fax']);
});

test('an order on hold promises an update within a day, and shows when that is late', async () => {
  const { job, now } = await jobAfter('letter', paid, held);
  const newsBy = job.triesSince + day;
  expect(progressOf(job, now)).toMatchObject({ newsBy, isLate: false });
  expect(progressOf(job, newsBy)).toMatchObject({ newsBy, isLate: true });
});

const failed = (cause: FailureCause): Fact => ({ kind: 'partner_failed', error: 'The line is bad.', cause });

test.each<[string, readonly Fact[], string, string | undefined]>([
  ['a bad line', [...atPartner, failed('line')], 'The line is bad.', 'line'],
  ['our account', [...atPartner, failed('account')], 'A problem on our side stopped the fax.', 'account'],
  ['a wrong amount', [sample.wrong_amount], 'The amount paid was not the amount approved.', 'payment'],
  ['a failed payment', [sample.payment_failed], 'The payment has failed.', 'payment'],
  ['a lost dispute', [paid, disputed, sample.dispute_lost], 'the bank has decided for the payer', 'payment'],
])('the payer of a fax that failed because of %s sees the reason', async (_, facts, reason, cause) => {
  const { job, now } = await jobAfter('fax', ...facts);
  expect(progressOf(job, now).failure).toEqual({ says: reason, cause });
});

test('every reason for a failure that a payer may see has a French translation', () => {
  const { translate } = readerFor({ acceptLanguage: 'fr', operator: {}, isTest: false });
  /** The sources with reasons for a failure. */
  const sources =
    /^shared\/(?:partners\/(?:postgrid|simulated|telnyx)|orders\/(?:submit|pay|events|follow)|web\/operator)\//;
  // Sentences in quotes after one of these names.
  const inSources = allSources()
    .filter(({ file }) => sources.test(file))
    .flatMap(({ text }) => [...text.matchAll(/\b(?:error|reason|says)(?::| =) '([A-Z][^'\n]*\.)'/g)])
    .map(([, sentence = '']) => sentence);
  // The excluded reasons are about orders that wait, which the page describes in its own words.
  const reasons = [...inSources, ...[...failures.values()].map(([, , sentence]) => sentence)].filter(
    (reason) => !/a person is looking|Nothing was charged|The fax account of this service/.test(reason),
  );
  expect(reasons.length).toBeGreaterThan(30);
  expect(reasons.filter((reason) => translate(reason) === reason)).toEqual([]);
});

const registeredJobAfter = async (...facts: readonly Fact[]) => {
  const letter = await jobAfter('letter', ...facts);
  const job = { ...letter.job, order: { ...(letter.job.order as object), registered: true } };
  return { ...letter, job };
};

test('registered mail has a tracking number once the partner reports it, and a delivery step to come', async () => {
  const { job, now } = await registeredJobAfter(
    ...atPartner,
    progressed('dispatched', { tracking: { number: '9407 1000 0000 0000 0000 00' } }),
  );
  expect(progressOf(job, now)).toMatchObject({
    tracking: { number: '9407 1000 0000 0000 0000 00', carrier: 'USPS' },
    steps: expect.arrayContaining([{ name: 'delivered', at: undefined }]),
    awaitsTracking: false,
  });
  const mailed = await registeredJobAfter(...atPartner, progressed('dispatched'));
  expect(progressOf(mailed.job, mailed.now).awaitsTracking).toBe(true);
});

test('unregistered mail has no tracking number, even if the partner reports one', async () => {
  const { job, now } = await jobAfter(
    'letter',
    ...atPartner,
    progressed('dispatched', { tracking: { number: '1234' } }),
  );
  const view = progressOf(job, now);
  expect([view.tracking, view.awaitsTracking]).toEqual([undefined, false]);
  expect(view.steps.map(({ name }) => name)).not.toContain('delivered');
});

test('the expected arrival counts business days from the payment, then from the mailing, and disappears after its last day', async () => {
  const { job, now } = await jobAfter('letter', ...atPartner);
  const paidAt = job.firstSeenAt.paid ?? 0;
  const [from, to] = [2, 7].map((days) => businessDaysAfter(paidAt, days));
  expect(progressOf(job, now).arrival).toEqual({ from, to, carrier: 'USPS', source: expect.stringContaining('USPS') });
  const mailed = await jobAfter('letter', ...atPartner, progressed('dispatched'));
  const mailedAt = mailed.job.firstSeenAt.dispatched ?? 0;
  const { arrival } = progressOf(mailed.job, mailed.now);
  expect(arrival).toMatchObject({ from: businessDaysAfter(mailedAt, 1), to: businessDaysAfter(mailedAt, 5) });
  expect(progressOf(mailed.job, (arrival?.to ?? 0) + 1).arrival).toBeUndefined();
  const undelivered = await jobAfter('letter', ...atPartner, progressed('dispatched', { scans: [{ code: 'issue' }] }));
  expect(progressOf(undelivered.job, undelivered.now).arrival).toBeUndefined();
});

test.each([
  ['Friday', '2026-11-20', 1, '2026-11-23'],
  ['Monday', '2026-11-23', 5, '2026-11-30'],
  ['Sunday', '2026-11-22', 1, '2026-11-23'],
  ['Monday', '2026-11-23', 0, '2026-11-23'],
])('from %s, %s, %i business days end on %s', (_, from, days, to) => {
  expect(new Date(businessDaysAfter(Date.parse(from), days)).toISOString().slice(0, 10)).toBe(to);
});

test('the page offers to cancel a paid order, with the deadline if the partner reports it', async () => {
  const accepted = { kind: 'accepted', order: { ...order, newsAt: Number.MAX_SAFE_INTEGER } } as const;
  const { job, now } = await jobAfter('letter', paid, claimed, accepted);
  expect(progressOf(job, now).cancellable).toEqual({ until: Number.MAX_SAFE_INTEGER });
  expect(progressOf(job, Number.MAX_SAFE_INTEGER).cancellable).toEqual({ until: undefined });
  const withoutDeadline = await jobAfter('letter', ...atPartner);
  expect(progressOf(withoutDeadline.job, withoutDeadline.now).cancellable).toEqual({ until: undefined });
  const unsubmitted = await jobAfter('letter', paid);
  expect(progressOf(unsubmitted.job, unsubmitted.now).cancellable).toEqual({ until: undefined });
  const unpaid = await jobAfter('letter');
  expect(progressOf(unpaid.job, unpaid.now).cancellable).toBeUndefined();
});
