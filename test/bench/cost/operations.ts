/** The usage of each operation: the real use cases on a metered table, by the processor's clock. */

import { ephemeralMb } from '../../../lib/cloud/stack/renderer.ts';
import { outboxIdOf } from '../../../shared/core/ids.ts';
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { papers } from '../../support/rendering/papers.ts';
import { median } from '../compare.ts';
import { htmlOf } from '../documents.ts';
import { keptMonths, livesInDays, platformLogBytes, waitsMs } from './assumed.ts';
import { abandoned, life, quote, reading } from './lives.ts';
import { type Operation, operation, rounds, usualLetter, wholeLife } from './operation.ts';
import { plus, type Usage } from './prices.ts';
import { lessOf, seen } from './seen.ts';
import { functionNamed, gb } from './usage.ts';

export interface News extends Operation {
  /** Attempts to tell an event. */
  readonly webhooks: number;
  readonly emails: number;
}

/** Of /tmp, which costs nothing. */
const freeScratchGb = 0.5;
const html = htmlOf(1);
const quoteMonths = 2 / 30;

const textQuote = async (): Promise<Operation> =>
  operation(await seen({ prepare: async () => undefined, act: quote }, 2 * rounds), { items: quoteMonths });

/** The printing itself on a warm browser; the function that asked waits for it and is billed as well. */
async function htmlQuote(base: Operation): Promise<Operation> {
  const ms: number[] = [];
  let pdfBytes = 0;
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    const printed = await printHtml(html, papers.letter);
    if (!printed.ok) throw new Error(printed.problem);
    pdfBytes = printed.pdf.length;
    if (round > 0) ms.push(performance.now() - started);
  }
  await closeBrowser();
  const printMs = median(ms) + waitsMs.object;
  const seconds = printMs / 1_000;
  const printing: Usage = {
    invocation: 1,
    x86GbSecond: seconds * (functionNamed('render').memoryMb / 1_024),
    scratchGbSecond: seconds * (ephemeralMb / 1_024 - freeScratchGb),
    objectPut: 1,
    objectGbMonth: (pdfBytes / gb) * quoteMonths,
    logGb: platformLogBytes.invocation / gb,
  };
  const waiting: Usage = { armGbSecond: seconds * (functionNamed('quote-letter').memoryMb / 1_024) };
  return { ...base, usage: plus(base.usage, printing, waiting), billedMs: base.billedMs + 2 * printMs };
}

/** A life that is told to a receiver and by e-mail, less one that is told to nobody. */
async function news({ seen: quiet }: Operation): Promise<News> {
  let [webhooks, emails] = [0, 0];
  const told = await seen(
    life({
      days: livesInDays.usual,
      notify: { webhook_url: 'https://shop.example.com/hooks', email: 'ada@example.com' },
      onEnd: async ({ deps }, jobId) => {
        webhooks = deps.receivers.heard.length;
        emails = (await deps.outboxes.get(outboxIdOf('email', jobId)))?.deliveries.length ?? 0;
      },
    }),
    rounds,
  );
  const more = lessOf(told, quiet);
  const { usage, ...rest } = operation(more, { items: keptMonths.items });
  return { ...rest, usage: plus(usage, { email: emails }), webhooks, emails };
}

/** By a program that asks once in a while: each time the partner is asked, too. */
const statusRead = async (): Promise<Operation> => operation(await seen(reading, 2 * rounds));

export async function operations() {
  const quotedText = await textQuote();
  const usual = await usualLetter();
  return {
    textQuote: quotedText,
    htmlQuote: await htmlQuote(quotedText),
    usualLetter: usual,
    unpaid: await wholeLife(abandoned),
    statusRead: await statusRead(),
    news: await news(usual),
  };
}

export type Operations = Awaited<ReturnType<typeof operations>>;
