/** The rules of fulfillment_status, delivery_status and tracking (docs/contract.md, "Job status"), one test a sentence. */
import type { Lifecycle } from '../../../shared/domain/job/lifecycle.ts';
import type { Stage } from '../../../shared/domain/job/progress.ts';
import { showStatus } from '../../../shared/orders/follow/get-job.ts';
import { letter } from '../../../shared/products/letter/letter.ts';
import { fulfilled, job, type LetterJob, payment } from '../../support/letters.ts';

const fulfillment = (one: LetterJob) => letter.statusFields(one).fulfillment_status;
const delivery = (one: LetterJob) => letter.statusFields(one).delivery_status;
const partner = { id: 'letter_1', stage: 'accepted', readAt: 0 } as const;
const tracking = { number: '9400', url: 'https://carrier.example/9400', carrier: 'USPS' };
const stages: readonly Stage[] = ['accepted', 'in_progress', 'dispatched', 'completed'];
const left: readonly Stage[] = ['dispatched', 'completed'];

describe('fulfillment_status', () => {
  test('not_started: nobody has paid', () => {
    expect(fulfillment(job())).toBe('not_started');
    expect(fulfillment(job({ state: 'failed', error: 'card declined' }))).toBe('not_started');
  });

  test('a job whose partner has not answered is queued', () => {
    for (const state of ['paid', 'submitting', 'cancelling'] as const)
      expect(fulfillment(job({ state, payment }))).toBe('queued');
  });

  test('in_production covers the partner’s ready and printing states', () => {
    expect(fulfillment(fulfilled({ stage: 'accepted' }))).toBe('in_production');
    expect(fulfillment(fulfilled({ stage: 'in_progress' }))).toBe('in_production');
  });

  test('mailed covers processed_for_delivery and completed', () => {
    expect(fulfillment(fulfilled({ stage: 'dispatched' }))).toBe('mailed');
    expect(fulfillment(fulfilled({ stage: 'completed', final: true }))).toBe('mailed');
  });

  test('while the partner is asked to stop, the letter is still in production', () => {
    expect(fulfillment({ ...fulfilled(), state: 'recalling' })).toBe('in_production');
  });

  test('failed: the paid letter could not be made', () => {
    expect(fulfillment(job({ state: 'failed', payment, refund: 'pending' }))).toBe('failed');
    expect(fulfillment({ ...fulfilled({ stage: 'in_progress' }), state: 'failed' })).toBe('failed');
  });

  test('cancelled: before or after payment, and also at the partner', () => {
    expect(fulfillment(job({ state: 'cancelled' }))).toBe('cancelled');
    expect(fulfillment(job({ state: 'cancelled', payment, refund: 'issued' }))).toBe('cancelled');
    expect(fulfillment({ ...fulfilled(), state: 'cancelled' })).toBe('cancelled');
  });

  test('unknown means that the partner’s answer was lost and cannot be found out by machine', () => {
    expect(fulfillment(job({ state: 'needs_review', payment }))).toBe('unknown');
  });
});

describe('delivery_status of standard mail', () => {
  test('always untracked', () => {
    for (const stage of stages) expect(delivery(fulfilled({ stage }))).toBe('untracked');
    expect(delivery(job())).toBe('untracked');
  });

  test('delivery is never claimed, whatever the partner says', () => {
    expect(delivery(fulfilled({ stage: 'completed', tracking, delivered: true, final: true }))).toBe('untracked');
  });
});

describe('delivery_status of registered mail', () => {
  const registered = { registered: true };
  const at = (news: Partial<NonNullable<Lifecycle['partner']>>) => delivery(fulfilled(news, registered));

  test('untracked before it is mailed', () => {
    expect(delivery(job({}, registered))).toBe('untracked');
    expect(delivery(job({ state: 'paid', payment }, registered))).toBe('untracked');
    expect([at({ stage: 'accepted' }), at({ stage: 'in_progress' })]).toEqual(['untracked', 'untracked']);
  });

  test('awaiting_tracking once mailed', () => {
    expect(left.map((stage) => at({ stage }))).toEqual(['awaiting_tracking', 'awaiting_tracking']);
  });

  test('in_transit when carrier tracking is available', () => {
    expect(left.map((stage) => at({ stage, tracking }))).toEqual(['in_transit', 'in_transit']);
  });

  test('a tracking number that was issued before the letter left does not yet move it', () => {
    expect(at({ stage: 'in_progress', tracking })).toBe('untracked');
  });

  test('delivered only on explicit carrier delivery evidence', () => {
    expect(at({ stage: 'completed', tracking, final: true })).toBe('in_transit');
    expect(at({ stage: 'completed', tracking, delivered: true })).toBe('delivered');
  });
});

describe('tracking', () => {
  test('a registered letter tells number, link and carrier once the carrier has issued them', () => {
    expect(letter.statusFields(fulfilled({ stage: 'dispatched', tracking }, { registered: true }))).toMatchObject({
      tracking_number: '9400',
      tracking_url: 'https://carrier.example/9400',
      tracking_carrier: 'USPS',
    });
  });

  test('link and carrier are left out where the partner does not know them', () => {
    const fields = letter.statusFields(fulfilled({ tracking: { number: '9400' } }, { registered: true }));
    expect(fields).toHaveProperty('tracking_number', '9400');
    expect(JSON.stringify(fields)).not.toMatch(/tracking_url|tracking_carrier/);
  });

  test.each([
    ['a standard letter, even where the partner names a number', fulfilled({ stage: 'completed', tracking })],
    ['a registered letter before the number is issued', fulfilled({ stage: 'dispatched' }, { registered: true })],
    ['a letter that no partner has', job({}, { registered: true })],
  ])('%s shows no tracking field', (_, one) => {
    for (const fields of [letter.statusFields(one), letter.receiptFields(one)])
      expect(Object.keys(fields).filter((name) => name.startsWith('tracking'))).toEqual([]);
  });
});

test('letter_id is the partner’s own id, and null until the partner has the letter', () => {
  const shown = (one: LetterJob) => showStatus(one, { paymentMode: 'mock' }, 0);
  expect(shown(fulfilled())).toHaveProperty('letter_id', 'letter_1');
  expect(shown(job({ state: 'submitting', payment }))).toHaveProperty('letter_id', null);
  expect(shown(job({ state: 'cancelled', payment, partner }))).toHaveProperty('letter_id', 'letter_1');
});
