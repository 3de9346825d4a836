/** The outbox of one recipient: which events are sent when, in which order, and when we give up. */
import type { JobEvent } from '../../../shared/domain/job/job.ts';
import {
  type Attempt,
  afterAttempt,
  newOutbox,
  nextDelivery,
  type Outbox,
  outboxWakesAt,
  withClaim,
  withEvents,
  withResend,
} from '../../../shared/notify/outbox.ts';

const birth = Date.UTC(2026, 10, 21, 12);
const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

const event = (number: number, at = birth, type: JobEvent['type'] = 'letter.paid'): JobEvent => ({
  number,
  type,
  at,
  statuses: { status: 'paid', payment: 'paid', fulfillment: 'queued', delivery: 'not_started' },
});

const empty = newOutbox(
  { id: 'webhooks_1', channel: 'webhook', jobId: 'job_1', to: 'https://shop.example.com/hooks' },
  birth,
);

const numbersOf = ({ deliveries }: Outbox) => deliveries.map(({ event: { number } }) => number);
const statesOf = ({ deliveries }: Outbox) => deliveries.map(({ state }) => state);

/** One attempt at the next delivery, at its time; `undefined` if nothing is waiting. */
function attempt(outbox: Outbox, outcome: Attempt['outcome'], more: Partial<Attempt> = {}) {
  const at = outboxWakesAt(outbox);
  if (at === undefined) return undefined;
  const claim = at + 45 * seconds;
  const mine = withClaim(outbox, claim, at);
  const delivery = nextDelivery(mine);
  if (delivery === undefined) return undefined;
  const { number } = delivery.event;
  return { at, number, outbox: afterAttempt(mine, number, { at, outcome, code: 'x', ...more }, claim) };
}

/** All attempts if each has this outcome: the time since the first event, and the event's number. */
function attemptsOf(start: Outbox, outcome: Attempt['outcome']): (readonly [ms: number, number: number])[] {
  const made: (readonly [number, number])[] = [];
  for (let next = attempt(start, outcome); next !== undefined; next = attempt(next.outbox, outcome))
    made.push([next.at - birth, next.number]);
  return made;
}

test('a dead receiver gets attempts on the schedule of Standard Webhooks, a last one before the third day ends, and then none', () => {
  const waits = [0, 5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 14 * hours, 20 * hours];
  const sums = waits.map((_, at) => waits.slice(0, at + 1).reduce((sum, wait) => sum + wait, 0));
  const attemptTimes = attemptsOf(withEvents(empty, [event(1)], birth), 'unreachable').map(([ms]) => ms);
  expect(attemptTimes.slice(0, -1)).toEqual(sums);
  const last = attemptTimes.at(-1) ?? 0;
  expect(last).toBeGreaterThan(3 * days - 1 * hours);
  expect(last).toBeLessThan(3 * days - 15 * minutes);
});

test('a claim near the end of the third day makes no attempt, because it might arrive too late', () => {
  const waiting = withEvents(empty, [event(1)], birth);
  const late = birth + 3 * days - 12 * minutes;
  expect(statesOf(withClaim(waiting, late + 1, late))).toEqual(['given_up']);
  expect(statesOf(withClaim(waiting, late, late - 10 * minutes))).toEqual(['waiting']);
});

