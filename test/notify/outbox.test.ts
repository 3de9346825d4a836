/** The outbox of one recipient: when its events are sent, in which order, and when we give up. */
import type { JobEvent } from '../../shared/domain/job/job.ts';
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
} from '../../shared/notify/outbox.ts';

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
  const claimedUntil = at + 45 * seconds;
  const claimed = withClaim(outbox, claimedUntil, at);
  const delivery = nextDelivery(claimed);
  if (delivery === undefined) return undefined;
  const { number } = delivery.event;
  return { at, number, outbox: afterAttempt(claimed, number, { at, outcome, code: 'x', ...more }, claimedUntil) };
}

/** All attempts if each has this outcome: the time since the first event, and the event's number. */
function attemptsOf(start: Outbox, outcome: Attempt['outcome']): (readonly [ms: number, number: number])[] {
  const attempts: (readonly [number, number])[] = [];
  for (let next = attempt(start, outcome); next !== undefined; next = attempt(next.outbox, outcome))
    attempts.push([next.at - birth, next.number]);
  return attempts;
}

test('a receiver that is down gets attempts on the schedule of Standard Webhooks until the third day ends', () => {
  const pauses = [5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 14 * hours, 20 * hours];
  const schedule = [0];
  for (const pause of pauses) schedule.push((schedule.at(-1) ?? 0) + pause);
  const attemptTimes = attemptsOf(withEvents(empty, [event(1)], birth), 'unreachable').map(([ms]) => ms);
  expect(attemptTimes.slice(0, -1)).toEqual(schedule);
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

test('while a receiver is unreachable, later events wait; while it refuses an event, the next one is sent', () => {
  const both = withEvents(empty, [event(1), event(2)], birth);
  const numbersSent = (outcome: Attempt['outcome']) => attemptsOf(both, outcome).map(([, number]) => number);
  expect(numbersSent('delivered')).toEqual([1, 2]);
  expect(numbersSent('unreachable').slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(numbersSent('refused').slice(0, 4)).toEqual([1, 2, 1, 2]);
});

test('new events are sent in order, even if the clock of another process says that a later one is due first', () => {
  const slowClock = birth - 5 * minutes;
  const outbox = withEvents(withEvents(empty, [event(1)], birth), [event(2)], slowClock);
  expect(attemptsOf(outbox, 'delivered').map(([, number]) => number)).toEqual([1, 2]);
});

test('a new event does not change when a failed one is sent again, and Retry-After is respected', () => {
  const first = withEvents(empty, [event(1)], birth);
  const notBefore = birth + 2 * hours;
  const failed = attempt(first, 'unreachable')?.outbox ?? empty;
  const failedWithRetryAfter = attempt(first, 'unreachable', { notBefore })?.outbox ?? empty;
  const soon = birth + 2 * seconds;
  const nextAttempt = (outbox: Outbox) => attempt(withEvents(outbox, [event(2)], soon), 'delivered');
  expect(nextAttempt(failed)).toMatchObject({ at: birth + 5 * seconds, number: 1 });
  expect(nextAttempt(failedWithRetryAfter)).toMatchObject({ at: notBefore, number: 1 });
  expect(outboxWakesAt(withResend(failedWithRetryAfter, 1, soon))).toBe(notBefore);
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

const emails = newOutbox({ id: 'emails_1', channel: 'email', jobId: 'job_1', to: 'ada@example.com' }, birth);

test('after a reader has stopped emails, later events are still tried, because the reader may have resumed them', () => {
  const stopped = attempt(withEvents(emails, [event(1, birth, 'letter.mailed')], birth), 'gone')?.outbox ?? emails;
  const later = withEvents(stopped, [event(2, birth + 1 * hours, 'letter.returned')], birth + 1 * hours);
  expect(statesOf(later)).toEqual(['given_up', 'waiting']);
});

test('a Retry-After beyond the third day delays neither a resent event nor those before it past that day', () => {
  const notBefore = birth + 30 * days;
  const { outbox } = attempt(withEvents(empty, [event(1), event(2)], birth), 'unreachable', { notBefore }) ?? {};
  for (const number of [1, 2])
    expect(outboxWakesAt(withResend(outbox ?? empty, number, birth))).toBeLessThan(birth + 3 * days);
});

test('an event that is added twice is in the outbox once', () => {
  const events = [event(1), event(2)];
  const once = withEvents(empty, events, birth);
  expect(withEvents(once, events, birth + 1)).toBe(once);
  expect(numbersOf(withEvents(once, [event(2), event(3)], birth + 1))).toEqual([1, 2, 3]);
});

const ended = [event(1), event(2, birth + 1_000, 'letter.failed')];
const refund = event(3, birth + 2_000, 'letter.refund_issued');

test('a payment, a failure and its refund are one email, whether they are added together or one by one', () => {
  expect(numbersOf(withEvents(emails, [...ended, refund], birth + 2_000))).toEqual([3]);
  const paid = withEvents(emails, ended.slice(0, 1), birth);
  const failed = withEvents(paid, ended.slice(1), birth + 1_000);
  expect([numbersOf(paid), numbersOf(failed)]).toEqual([[1], [2]]);
  const refunded = withEvents(failed, [refund], birth + 2_000);
  expect(numbersOf(refunded)).toEqual([3]);
  // A write that is repeated after a crash changes nothing.
  expect(withEvents(refunded, [...ended, refund], birth + 3_000)).toBe(refunded);
});

test('an email waits a minute after the end of an order, 5 seconds after a payment, and not at all after a lone refund', () => {
  expect(outboxWakesAt(withEvents(emails, ended, birth + 1_000))).toBe(birth + 61 * seconds);
  // Events that are added late don't wait.
  expect(outboxWakesAt(withEvents(emails, ended, birth + 5 * minutes))).toBe(birth + 5 * minutes);
  expect(outboxWakesAt(withEvents(emails, ended.slice(0, 1), birth))).toBe(birth + 5 * seconds);
  expect(outboxWakesAt(withEvents(emails, [refund], birth + 2_000))).toBe(birth + 2_000);
});

test('an email that was tried, or is about other events, is not replaced; a webhook gets every event without a wait', () => {
  const tried = attempt(withEvents(emails, ended, birth), 'unreachable')?.outbox ?? emails;
  expect(numbersOf(withEvents(tried, [refund], birth + 2 * minutes))).toEqual([2, 3]);
  const mailed = [event(1, birth, 'letter.mailed'), event(2, birth + 1, 'letter.returned')];
  expect(numbersOf(withEvents(emails, [...mailed, refund], birth + 2_000))).toEqual([1, 2, 3]);
  const posted = withEvents(empty, [...ended, refund], birth + 2_000);
  expect([numbersOf(posted), outboxWakesAt(posted)]).toEqual([[1, 2, 3], birth + 2_000]);
});

test('a process that stalled neither ends the next one’s claim nor undoes a delivery', () => {
  // The claim of the stalled process, and then that of the next one.
  const [firstClaim, secondClaim] = [birth + 45 * seconds, birth + 90 * seconds];
  const stalled = withClaim(withEvents(empty, [event(1)], birth), firstClaim, birth);
  const claimed = withClaim(stalled, secondClaim, firstClaim);
  const late = afterAttempt(claimed, 1, { at: birth, outcome: 'unreachable', code: 'timeout' }, firstClaim);
  expect(late.claimedUntil).toBe(secondClaim);
  const delivered = afterAttempt(claimed, 1, { at: birth, outcome: 'delivered', code: 'http_200' }, secondClaim);
  for (const outcome of ['unreachable', 'gone'] as const)
    expect(statesOf(afterAttempt(delivered, 1, { at: birth, outcome, code: 'x' }, firstClaim))).toEqual(['delivered']);
});

test('an event that is resent does not wait for one that failed', () => {
  let failing = withEvents(empty, [event(1), event(2)], birth);
  for (let tries = 0; tries < 6; tries += 1) failing = attempt(failing, 'unreachable')?.outbox ?? failing;
  const now = birth + 9 * hours;
  const first = attempt(withResend(failing, 2, now), 'delivered');
  expect(first).toMatchObject({ at: now, number: 1 });
  expect(first && attempt(first.outbox, 'delivered')).toMatchObject({ at: now, number: 2 });
});

test('only the latest thirty attempts are stored', () => {
  const codes = Array.from({ length: 31 }, (_, at) => `http_${500 + at}`);
  let outbox = withEvents(empty, [event(1)], birth);
  for (const [at, code] of codes.entries())
    outbox = afterAttempt(outbox, 1, { at: birth + at, outcome: 'unreachable', code }, birth);
  expect(outbox.deliveries[0]?.attempts.map(({ code }) => code)).toEqual(codes.slice(1));
});
