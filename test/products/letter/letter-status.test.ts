/** The rules for fulfillment_status, delivery_status and tracking (docs/contract.md, "Job status"). */
import type { Lifecycle } from '../../../shared/domain/job/lifecycle.ts';
import type { Stage } from '../../../shared/domain/job/progress.ts';
import { showStatus } from '../../../shared/orders/follow/get-job.ts';
import { letter } from '../../../shared/products/letter/letter.ts';
import { fulfilled, job, type LetterJob, payment } from '../../support/letters.ts';

const deliveryOf = (letterJob: LetterJob) => letter.statusFields(letterJob).delivery_status;
const partner = { id: 'letter_1', stage: 'accepted', readAt: 0 } as const;
const tracking = { number: '9400', url: 'https://carrier.example/9400', carrier: 'USPS' };
const stages: readonly Stage[] = ['accepted', 'in_progress', 'dispatched', 'completed'];
const mailed: readonly Stage[] = ['dispatched', 'completed'];

const registered = { registered: true };
const paidIn = (state: Lifecycle['state'], changes: Partial<Lifecycle> = {}) => job({ state, payment, ...changes });
const withPartner = (stage: Stage, state: Lifecycle['state'] = 'fulfilled') => ({ ...fulfilled({ stage }), state });

test.each<[status: string, why: string, ...jobs: LetterJob[]]>([
  ['not_started', 'no one has paid', job(), job({ state: 'failed', error: 'card declined' })],
  ['queued', 'no partner has it yet', paidIn('paid'), paidIn('submitting'), paidIn('cancelling')],
  ['in_production', 'the partner is ready or printing', withPartner('accepted'), withPartner('in_progress')],
  ['in_production', 'the partner has been asked to stop', withPartner('accepted', 'recalling')],
  ['mailed', 'processed for delivery, or completed', withPartner('dispatched'), withPartner('completed')],
  ['failed', 'it could not be made', paidIn('failed', { refund: 'pending' }), withPartner('in_progress', 'failed')],
  [
    'cancelled',
    'before payment, after it or at the partner',
    job({ state: 'cancelled' }),
    paidIn('cancelled', { refund: 'issued' }),
    withPartner('accepted', 'cancelled'),
  ],
  ['unknown', 'the partner’s response was lost, and someone is looking into it', paidIn('needs_review')],
])('the fulfillment_status of a letter is %s: %s', (status, _why, ...jobs) => {
  for (const each of jobs) expect(letter.statusFields(each).fulfillment_status).toBe(status);
});

test('the delivery of standard mail is always untracked, even if the partner reports one', () => {
  const reported = fulfilled({ stage: 'completed', tracking, delivered: true, final: true });
  for (const each of [job(), reported, ...stages.map((stage) => fulfilled({ stage }))])
    expect(deliveryOf(each)).toBe('untracked');
});

const registeredLetter = (update: Partial<NonNullable<Lifecycle['partner']>>) => fulfilled(update, registered);

test.each<[status: string, why: string, ...jobs: LetterJob[]]>([
  [
    'untracked',
    'before it is mailed',
    job({}, registered),
    job({ state: 'paid', payment }, registered),
    registeredLetter({ stage: 'accepted' }),
    registeredLetter({ stage: 'in_progress' }),
  ],
  [
    'untracked',
    'before it is mailed, even with a tracking number',
    registeredLetter({ stage: 'in_progress', tracking }),
  ],
  ['awaiting_tracking', 'once mailed', ...mailed.map((stage) => registeredLetter({ stage }))],
  ['in_transit', 'with carrier tracking', ...mailed.map((stage) => registeredLetter({ stage, tracking, final: true }))],
  ['delivered', 'only with explicit evidence', registeredLetter({ stage: 'completed', tracking, delivered: true })],
])('the delivery of registered mail is %s: %s', (status, _why, ...jobs) => {
  for (const each of jobs) expect(deliveryOf(each)).toBe(status);
});

test('the status of a registered letter has the tracking number, link and carrier once the carrier has issued them', () => {
  expect(letter.statusFields(registeredLetter({ stage: 'dispatched', tracking }))).toMatchObject({
    tracking_number: '9400',
    tracking_url: 'https://carrier.example/9400',
    tracking_carrier: 'USPS',
  });
});

test('the status of a registered letter has no tracking link or carrier if the partner does not report them', () => {
  const fields = letter.statusFields(registeredLetter({ tracking: { number: '9400' } }));
  expect(fields).toHaveProperty('tracking_number', '9400');
  expect(JSON.stringify(fields)).not.toMatch(/tracking_url|tracking_carrier/);
});

test.each([
  ['a standard letter, even if the partner reports a number', fulfilled({ stage: 'completed', tracking })],
  ['a registered letter before the number is issued', registeredLetter({ stage: 'dispatched' })],
  ['a letter that no partner has', job({}, { registered: true })],
])('tracking is not shown for %s', (_, letterJob) => {
  for (const fields of [letter.statusFields(letterJob), letter.receiptFields(letterJob)])
    expect(Object.keys(fields).filter((name) => name.startsWith('tracking'))).toEqual([]);
});

test('letter_id is the partner’s id, and null until the partner has the letter', () => {
  const statusOf = (letterJob: LetterJob) => showStatus(letterJob, { paymentMode: 'mock' }, 0);
  expect(statusOf(fulfilled())).toHaveProperty('letter_id', 'letter_1');
  expect(statusOf(job({ state: 'submitting', payment }))).toHaveProperty('letter_id', null);
  expect(statusOf(job({ state: 'cancelled', payment, partner }))).toHaveProperty('letter_id', 'letter_1');
});