test('an unreachable receiver gets events in order; one that refuses an event gets the next one meanwhile', () => {
  const both = withEvents(empty, [event(1), event(2)], birth);
  const order = (outcome: Attempt['outcome']) => attemptsOf(both, outcome).map(([, number]) => number);
  expect(order('delivered')).toEqual([1, 2]);
  expect(order('unreachable').slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(order('refused').slice(0, 4)).toEqual([1, 2, 1, 2]);
});

test('an event that was not tried yet is sent before later ones, even if another clock says that those are due first', () => {
  const slowClock = birth - 5 * minutes;
  const outbox = withEvents(withEvents(empty, [event(1)], birth), [event(2)], slowClock);
  expect(attemptsOf(outbox, 'delivered').map(([, number]) => number)).toEqual([1, 2]);
});

test('a new event does not change when a failed one is sent again, and Retry-After is respected', () => {
  const first = withEvents(empty, [event(1)], birth);
  const notBefore = birth + 2 * hours;
  const [plain, asking] = [attempt(first, 'unreachable')?.outbox, attempt(first, 'unreachable', { notBefore })?.outbox];
  if (plain === undefined || asking === undefined) throw new Error('there was no attempt');
  const soon = birth + 2 * seconds;
  expect(attempt(withEvents(plain, [event(2)], soon), 'delivered')).toMatchObject({
    at: birth + 5 * seconds,
    number: 1,
  });
  expect(attempt(withEvents(asking, [event(2)], soon), 'delivered')).toMatchObject({ at: notBefore, number: 1 });
  expect(outboxWakesAt(withResend(asking, 1, soon))).toBe(notBefore);
});

test('a receiver that is gone gets no more events until a person resends one', () => {
  const gone = attempt(withEvents(empty, [event(1), event(2)], birth), 'gone')?.outbox ?? empty;
  const later = withEvents(gone, [event(3)], birth + 1 * hours);
  expect(statesOf(later)).toEqual(['given_up', 'given_up', 'given_up']);
  expect(outboxWakesAt(later)).toBeUndefined();
  const back = attempt(withResend(later, 2, birth + 2 * hours), 'delivered');
  expect(back).toMatchObject({ at: birth + 2 * hours, number: 2 });
  const after = withEvents(back?.outbox ?? empty, [event(4)], birth + 3 * hours);
  expect(statesOf(after)).toEqual(['given_up', 'delivered', 'given_up', 'waiting']);
});

test('emails that a reader has stopped are tried for later events, because the reader may have resumed them', () => {
  const emails = newOutbox({ id: 'emails_1', channel: 'email', jobId: 'job_1', to: 'ada@example.com' }, birth);
  const stopped = attempt(withEvents(emails, [event(1, birth, 'letter.mailed')], birth), 'gone')?.outbox ?? emails;
  const later = withEvents(stopped, [event(2, birth + 1 * hours, 'letter.returned')], birth + 1 * hours);
  expect(statesOf(later)).toEqual(['given_up', 'waiting']);
});

test('a Retry-After beyond the third day delays neither a resent event nor those before it past that day', () => {
  const notBefore = birth + 30 * days;
  const asking = attempt(withEvents(empty, [event(1), event(2)], birth), 'unreachable', { notBefore })?.outbox ?? empty;
  for (const number of [1, 2]) expect(outboxWakesAt(withResend(asking, number, birth))).toBeLessThan(birth + 3 * days);
});

test('an event that is added twice is in the outbox once', () => {
  const events = [event(1), event(2)];
  const once = withEvents(empty, events, birth);
  expect(withEvents(once, events, birth + 1)).toBe(once);
  expect(numbersOf(withEvents(once, [event(2), event(3)], birth + 1))).toEqual([1, 2, 3]);
});

describe('emails about events in quick succession', () => {
  const emails = newOutbox({ id: 'emails_1', channel: 'email', jobId: 'job_1', to: 'ada@example.com' }, birth);
  const ended = [event(1), event(2, birth + 1_000, 'letter.failed')];
  const refund = event(3, birth + 2_000, 'letter.refund_issued');

  test('a payment, a failure and its refund are one email, whether they are added together or one by one', () => {
    expect(numbersOf(withEvents(emails, [...ended, refund], birth + 2_000))).toEqual([3]);
    const one = withEvents(emails, ended.slice(0, 1), birth);
    const two = withEvents(one, ended.slice(1), birth + 1_000);
    expect([numbersOf(one), numbersOf(two)]).toEqual([[1], [2]]);
    const three = withEvents(two, [refund], birth + 2_000);
    expect(numbersOf(three)).toEqual([3]);
    // A write that is repeated after a crash changes nothing.
    expect(withEvents(three, [...ended, refund], birth + 3_000)).toBe(three);
  });

  test('an email waits a minute after the order’s end, 5 seconds after a payment, and not if it is late or about a refund alone', () => {
    expect(outboxWakesAt(withEvents(emails, ended, birth + 1_000))).toBe(birth + 61 * seconds);
    expect(outboxWakesAt(withEvents(emails, ended, birth + 5 * minutes))).toBe(birth + 5 * minutes);
    expect(outboxWakesAt(withEvents(emails, ended.slice(0, 1), birth))).toBe(birth + 5 * seconds);
    expect(outboxWakesAt(withEvents(emails, [refund], birth + 2_000))).toBe(birth + 2_000);
  });

  test('an email that was tried, or is about other events, is not replaced, and a webhook gets every event at once', () => {
    const tried = attempt(withEvents(emails, ended, birth), 'unreachable')?.outbox ?? emails;
    expect(numbersOf(withEvents(tried, [refund], birth + 2 * minutes))).toEqual([2, 3]);
    const mailed = [event(1, birth, 'letter.mailed'), event(2, birth + 1, 'letter.returned')];
    expect(numbersOf(withEvents(emails, [...mailed, refund], birth + 2_000))).toEqual([1, 2, 3]);
    const posted = withEvents(empty, [...ended, refund], birth + 2_000);
    expect([numbersOf(posted), outboxWakesAt(posted)]).toEqual([[1, 2, 3], birth + 2_000]);
  });
});

test('a process that stalled neither ends the next one’s claim nor undoes a delivery', () => {
  const waiting = withEvents(empty, [event(1)], birth);
  const second = withClaim(withClaim(waiting, birth + 45 * seconds, birth), birth + 90 * seconds, birth + 45 * seconds);
  const delivered = afterAttempt(
    second,
    1,
    { at: birth, outcome: 'delivered', code: 'http_200' },
    birth + 90 * seconds,
  );
  const late = afterAttempt(second, 1, { at: birth, outcome: 'unreachable', code: 'timeout' }, birth + 45 * seconds);
  expect(late.claimedUntil).toBe(birth + 90 * seconds);
  for (const outcome of ['unreachable', 'gone'] as const) {
    const after = afterAttempt(delivered, 1, { at: birth, outcome, code: 'x' }, birth + 45 * seconds);
    expect(statesOf(after)).toEqual(['delivered']);
  }
});

test('an event that is resent does not wait for one that failed', () => {
  let stuck = withEvents(empty, [event(1), event(2)], birth);
  for (let tries = 0; tries < 6; tries += 1) stuck = attempt(stuck, 'unreachable')?.outbox ?? stuck;
  const now = birth + 9 * hours;
  const first = attempt(withResend(stuck, 2, now), 'delivered');
  expect(first).toMatchObject({ at: now, number: 1 });
  expect(first && attempt(first.outbox, 'delivered')).toMatchObject({ at: now, number: 2 });
});

test('only the latest thirty attempts are stored', () => {
  const codes = Array.from({ length: 31 }, (_, at) => `http_${500 + at}`);
  const outbox = codes.reduce(
    (known, code, at) => afterAttempt(known, 1, { at: birth + at, outcome: 'unreachable', code }, birth),
    withEvents(empty, [event(1)], birth),
  );
  expect(outbox.deliveries[0]?.attempts.map(({ code }) => code)).toEqual(codes.slice(1));
});
