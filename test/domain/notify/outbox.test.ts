/** The outbox of one recipient: what is told when, in which order, and when nobody tries any more. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { JobEvent } from '../../../shared/domain/job/job.ts';
import {
  type Attempt,
  afterAttempt,
  claimed,
  newOutbox,
  nextDelivery,
  type Outbox,
  outboxWakesAt,
  resent,
  withEvents,
} from '../../../shared/notify/outbox.ts';
import { times } from '../../support/proofs.ts';

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

/** One attempt at the delivery that comes next, at its time; `undefined` if nothing waits. */
function told(outbox: Outbox, outcome: Attempt['outcome'], more: Partial<Attempt> = {}) {
  const at = outboxWakesAt(outbox);
  if (at === undefined) return undefined;
  const claim = at + 45 * seconds;
  const mine = claimed(outbox, claim, at);
  const delivery = nextDelivery(mine);
  if (delivery === undefined) return undefined;
  const { number } = delivery.event;
  return { at, number, outbox: afterAttempt(mine, number, { at, outcome, code: 'x', ...more }, claim) };
}

/** The attempts that follow if each ends like this: when, since the first event, and of which event. */
function attemptsOf(start: Outbox, outcome: Attempt['outcome']): (readonly [ms: number, number: number])[] {
  const made: (readonly [number, number])[] = [];
  for (let next = told(start, outcome); next !== undefined; next = told(next.outbox, outcome))
    made.push([next.at - birth, next.number]);
  return made;
}

const attemptsUntil = (outbox: Outbox, most: number, outcome: Attempt['outcome']): Outbox =>
  most === 0 ? outbox : attemptsUntil(told(outbox, outcome)?.outbox ?? outbox, most - 1, outcome);

test('a dead receiver gets attempts by the schedule of the standard, one more before the third day ends, and then none', () => {
  const waits = [0, 5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 14 * hours, 20 * hours];
  const sums = waits.map((_, at) => waits.slice(0, at + 1).reduce((sum, wait) => sum + wait, 0));
  const asked = attemptsOf(withEvents(empty, [event(1)], birth), 'unreachable').map(([ms]) => ms);
  expect(asked.slice(0, -1)).toEqual(sums);
  const last = asked.at(-1) ?? 0;
  expect(last).toBeGreaterThan(3 * days - 1 * hours);
  expect(last).toBeLessThan(3 * days - 15 * minutes);
});

test('a claim near the end of the third day makes no attempt, because its holder may be late', () => {
  const waiting = withEvents(empty, [event(1)], birth);
  const late = birth + 3 * days - 12 * minutes;
  expect(statesOf(claimed(waiting, late + 1, late))).toEqual(['given_up']);
  expect(statesOf(claimed(waiting, late, late - 10 * minutes))).toEqual(['waiting']);
});

