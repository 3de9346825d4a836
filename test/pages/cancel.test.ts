/** The page for canceling an order, the test checkout, and the cards of the mailbox. */
import { cancelPage } from '../../shared/pages/cancel.ts';
import { checkoutPage } from '../../shared/pages/checkout.ts';
import { type Card, mailboxPage } from '../../shared/pages/mailbox.ts';
import type { ProgressView } from '../../shared/pages/progress.ts';
import { progressStages } from '../../shared/pages/progress-words.ts';
import { attribute, elements, pageText, textOf } from '../support/pages/reading.ts';
import {
  cancelView,
  checkFace,
  checkoutView,
  mailboxCard,
  mailboxView,
  moment,
  plainReader,
  progressView,
  readerOf,
} from '../support/pages/views.ts';

const cancelPageWith = (change: Parameters<typeof cancelView>[1], reader = plainReader) =>
  cancelPage(cancelView('word', change), reader);

test('the question about canceling names the amount and the deadline, in a form with the token', () => {
  const page = cancelPageWith({ token: 'abc' });
  expect(pageText(page)).toMatch(
    /Cancel this order\?.+CA\$6\.95 goes back to the card or account.+until March 14, 2026 at 4:05 PM UTC/,
  );
  const [form] = elements(page, 'form');
  expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/v1/pay/code/cancel']);
  const [token] = elements(page, 'input');
  expect([attribute(token, 'name'), attribute(token, 'value')]).toEqual(['token', 'abc']);
  expect(elements(page, 'button')).toHaveLength(1);
});

test.each([
  ['issued', 'We won’t send anything. Your payment was refunded'],
  ['pending', 'We won’t send anything. Your payment is being refunded.'],
  ['not_applicable', 'We won’t send anything. Nothing was charged.'],
  ['contact_support', 'refund your payment automatically. Contact support.'],
] as const)('the page of a canceled order explains the refund status “%s”', (refund, sentence) => {
  const progress = progressView('word', { stage: 'cancelled', refund });
  const page = cancelPageWith({ outcome: 'cancelled', progress }, readerOf());
  expect(pageText(page)).toContain(sentence);
  expect(elements(page, 'button')).toEqual([]);
});

test.each([
  [{ refund: 'issued' }, 'can’t undo this. Your payment was refunded', 'Yes, cancel'],
  [{ refundedInPart: { cents: 100, currency: 'USD' } }, '$1.12 goes back', 'Yes, cancel and refund'],
] as const)('the question mentions only money that has not been refunded yet: %j', (money, sentence, button) => {
  const price = { currency: 'USD', amountCents: 212, priceList: '1' } as const;
  const progress = progressView('word', { stage: 'at_printer', cancellable: { until: moment }, ...money });
  const page = cancelPageWith({ price, outcome: 'undecided', progress });
  expect(pageText(page)).toContain(sentence);
  expect(elements(page, 'button').map(textOf)).toEqual([button]);
});

test('the cancellation page says if the order is being worked on, or if its refund was refused', () => {
  expect(pageText(cancelPageWith({ outcome: 'busy' }))).toContain('Please check again in a minute.');
  expect(pageText(cancelPageWith({ outcome: 'refund_refused' }, readerOf()))).toMatch(
    /refused the refund, so the order continues and nothing has changed\. Contact support/,
  );
});

test('the cancellation page says when an order was mailed, and that it can’t be recalled', () => {
  const progress = progressView('word', { stage: 'mailed', steps: [{ name: 'mailed', at: moment }] });
  const sentence = 'It was mailed on March 14, 2026 and can’t be recalled.';
  expect(pageText(cancelPageWith({ outcome: 'declined', progress }))).toContain(sentence);
});

test.each(Object.keys(progressStages) as ProgressView['stage'][])(
  'if an order in the stage %s cannot be canceled, its page has no button and says why',
  (stage) => {
    const isUnpaid = ['unpaid', 'still_open', 'preparing'].includes(stage);
    const titles = { undecided: isUnpaid ? 'nothing to cancel yet' : 'can’t be canceled', declined: 'wasn’t canceled' };
    for (const outcome of ['undecided', 'declined'] as const) {
      const page = cancelPageWith({ outcome, progress: progressView('word', { stage }) });
      expect(elements(page, 'button')).toEqual([]);
      const title = stage === 'cancelled' ? 'is canceled' : titles[outcome];
      expect(pageText(page)).toMatch(new RegExp(`${title} .{30,} Back to the order`));
    }
  },
);

