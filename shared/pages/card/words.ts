/** The words of the card in a chat, in one language. The card itself holds none, so that it can be one static file. */
import { type Price, totalCents } from '../../core/money/price.ts';
import { cancelWords } from '../cancel.ts';
import { isUnconfirmed } from '../pay/address.ts';
import { changedFacts, changedLine } from '../pay/changed.ts';
import { orderHeading } from '../pay/heading.ts';
import { amountOf, linesOfValue, totalOf } from '../pay/money.ts';
import type { PayView } from '../pay/view.ts';
import { warningForPayers } from '../pay/warnings.ts';
import { standing } from '../progress.ts';
import { stageWords } from '../progress-words.ts';
import type { Reader } from '../reader.ts';
import type { CardWords, Timed } from './data.ts';

export function cardWords(view: PayView, reader: Reader): CardWords {
  const { say, sayKnown } = reader;
  const { progress, country } = view;
  const { status, tone } = stageWords(progress);
  return {
    seller: reader.operator.name,
    heading: orderHeading(view, reader),
    status: say(isReviewed(view) ? 'Review your order' : status),
    tone,
    notice: view.isTest ? say('Test mode: nothing is charged, mailed or faxed.') : undefined,
    lead: leadOf(view, reader),
    warnings: [...new Set(view.warnings.map((warning) => warningForPayers(warning, reader)))],
    facts: [
      ...view.facts.map((told) => ({
        label: sayKnown(told.label),
        lines: linesOfValue(told, reader, (money) => amountOf(money, country, reader)),
      })),
      ...changesIn(view, reader),
    ],
    bill: billOf(view, reader),
    times: timesOf(view, reader),
    // The page asks for a confirmation of the address first.
    pay: isUnconfirmed(view)
      ? undefined
      : view.payUrl && say('Pay {total}', { total: totalOf(view.price, country, reader) }),
    cancel: cancelOf(view, reader),
    refresh: say('Refresh'),
    open: say('Open the whole order'),
    page: say('Page {number} of {count}', { number: '{number}', count: '{count}' }),
    previous: say('Previous page'),
    next: say('Next page'),
    zoom: say('Enlarge'),
    shrink: say('Make smaller'),
    windows:
      view.stamps &&
      [
        say('The space at the top is for the addresses, which our print partner adds.'),
        view.stamps.isFlat ? say('It travels flat, in a large envelope.') : '',
      ]
        .filter(Boolean)
        .join(' '),
    missing: say('This page cannot be shown at the moment.'),
    wait: say('Please wait…'),
    copy: say('The link could not be opened from here. Please copy it:'),
  };
}

function changesIn(view: PayView, reader: Reader): CardWords['facts'] {
  const lines = [...changedFacts(view, reader), ...(view.changes?.lines ?? []).map(changedLine)];
  return lines.length === 0 ? [] : [{ label: reader.say('Changed since the last price you saw'), lines }];
}

const isReviewed = ({ payUrl, progress }: PayView): boolean => payUrl !== undefined && progress.stage === 'unpaid';

function leadOf(view: PayView, reader: Reader): string[] {
  if (isReviewed(view))
    return [reader.say('This is what will be sent. Nothing is charged until you pay on the next page.')];
  const { now, money, next } = standing(view.progress, reader);
  return [...now, ...(money === undefined ? [] : [money]), ...next];
}

function billOf({ price, country }: PayView, reader: Reader) {
  const { currency, amountCents, tax } = price;
  const line = (label: string, cents: number) => ({ label, amount: amountOf({ cents, currency }, country, reader) });
  const total = line(reader.say('Total'), totalCents(price satisfies Price));
  if (tax === undefined) return [total];
  return [line(reader.say('Price before tax'), amountCents), line(reader.sayKnown(tax.label), tax.cents), total];
}

function timesOf(view: PayView, { say }: Reader): Timed[] {
  const { progress, expiresAt } = view;
  const time = '{time}';
  if (isReviewed(view))
    return [
      ...(expiresAt === undefined
        ? []
        : [
            {
              text: say('It can be paid until {time}. After that it expires and nothing is charged.', { time }),
              at: expiresAt,
            },
          ]),
      { text: say('It can be cancelled before you pay, and then until our partner begins its work.') },
    ];
  if (progress.cancellable === undefined) return [];
  const { until } = progress.cancellable;
  return until === undefined
    ? [{ text: say('It can be cancelled until our partner begins its work.') }]
    : [{ text: say('It can be stopped until {time}.', { time }), at: until }];
}

/** An order that is not paid has nothing to refund. While its payment is under way, nothing is offered. */
function cancelOf(view: PayView, reader: Reader) {
  const { say } = reader;
  const button = say('Cancel this order');
  if (isReviewed(view))
    return {
      button,
      question: `${say('Cancel this order?')} ${say('Nothing was charged.')}`,
      yes: say('Yes, cancel'),
      no: say(cancelWords(view.progress).no),
    };
  if (view.progress.cancellable === undefined) return undefined;
  const question = say(cancelWords(view.progress).question, { total: totalOf(view.price, view.country, reader) });
  return { button, question, yes: say(cancelWords(view.progress).yes), no: say(cancelWords(view.progress).no) };
}