test('a receiver that cannot be reached gets later events after earlier ones; one that refuses an event does not wait', () => {
  const both = withEvents(empty, [event(1), event(2)], birth);
  const order = (outcome: Attempt['outcome']) => attemptsOf(both, outcome).map(([, number]) => number);
  expect(order('delivered')).toEqual([1, 2]);
  expect(order('unreachable').slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(order('refused').slice(0, 4)).toEqual([1, 2, 1, 2]);
});

test('an event without an attempt holds later ones back, even if another clock says that those are due first', () => {
  const slowClock = birth - 5 * minutes;
  const outbox = withEvents(withEvents(empty, [event(1)], birth), [event(2)], slowClock);
  expect(attemptsOf(outbox, 'delivered').map(([, number]) => number)).toEqual([1, 2]);
});

test('a new event does not change the time of a failed one, and a receiver gets no attempt before its Retry-After', () => {
  const first = withEvents(empty, [event(1)], birth);
  const notBefore = birth + 2 * hours;
  const [plain, asking] = [told(first, 'unreachable')?.outbox, told(first, 'unreachable', { notBefore })?.outbox];
  if (plain === undefined || asking === undefined) throw new Error('nothing was told');
  const soon = birth + 2 * seconds;
  expect(told(withEvents(plain, [event(2)], soon), 'delivered')).toMatchObject({ at: birth + 5 * seconds, number: 1 });
  expect(told(withEvents(asking, [event(2)], soon), 'delivered')).toMatchObject({ at: notBefore, number: 1 });
});

test('a receiver that is gone gets no more events until a person resends one', () => {
  const gone = told(withEvents(empty, [event(1), event(2)], birth), 'gone')?.outbox ?? empty;
  const later = withEvents(gone, [event(3)], birth + 1 * hours);
  expect(statesOf(later)).toEqual(['given_up', 'given_up', 'given_up']);
  expect(outboxWakesAt(later)).toBeUndefined();
  const back = told(resent(later, 2, birth + 2 * hours), 'delivered');
  expect(back).toMatchObject({ at: birth + 2 * hours, number: 2 });
  const after = withEvents(back?.outbox ?? empty, [event(4)], birth + 3 * hours);
  expect(statesOf(after)).toEqual(['given_up', 'delivered', 'given_up', 'waiting']);
});

test('an outbox takes an event once, however often it is added', () => {
  const events = [event(1), event(2)];
  const once = withEvents(empty, events, birth);
  expect(withEvents(once, events, birth + 1)).toBe(once);
  expect(numbersOf(withEvents(once, [event(2), event(3)], birth + 1))).toEqual([1, 2, 3]);
});

describe('emails that follow at once (A9)', () => {
  const emails = newOutbox({ id: 'emails_1', channel: 'email', jobId: 'job_1', to: 'ada@example.com' }, birth);
  const ended = [event(1), event(2, birth + 1_000, 'letter.failed')];
  const refund = event(3, birth + 2_000, 'letter.refund_issued');

  test('a payment, an end and its refund are one email, in one write or in three', () => {
    expect(numbersOf(withEvents(emails, [...ended, refund], birth + 2_000))).toEqual([3]);
    const one = withEvents(emails, ended.slice(0, 1), birth);
    const two = withEvents(one, ended.slice(1), birth + 1_000);
    expect([numbersOf(one), numbersOf(two)]).toEqual([[1], [2]]);
    const three = withEvents(two, [refund], birth + 2_000);
    expect(numbersOf(three)).toEqual([3]);
    // A write that is repeated after a crash adds nothing again.
    expect(withEvents(three, [...ended, refund], birth + 3_000)).toBe(three);
  });

  test('the wait is stored, so a crash loses nothing, and it counts from the event', () => {
    expect(outboxWakesAt(withEvents(emails, ended, birth + 1_000))).toBe(birth + 61 * seconds);
    expect(outboxWakesAt(withEvents(emails, ended, birth + 5 * minutes))).toBe(birth + 5 * minutes);
    expect(outboxWakesAt(withEvents(emails, ended.slice(0, 1), birth))).toBe(birth + 5 * seconds);
    expect(outboxWakesAt(withEvents(emails, [refund], birth + 2_000))).toBe(birth + 2_000);
  });

  test('what was tried stays, other news stays, and a webhook gets every event at once', () => {
    const tried = told(withEvents(emails, ended, birth), 'unreachable')?.outbox ?? emails;
    expect(numbersOf(withEvents(tried, [refund], birth + 2 * minutes))).toEqual([2, 3]);
    const mailed = [event(1, birth, 'letter.mailed'), event(2, birth + 1, 'letter.returned')];
    expect(numbersOf(withEvents(emails, [...mailed, refund], birth + 2_000))).toEqual([1, 2, 3]);
    const posted = withEvents(empty, [...ended, refund], birth + 2_000);
    expect([numbersOf(posted), outboxWakesAt(posted)]).toEqual([[1, 2, 3], birth + 2_000]);
  });
});

test('a holder that stalled neither ends the claim of the next one nor undoes a delivery', () => {
  const waiting = withEvents(empty, [event(1)], birth);
  const second = claimed(claimed(waiting, birth + 45 * seconds, birth), birth + 90 * seconds, birth + 45 * seconds);
  const delivered = afterAttempt(
    second,
    1,
    { at: birth, outcome: 'delivered', code: 'http_200' },
    birth + 90 * seconds,
  );
  const late = afterAttempt(second, 1, { at: birth, outcome: 'unreachable', code: 'timeout' }, birth + 45 * seconds);
  expect(late.claimedUntil).toBe(birth + 90 * seconds);
  const after = afterAttempt(
    delivered,
    1,
    { at: birth, outcome: 'unreachable', code: 'timeout' },
    birth + 45 * seconds,
  );
  expect(statesOf(after)).toEqual(['delivered']);
});

interface Step {
  readonly afterMs: number;
  readonly act: 'event' | 'resend' | Attempt['outcome'];
  readonly number: number;
  readonly retryAfterMs: number | undefined;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    afterMs: fc.constantFrom(0, 1, 5 * seconds, 5 * minutes, 3 * hours, 20 * hours),
    act: fc.constantFrom<Step['act']>('event', 'event', 'resend', 'delivered', 'refused', 'unreachable', 'gone'),
    number: fc.integer({ min: 1, max: 6 }),
    retryAfterMs: fc.option(fc.constantFrom(1 * minutes, 8 * hours, 9 * days), { nil: undefined }),
  }),
  { minLength: 10, maxLength: 60, size: 'max' },
);

interface Moment {
  readonly before: Outbox;
  readonly after: Outbox;
  readonly now: number;
  /** The attempt that was made at this moment, if any. */
  readonly attempted?: { readonly number: number; readonly attempt: Attempt };
  readonly resentNumber?: number;
}