const outcomes = ['pay', 'decline', 'expire'];
const outcomeForm = ['post', '/v1/checkout/word'];

test.each([
  ['open', outcomes, [outcomeForm], 'self'],
  ['declined', outcomes, [outcomeForm], 'self'],
  ['paid', [], [], 'none'],
  ['expired', [], [], 'none'],
] as const)(
  'a test checkout that is %s says that it is a test, shows a message, links to the order, and offers %j',
  (status, actions, forms, formAction) => {
    const message = 'The test payment went through. No money moved.';
    const page = checkoutPage({ ...checkoutView(), status, message }, plainReader);
    expect(pageText(page)).toMatch(/^Test checkout: .* No money moves\./);
    expect(elements(page).some((element) => attribute(element, 'role') === 'alert')).toBe(true);
    expect(attribute(elements(page, 'a').at(-1), 'href')).toBe('/v1/pay/code');
    expect(elements(page, 'button').map((button) => [attribute(button, 'name'), attribute(button, 'value')])).toEqual(
      actions.map((action) => ['action', action]),
    );
    expect(elements(page, 'form').map((form) => [attribute(form, 'method'), attribute(form, 'action')])).toEqual(forms);
    expect(page.headers['content-security-policy']).toContain(`form-action '${formAction}'`);
  },
);

const mailboxWithCard = (change: Partial<Card> = {}) =>
  mailboxPage(mailboxView('Ada', [mailboxCard('Ada', { jobId: 'job_1', ...change })]), plainReader);

test('a mailbox card links to the pay page, status, receipt, partner’s record and PDF, and shows page 1', () => {
  const links = elements(mailboxWithCard(), 'a').map((link) => [textOf(link), attribute(link, 'href')]);
  const paths = { 'Pay page': '/pay', Status: '/status', Receipt: '/receipt', Record: '/record', PDF: '/document' };
  expect(Object.fromEntries(links)).toMatchObject(paths);
  expect(pageText(mailboxWithCard({ status: 'awaiting_payment' }))).not.toContain('Receipt');
  const [image] = elements(mailboxWithCard({ kind: 'fax', title: '+1 212-555-0147' }), 'img');
  expect([attribute(image, 'src'), attribute(image, 'alt')]).toEqual(['/preview', 'Page 1, fax to +1 212-555-0147']);
});

test('a mailbox card shows the order’s number, amount, time and readable status', () => {
  const page = mailboxWithCard({ orderNumber: 'A02JKWNWFH', status: 'in_production' });
  expect(pageText(page)).toMatch(/Letter In production .* A02JKWNWFH · \$2\.12 · Mar 14, 4:05\sPM UTC Pay page/);
  expect(pageText(mailboxWithCard({ status: 'cancelled' }))).toContain('Letter Canceled');
});

test('the mailbox card of a check shows a drawn check, void in test mode', () => {
  const card = mailboxCard('Ada', { kind: 'check', previewUrl: null, attempts: [], checkFace: checkFace('Ada') });
  const text = pageText(mailboxPage(mailboxView('Ada', [card]), { ...plainReader, isTest: true }));
  expect(text).toMatch(/Pay to the order of Ada .*\$1,250\.00.*VOID/);
  expect(text).not.toContain('No document');
});

test('the buttons of a mailbox card are in a form with the job and the secret; without buttons there is no form', () => {
  const page = mailboxWithCard({ actions: ['mail', 'fail'], notes: ['The partner will refuse it.'] });
  const [form] = elements(page, 'form');
  expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/_mailbox/job_1']);
  const fields = elements(page, 'input').map((field) => [attribute(field, 'name'), attribute(field, 'value')]);
  expect(fields).toEqual([['secret', 'secret']]);
  const buttons = elements(page, 'button').map((each) => `${attribute(each, 'value')}: ${textOf(each)}`);
  expect(buttons).toEqual(['mail: Mail it', 'fail: Make it fail']);
  expect(pageText(page)).toContain('The partner will refuse it.');
  expect(elements(mailboxWithCard({ actions: [] }), 'form')).toEqual([]);
});
