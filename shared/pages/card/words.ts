/** The words of the card in a chat, in one language. The card itself holds none, so that it can be one static file. */
import { type Price, totalCents } from '../../core/product.ts';
import { isUnconfirmed } from '../pay/address.ts';
import { orderHeading } from '../pay/heading.ts';
import { amountOf, linesOfValue, totalOf } from '../pay/money.ts';
import type { PayView } from '../pay/view.ts';
import { warningForPayers } from '../pay/warnings.ts';
import { returnHints } from '../progress.ts';
import { cures, refunds, stages } from '../progress-words.ts';
import type { Reader } from '../reader.ts';

/** `{time}` in the text stands for `at`, Unix ms: the card knows its reader's time zone. */
interface Timed {
  readonly text: string;
  readonly at?: number | undefined;
}

export interface CardWords {
  /** The operator, to whom the payer pays. */
  readonly seller?: string | undefined;
  readonly heading: string;
  readonly status: string;
  readonly tone: string;
  readonly notice?: string | undefined;
  readonly lead: readonly string[];
  readonly warnings: readonly string[];
  readonly facts: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly bill: readonly { readonly label: string; readonly amount: string }[];
  readonly times: readonly Timed[];
  /** Missing while there is nothing to pay. */
  readonly pay?: string | undefined;
  /** Missing while it cannot be cancelled. */
  readonly cancel?: { readonly button: string; readonly question: string; readonly yes: string; readonly no: string };
  readonly refresh: string;
  readonly open: string;
  /** With `{number}` and `{count}`. */
  readonly page: string;
  readonly previous: string;
  readonly next: string;
  readonly zoom: string;
  readonly missing: string;
  readonly wait: string;
  readonly copy: string;
}

export function cardWords(view: PayView, reader: Reader): CardWords {
  const { say, sayKnown } = reader;
  const { progress, country } = view;
  const { status, tone } = stages[progress.stage];
  return {
    seller: reader.operator.name,
    heading: orderHeading(view, reader),
    status: say(isReviewed(view) ? 'Review your order' : status),
    tone,
    notice: view.isTest ? say('Test mode: nothing is charged, mailed or faxed.') : undefined,
    lead: leadOf(view, reader),
    warnings: [...new Set(view.warnings.map((warning) => warningForPayers(warning, reader)))],
    facts: view.facts.map((told) => ({
      label: sayKnown(told.label),
      lines: linesOfValue(told, reader, (money) => amountOf(money, country, reader)),
    })),
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
    zoom: say('Larger or smaller'),
    missing: say('This page cannot be shown at the moment.'),
    wait: say('Please wait…'),
    copy: say('The link could not be opened from here. Please copy it:'),
  };
}

const isReviewed = ({ payUrl, progress }: PayView): boolean => payUrl !== undefined && progress.stage === 'unpaid';

function leadOf(view: PayView, reader: Reader): string[] {
  const { say, sayKnown } = reader;
  const { stage, failure, refund } = view.progress;
  if (isReviewed(view)) return [say('This is what will be sent. Nothing is charged until you pay on the next page.')];
  const hasEnded = stage === 'cancelled' || stage === 'failed';
  return [
    ...(failure === undefined ? [] : [sayKnown(failure.says)]),
    say(stages[stage].lead),
    ...(hasEnded || (refund !== 'not_applicable' && stage !== 'expired') ? [say(refunds[refund])] : []),
    ...(failure === undefined ? [] : [say(cures[failure.cause])]),
    ...returnHints(view.progress, reader),
  ];
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
  const { progress, price, country } = view;
  const common = { button: say('Cancel this order'), no: say('No, keep the order') };
  if (isReviewed(view))
    return {
      ...common,
      question: `${say('Cancel this order?')} ${say('Nothing was charged.')}`,
      yes: say('Yes, cancel'),
    };
  if (progress.cancellable === undefined) return undefined;
  const total = totalOf(price, country, reader);
  return {
    ...common,
    question: say(
      'Nothing will be printed, mailed or faxed, and {total} goes back to the card or account it came from. This cannot be undone.',
      { total },
    ),
    yes: say('Yes, cancel and refund'),
  };
}
