/** The page that cancels: it asks first, and says afterwards what is true. */
import { cancelPage } from '../../shared/pages/cancel.ts';
import { type ProgressStage, progressStages } from '../../shared/pages/progress-words.ts';
import { attribute, elements, textOf, words } from '../support/pages/reading.ts';
import { cancelView, moment, plainReader, progressView, readerOf } from '../support/pages/views.ts';

const buttons = (page: ReturnType<typeof cancelPage>) => elements(page).filter(({ tagName }) => tagName === 'button');

test('the question about canceling names the amount and the deadline, in a plain form with the token', () => {
  const page = cancelPage(cancelView('word', { token: 'abc' }), plainReader);
  expect(words(page)).toMatch(
    /Cancel this order\?.+CA\$6\.95 goes back to the card or account.+until March 14, 2026, 16:05 UTC/,
  );
  const [form] = elements(page).filter(({ tagName }) => tagName === 'form');
  expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', '/v1/pay/code/cancel']);
  const [token] = elements(page).filter(({ tagName }) => tagName === 'input');
  expect([attribute(token, 'name'), attribute(token, 'value')]).toEqual(['token', 'abc']);
  expect(buttons(page)).toHaveLength(1);
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
});

test.each([
  ['issued', 'We won’t send anything. Your payment was refunded'],
  ['pending', 'We won’t send anything. Your payment is being refunded.'],
  ['not_applicable', 'We won’t send anything. Nothing was charged.'],
  ['contact_support', 'refund your payment automatically. Contact support.'],
] as const)('cancelled, and the refund is %s', (refund, says) => {
  const page = cancelPage(
    cancelView('word', { outcome: 'cancelled', progress: progressView('word', { stage: 'cancelled', refund }) }),
    readerOf(),
  );
  expect(words(page)).toContain(says);
  expect(buttons(page)).toEqual([]);
});

test.each([
  ['mailed', 'It was mailed on March 14, 2026 and can’t be recalled.'],
  ['sent', 'It was sent on March 14, 2026 and can’t be recalled.'],
] as const)('%s mail says when it left', (name, says) => {
  const progress = progressView('word', { stage: name, steps: [{ name, at: moment }] });
  expect(words(cancelPage(cancelView('word', { outcome: 'declined', progress }), plainReader))).toContain(says);
});

test.each([
  [{ refund: 'issued' }, 'can’t undo this. Your payment was refunded', 'Yes, cancel'],
  [{ refundedInPart: { cents: 100, currency: 'USD' } }, '$1.12 goes back', 'Yes, cancel and refund'],
] as const)('the question names only the money that still goes back: %j', (money, says, button) => {
  const price = { currency: 'USD', amountCents: 212, priceList: '1' } as const;
  const progress = progressView('word', { stage: 'at_printer', cancellable: { until: moment }, ...money });
  const page = cancelPage(cancelView('word', { price, outcome: 'asks', progress }), plainReader);
  expect(words(page)).toContain(says);
  expect(buttons(page).map(textOf)).toEqual([button]);
});

test('the page says that another step is working on the order, or that the refund was refused', () => {
  expect(words(cancelPage(cancelView('word', { outcome: 'busy' }), plainReader))).toContain(
    'Please check again in a minute.',
  );
  expect(words(cancelPage(cancelView('word', { outcome: 'kept' }), readerOf()))).toMatch(
    /refused the refund, so the order continues and nothing has changed\. Contact support/,
  );
});

test.each(Object.keys(progressStages) as ProgressStage[])(
  'an order that is %s and cannot be cancelled has no button, and a reason',
  (stage) => {
    for (const outcome of ['asks', 'declined'] as const) {
      const page = cancelPage(cancelView('word', { outcome, progress: progressView('word', { stage }) }), plainReader);
      expect(buttons(page)).toEqual([]);
      const title =
        stage === 'cancelled' ? 'is canceled' : outcome === 'asks' ? 'can’t be canceled' : 'wasn’t canceled';
      expect(words(page)).toMatch(new RegExp(`${title} .{30,} Back to the order`));
    }
  },
);