function* momentsOf(life: readonly Step[]): Generator<Moment> {
  let outbox = empty;
  let now = birth;
  for (const { afterMs, act, number, retryAfterMs } of life) {
    now += afterMs;
    const before = outbox;
    if (act === 'event') outbox = withEvents(outbox, [event(numbersOf(outbox).length + 1, now)], now);
    else if (act === 'resend') outbox = resent(outbox, number, now);
    else {
      const claim = now + 45 * seconds;
      const mine = claimed(outbox, claim, now);
      const next = nextDelivery(mine);
      if (next === undefined || next.nextAt > now) continue;
      const attempt = { at: now, outcome: act, code: 'x', notBefore: retryAfterMs && now + retryAfterMs };
      outbox = afterAttempt(mine, next.event.number, attempt, claim);
      yield { before, after: outbox, now, attempted: { number: next.event.number, attempt } };
      continue;
    }
    yield { before, after: outbox, now, ...(act === 'resend' && { resentNumber: number }) };
  }
}

const numRuns = times(5_000, 300, 'random lives of an outbox');

const deliveryOf = ({ deliveries }: Outbox, number: number) =>
  deliveries.find((delivery) => delivery.event.number === number);

/** All that holds at every moment of every life. */
const always: Readonly<Record<string, (moment: Moment) => boolean>> = {
  'no event is lost, doubled, moved or changed': ({ before, after }) =>
    new Set(numbersOf(after)).size === after.deliveries.length &&
    before.deliveries.every(({ event }, at) => isDeepStrictEqual(after.deliveries[at]?.event, event)),

  'what was delivered is sent again only on request': ({ before, after, resentNumber }) =>
    before.deliveries.every(
      ({ event, state }) =>
        state !== 'delivered' ||
        event.number === resentNumber ||
        deliveryOf(after, event.number)?.state === 'delivered',
    ),

  'nothing is attempted behind an earlier event that failed, or was not tried': ({ before, attempted }) =>
    attempted === undefined ||
    before.deliveries.every(({ event, state, tries, attempts, since }) => {
      const isOver = attempted.attempt.at >= since + 3 * days - 15 * minutes;
      const isBehind = event.number < attempted.number && state === 'waiting' && !isOver;
      return !isBehind || (attempts.at(-1)?.outcome === 'refused' && tries > 0);
    }),

  'nothing is attempted three days after the event or its resend': ({ before, attempted }) =>
    attempted === undefined || attempted.attempt.at < (deliveryOf(before, attempted.number)?.since ?? 0) + 3 * days,

  'a receiver gets nothing before its Retry-After, except the last attempt before the end': ({ before, attempted }) => {
    const asked = attempted && deliveryOf(before, attempted.number);
    const notBefore = asked?.attempts.at(-1)?.notBefore ?? 0;
    if (attempted === undefined || asked === undefined || asked.tries === 0) return true;
    return attempted.attempt.at >= Math.min(notBefore, asked.since + 3 * days - 1 * hours);
  },

  'an outbox is due as long as something waits, and only then': ({ after }) =>
    (outboxWakesAt(after) !== undefined) === statesOf(after).includes('waiting'),
};

test(`in every order of happenings ${Object.keys(always).join('; ')}; nothing reaches one that is gone`, () => {
  fc.assert(
    fc.property(steps, (life) => {
      let isGone = false;
      for (const moment of momentsOf(life)) {
        const broken = Object.keys(always).filter((promise) => always[promise]?.(moment) === false);
        const { attempted, resentNumber } = moment;
        // Until somebody asks for an event again.
        if (resentNumber !== undefined) isGone = false;
        if (isGone && attempted !== undefined) broken.push('nothing reaches a receiver that is gone');
        if (broken.length > 0) throw new Error(broken.join('; '));
        if (attempted !== undefined) isGone = attempted.attempt.outcome === 'gone';
      }
    }),
    { numRuns },
  );
});

test('an event that is resent does not wait behind one that failed', () => {
  const stuck = attemptsUntil(withEvents(empty, [event(1), event(2)], birth), 6, 'unreachable');
  const now = birth + 9 * hours;
  const first = told(resent(stuck, 2, now), 'delivered');
  expect(first).toMatchObject({ at: now, number: 1 });
  expect(first && told(first.outbox, 'delivered')).toMatchObject({ at: now, number: 2 });
});

test('the newest thirty attempts are remembered, and the oldest are forgotten', () => {
  const codes = Array.from({ length: 31 }, (_, at) => `http_${500 + at}`);
  const outbox = codes.reduce(
    (known, code, at) => afterAttempt(known, 1, { at: birth + at, outcome: 'unreachable', code }, birth),
    withEvents(empty, [event(1)], birth),
  );
  expect(outbox.deliveries[0]?.attempts.map(({ code }) => code)).toEqual(codes.slice(1));
});
