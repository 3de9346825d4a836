/** The price of one operation: what was counted and measured of it, in the units that AWS bills. */
import { audit, keptMonths, livesInDays, mbOfOneCpu, platformLogBytes, twice } from './assumed.ts';
import { life } from './lives.ts';
import { plus, times, type Usage } from './prices.ts';
import { gbOf, rowOf } from './rows.ts';
import { type Act, type Seen, seen } from './seen.ts';

export interface Operation {
  readonly usage: Usage;
  /** Lambda's billed milliseconds, all functions together. */
  readonly billedMs: number;
  readonly seen: Seen;
}

export const rounds = 15;
export const gb = 1e9;

/** Milliseconds of a whole processor, on the share of one that 512 MB bring. */
const onLambda = (cpuMs: number): number => cpuMs * (mbOfOneCpu / 512);

/** Less memory makes it slower and cheaper alike, so a millisecond of a whole processor costs the same everywhere. */
const gbSecondsOf = (cpuMs: number): number => (cpuMs / 1_000) * (mbOfOneCpu / 1_024);

/** `items` and `documents`: months for which they are kept. */
const usageOf = (use: Seen, { items = 0, documents = 0 }: { items?: number; documents?: number }): Usage => ({
  apiRequest: use.requests,
  invocation: use.invocations,
  armGbSecond: use.waitedGbSeconds + gbSecondsOf(use.cpuMs),
  tableRead: use.tableReads,
  tableWrite: use.tableWrites,
  tableGbMonth: (use.keptBytes / gb) * items,
  backupGbMonth: (use.keptBytes / gb) * items,
  objectPut: use.objectPuts,
  objectGet: use.objectGets,
  objectGbMonth: (use.documentBytes / gb) * documents,
  message: 3 * (use.messages + use.outboxMessages),
  logGb: (use.logBytes + use.invocations * platformLogBytes.invocation + use.requests * platformLogBytes.request) / gb,
  outGb: use.answerBytes / gb,
});

export const operation = (use: Seen, kept: Parameters<typeof usageOf>[1] = {}): Operation => ({
  usage: usageOf(use, kept),
  billedMs: use.waitedMs + onLambda(use.cpuMs),
  seen: use,
});

/** An act that is done twice costs twice, and nothing of it is kept. */
export async function wholeLife(act: Act<unknown>, often = rounds): Promise<Operation> {
  const use = await seen(act, often);
  const { usage, billedMs } = operation(use, keptMonths);
  // The partner is sent the document.
  const sent = { outGb: use.objectPuts > 1 ? use.documentBytes / use.objectPuts / gb : 0 };
  const audited = { tableRead: audit.readsOfJob, armGbSecond: audit.secondsOfJob * gbOf(rowOf('audit')) };
  return {
    usage: plus(usage, times(usageOf(use, {}), twice), sent, audited),
    billedMs: billedMs * (1 + twice),
    seen: use,
  };
}

/** A letter within the US, whose partner sends events. */
export const usualLetter = (often = rounds, notify?: object): Promise<Operation> =>
  wholeLife(life({ days: livesInDays.usual, notify }), often);
