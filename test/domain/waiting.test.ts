/** The reason a job waits, derived from its record alone. */

import { dayOf, paidOn, waiting } from '../../shared/domain/job/job.ts';
import { initialLifecycle, type Lifecycle } from '../../shared/domain/job/lifecycle.ts';

const now = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
const living = (fields: Partial<Lifecycle>): Lifecycle => ({ ...initialLifecycle(now), ...fields });
const partner = { id: 'fax_1', stage: 'in_progress', readAt: now } as const;

describe('waiting', () => {
  test('a job that is not paid waits for nothing of ours', () => {
    expect(waiting(living({}))).toBeUndefined();
  });

  test.each(['paid', 'submitting', 'cancelling'] as const)(
    'a job that is %s waits for its fulfillment since it was paid, however often it was tried',
    (state) => {
      const job = living({ state, firstSeenAt: { paid: now - 5 }, triesSince: now });
      expect(waiting(job)).toEqual({ for: 'fulfillment', since: now - 5 });
    },
  );

  test.each(['paid', 'submitting'] as const)(
    'a job that is %s and names its day waits from that day on, not from its payment',
    (state) => {
      const job = living({ state, firstSeenAt: { paid: now - 5 }, owedSince: now + 7 });
      expect(waiting(job)).toEqual({ for: 'fulfillment', since: now + 7 });
    },
  );

  test('a cancellation waits at once, however far the day of its job is', () => {
    const job = living({
      state: 'cancelling',
      firstSeenAt: { paid: now - 5 },
      owedSince: now + 7,
      triesSince: now - 1,
    });
    expect(waiting(job)).toEqual({ for: 'fulfillment', since: now - 1 });
  });

  test('a fax between two calls does not wait for a partner', () => {
    expect(waiting(living({ state: 'paid', firstSeenAt: { paid: now }, partner }))).toBeUndefined();
  });

  test.each(['cancelled', 'failed'] as const)('a job that is %s waits for its refund while one is owed', (state) => {
    expect(waiting(living({ state, refund: 'pending' }))).toEqual({ for: 'refund', since: now });
    expect(waiting(living({ state, refund: 'issued' }))).toBeUndefined();
    expect(waiting(living({ state, refund: 'contact_support' }))).toBeUndefined();
  });

  test('a parked job waits for a person, whatever its money does', () => {
    expect(waiting(living({ state: 'needs_review', refund: 'issued' }))).toEqual({ for: 'person', since: now });
  });

  test('a job that a partner holds waits for nothing', () => {
    expect(waiting(living({ state: 'fulfilled', firstSeenAt: { paid: now }, partner }))).toBeUndefined();
    expect(waiting(living({ state: 'recalling', firstSeenAt: { paid: now }, partner }))).toBeUndefined();
  });
});

describe('the day of payment', () => {
  test('the day of payment is in UTC, also for a wrong amount', () => {
    expect(paidOn(living({ firstSeenAt: { paid: now } }))).toBe('2026-11-21');
    expect(paidOn(living({ firstSeenAt: { wrong_amount: now + 1 } }))).toBe('2026-11-22');
    expect(paidOn(living({}))).toBeUndefined();
    expect(dayOf(0)).toBe('1970-01-01');
  });
});
