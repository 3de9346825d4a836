/** The usage of each operation: the real use cases on a metered table, by the processor's clock. */

import { ephemeralMb } from '../../../lib/cloud/stack/renderer.ts';
import { closeBrowser, printHtml } from '../../../shared/rendering/chromium/print-html.ts';
import { getJob } from '../../../shared/usecases/get-job.ts';
import { ask } from '../../../shared/usecases/use-case.ts';
import { caller, type MemoryDeps, ordered, orderFor, paid, quoted } from '../../support/fakes/deps.ts';
import { median } from '../compare.ts';
import { htmlOf, textOf } from '../documents.ts';
import { keptMonths, partnerEvents, waitsMs } from './assumed.ts';
import { seen } from './desk.ts';
import { plus, type Usage } from './prices.ts';
import { armUsage, gb, logsOf, memoryOf, onLambda, stored } from './usage.ts';

export interface Operation {
  readonly usage: Usage;
  /** Lambda's billed milliseconds, all functions together. */
  readonly billedMs: number;
  /** Of the due index's one partition. */
  readonly dueWrites: number;
  /** Of the queue. */
  readonly messages: number;
}

export type OperationName = 'textQuote' | 'htmlQuote' | 'job' | 'statusRead';

const rounds = 30;
/** Of /tmp, which costs nothing. */
const freeScratchGb = 0.5;
const text = textOf(1);
const html = htmlOf(1);

const quote = async (deps: MemoryDeps): Promise<unknown> => (await quoted(deps, { text })).quote_id;

async function orderOf(deps: MemoryDeps, quoteId: unknown): Promise<string> {
  const order = orderFor(quoteId);
  const { body } = await ordered(deps, { ...order, letter: { ...order.letter, text } });
  return body.job_id as string;
}

const quoteMonths = 2 / 30;

async function textQuote(): Promise<Operation> {
  const use = await seen(
    async () => undefined,
    (deps) => quoted(deps, { text }),
  );
  const memoryMb = memoryOf('quote-letter');
  const billedMs = onLambda(use.cpuMs, memoryMb) + use.calls * waitsMs.table;
  const usage = plus({ apiRequest: 1 }, armUsage(billedMs, memoryMb), stored(use, quoteMonths), logsOf(1, 1));
  return { usage, billedMs, dueWrites: use.dueWrites, messages: use.messages };
}

/** The printing itself on a warm browser; the function that asked waits for it and is billed as well. */
async function htmlQuote(base: Operation): Promise<Operation> {
  const ms: number[] = [];
  let pdfBytes = 0;
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    const printed = await printHtml(html, 'letter');
    if (!printed.ok) throw new Error(printed.problem);
    pdfBytes = printed.pdf.length;
    if (round > 0) ms.push(performance.now() - started);
  }
  await closeBrowser();
  const printMs = median(ms) + waitsMs.object;
  const renderGb = memoryOf('render') / 1_024;
  const printing: Usage = {
    invocation: 1,
    x86GbSecond: (printMs / 1_000) * renderGb,
    scratchGbSecond: (printMs / 1_000) * (ephemeralMb / 1_024 - freeScratchGb),
    objectPut: 1,
    objectGbMonth: (pdfBytes / gb) * quoteMonths,
  };
  const waiting: Usage = { armGbSecond: (printMs / 1_000) * (memoryOf('quote-letter') / 1_024) };
  return {
    usage: plus(base.usage, printing, waiting, logsOf(1, 0)),
    billedMs: base.billedMs + 2 * printMs,
    dueWrites: base.dueWrites,
    messages: 0,
  };
}

/** From the job's creation until the partner has nothing more to say; its quotes and status reads are counted by themselves. */
async function job(): Promise<Operation> {
  const created = await seen(quote, orderOf);
  const living = await seen(
    async (deps) => orderOf(deps, await quote(deps)),
    async (deps, jobId) => {
      await paid(deps, jobId);
      await deps.clock.wind(70 * 86_400_000);
    },
  );
  const small = memoryOf('get-job');
  const createMs = onLambda(created.cpuMs, small) + created.calls * waitsMs.table + waitsMs.checkout + waitsMs.object;
  // The payment's event waits for the job; each message starts the fulfil function, which asks the partner.
  const eventMs = waitsMs.settling + partnerEvents * 4 * waitsMs.table;
  const tendMs = onLambda(living.cpuMs, small) + living.calls * waitsMs.table + living.messages * waitsMs.partner;
  const events = 1 + partnerEvents;
  const invocations = 1 + events + living.messages;
  const pdfBytes = created.documentBytes;
  const usage = plus(
    stored(created, keptMonths.items),
    stored(living, 0),
    armUsage(createMs + eventMs + tendMs, small),
    { invocation: invocations - 1, apiRequest: 1 + events, message: 3 * living.messages },
    // Written for the quote or job, and once more under paid/ when it is handed over.
    { objectPut: 2, objectGet: 1, objectGbMonth: (pdfBytes / gb) * keptMonths.documents, outGb: pdfBytes / gb },
    logsOf(invocations, 1 + events),
  );
  return {
    usage,
    billedMs: createMs + eventMs + tendMs,
    dueWrites: created.dueWrites + living.dueWrites,
    messages: living.messages,
  };
}

async function statusRead(): Promise<Operation> {
  const use = await seen(
    async (deps) => {
      const jobId = await orderOf(deps, await quote(deps));
      await paid(deps, jobId);
      return jobId;
    },
    (deps, jobId) => ask(getJob, deps, { job_id: jobId }, caller),
  );
  const memoryMb = memoryOf('get-job');
  const billedMs = onLambda(use.cpuMs, memoryMb) + use.calls * waitsMs.table;
  const usage = plus({ apiRequest: 1 }, armUsage(billedMs, memoryMb), stored(use, 0), logsOf(1, 1));
  return { usage, billedMs, dueWrites: use.dueWrites, messages: use.messages };
}

export async function operations(): Promise<Readonly<Record<OperationName, Operation>>> {
  const quotedText = await textQuote();
  return {
    textQuote: quotedText,
    htmlQuote: await htmlQuote(quotedText),
    job: await job(),
    statusRead: await statusRead(),
  };
}
