/** The words of the card in a chat: each stage of an order in both languages, and a page that is allowed nothing. */
import type { CardWords } from '../../shared/pages/card/data.ts';
import { cardView } from '../../shared/pages/card/view.ts';
import { cardWords } from '../../shared/pages/card/words.ts';
import type { PayView } from '../../shared/pages/pay/view.ts';
import { cures, type ProgressStage, progressStages, refunds } from '../../shared/pages/progress-words.ts';
import { moment, payView, progressView, readerOf } from '../support/pages/views.ts';

const unpaid = payView('Ada');
const at = (stage: ProgressStage, change: object = {}): PayView => ({
  ...unpaid,
  payUrl: undefined,
  progress: progressView('Ada', { stage, ...change }),
});
const english = (view: PayView) => cardWords(view, readerOf('Acme', { acceptLanguage: 'en', isTest: true }));
const french = (view: PayView) => cardWords(view, readerOf('Acme', { acceptLanguage: 'fr-CA', isTest: true }));

/** The texts of a card, except what its caller wrote. */
const texts = (words: CardWords) => [
  words.status,
  ...words.lead,
  ...words.times.map(({ text }) => text),
  words.refresh,
];

test.each(Object.keys(progressStages) as ProgressStage[])(
  '%s is said in both languages, with no placeholder but those of the card',
  (stage) => {
    const failure = stage === 'failed' ? { says: 'The receiving line was busy.', cause: 'line' } : undefined;
    const view = at(stage, { failure, cancellable: { until: moment } });
    const [one, other] = [english(view), french(view)];
    for (const [index, text] of texts(one).entries()) {
      expect(texts(other)[index]).not.toBe(text);
      expect(text.replace('{time}', '')).not.toMatch(/[{}]|undefined/);
    }
    expect(one.page).toBe('Page {number} of {count}');
    expect(one.pay).toBeUndefined();
  },
);

test('an order to pay names its seller, its tax, and what can be done', () => {
  const words = english({ ...unpaid, isTest: true });
  expect(words).toMatchObject({
    seller: 'Acme',
    status: 'Review your order',
    notice: 'Test mode: nothing is charged, mailed or faxed.',
    pay: 'Pay CA$6.95',
    cancel: { question: 'Cancel this order? Nothing was charged.', yes: 'Yes, cancel' },
    times: [
      { text: expect.stringContaining('until {time}'), at: moment },
      { text: expect.stringMatching(/before you pay/) },
    ],
  });
  expect(words.bill.map(({ amount }) => amount)).toEqual(['CA$6.15', 'CA$0.80', 'CA$6.95']);
});

test.each([
  ['with a time', { until: moment }, { text: 'It can be stopped until {time}.', at: moment }],
  ['without one', {}, { text: 'It can be cancelled until our partner begins its work.' }],
])('a paid order can be cancelled as long as its partner says, %s', (_, cancellable, time) => {
  const words = english(at('at_printer', { cancellable }));
  expect(words.times).toEqual([time]);
  expect(words.cancel?.question).toMatch(/CA\$6\.95 goes back/);
});

test('nothing is offered while a payment is under way, nor when it is too late', () => {
  for (const stage of ['money_under_way', 'confirming', 'printing', 'mailed', 'cancelled'] as const)
    expect(english(at(stage))).toMatchObject({ cancel: undefined, pay: undefined, times: [] });
});

test('an order that failed says why, how it stands, what becomes of the money, and what to do', () => {
  const failure = { says: 'The receiving line was busy.', cause: 'line' } as const;
  expect(english(at('failed', { failure, refund: 'issued' })).lead).toEqual([
    failure.says,
    progressStages.failed.lead,
    refunds.issued,
    cures.line,
  ]);
});

test('an address that is to be confirmed is confirmed on the page, before the card offers to pay', () => {
  const addressChoice = { kind: 'doubtful', token: 'abc', ordered: [], country: 'US', what: ['unit_missing'] } as const;
  expect(english({ ...payView(), addressChoice }).pay).toBeUndefined();
});

test('the page itself has no words, loads nothing and sends nothing anywhere', () => {
  expect(cardView).toContain('default-src &#39;none&#39;');
  expect(
    cardView
      .replace(/<(script|style|title)>.*?<\/\1>/gs, '')
      .replace(/<[^>]*>/g, '')
      .trim(),
  ).toMatch(/^[\s←→]*$/);
  expect(cardView).not.toMatch(/https?:|innerHTML|outerHTML|insertAdjacent|eval\(|fetch\(|import\(|XMLHttp/);
  expect(cardView.length).toBeLessThan(20_000);
});
