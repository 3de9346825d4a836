/** The usage of each operation: the real use cases on a metered table, by the processor's clock. */
import { ephemeralMb } from '../../../lib/cloud/stack/renderer.ts';
import { outboxIdOf } from '../../../shared/core/ids.ts';
import { keptMonths, livesInDays, payer, perJob, platformLogBytes, waitsMs } from './assumed.ts';
import { abandoned, life, payPageSeen, quote } from './lives.ts';
import { gb, type Operation, operation, rounds, usualLetter, wholeLife } from './operation.ts';
import { plus, type Usage } from './prices.ts';
import { functionOf, gbOf, rowOf } from './rows.ts';
import { lessOf, type Seen, seen } from './seen.ts';

export interface News extends Operation {
  /** Attempts to tell an event. */
  readonly webhooks: number;
  readonly emails: number;
}

/** The part of /tmp that costs nothing. */
const freeScratchGb = 0.5;
/** A full page as PDF, and as a picture. */
const pageBytes = { pdf: 40_000, picture: 124_000 };

const calling = (name: string, { byFunction, ...use }: Seen): Seen => ({
  ...use,
  byFunction: new Map([...byFunction, [name, 1]]),
});

/** The printing itself, which stores the PDF in place of the text; the function that asked waits for it and is billed as well. */
function htmlQuote(base: Operation): Operation {
  const seconds = (waitsMs.print + waitsMs.object) / 1_000;
  const more: Usage = {
    invocation: 1,
    x86GbSecond: seconds * gbOf(rowOf('render')),
    armGbSecond: seconds * gbOf(rowOf('POST /v1/quotes')),
    scratchGbSecond: seconds * (ephemeralMb / 1_024 - freeScratchGb),
    objectGbMonth: (pageBytes.pdf / gb) * keptMonths.quotes,
    logGb: platformLogBytes.invocation / gb,
  };
  const billedMs = base.billedMs + 2_000 * seconds;
  return { usage: plus(base.usage, more), billedMs, seen: calling('render', base.seen) };
}

/** A picture of a page is drawn once; the page that shows it is counted by itself. */
function picture({ seen: page }: Operation): Operation {
  const row = rowOf('GET /v1/pay/{code}/pages/{page}');
  const billedMs = waitsMs.picture + 3 * waitsMs.object;
  const use = {
    ...calling(functionOf(row), { ...page, byFunction: new Map() }),
    ...{ objectPuts: 1, objectGets: 2, answerBytes: pageBytes.picture, documentBytes: pageBytes.picture, cpuMs: 0 },
    ...{ waitedMs: billedMs, waitedGbSeconds: (billedMs / 1_000) * gbOf(row) },
  };
  return operation(use, { documents: keptMonths.quotes });
}

/** A life that is told to a receiver and by e-mail, less one that is told to nobody. */
async function news(usual: Operation): Promise<News> {
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
  const { usage, ...rest } = operation(lessOf(told, usual.seen), { items: keptMonths.items });
  return { ...rest, usage: plus(usage, { email: emails }), webhooks, emails };
}

export async function operations() {
  const textQuote = operation(await seen({ prepare: async () => undefined, act: quote }, 2 * rounds), {
    items: keptMonths.quotes,
  });
  const usual = await usualLetter();
  const looked = await seen(life({ days: livesInDays.usual, looks: perJob.looks }), rounds);
  const payPage = operation(await seen(payPageSeen, 2 * rounds));
  const unpaid = await wholeLife(abandoned);
  /** The work for one paid job, with all that callers do around it, and with the jobs that nobody pays. */
  const around: readonly (readonly [of: Operation, times: number])[] = [
    [usual, 1],
    [unpaid, payer.unpaidJobs],
    [textQuote, perJob.textQuotes],
    [htmlQuote(textQuote), perJob.htmlQuotes],
    [operation(lessOf(looked, usual.seen)), 1],
    [payPage, perJob.payPages],
    [picture(payPage), perJob.pictures],
  ];
  return { textQuote, usualLetter: usual, around, news: await news(usual) };
}

export type Operations = Awaited<ReturnType<typeof operations>>;
