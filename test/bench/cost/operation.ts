/** The price of one operation: what was counted and measured of it, in the units that AWS bills. */

import { audit, keptMonths, livesInDays, twice } from './assumed.ts';
import { life } from './lives.ts';
import { plus, type Usage } from './prices.ts';
import { type Act, type Seen, seen } from './seen.ts';
import { functionNamed, gb, onLambda, usageOf } from './usage.ts';

export interface Operation {
  readonly usage: Usage;
  /** Lambda's billed milliseconds, all functions together. */
  readonly billedMs: number;
  readonly seen: Seen;
}

export const rounds = 15;

export function operation(use: Seen, kept: Parameters<typeof usageOf>[1] = {}): Operation {
  return { usage: usageOf(use, kept), billedMs: use.waitedMs + onLambda(use.cpuMs), seen: use };
}

/** What is done twice costs twice, and of that nothing is kept. */
export async function wholeLife(act: Act<unknown>, times = rounds): Promise<Operation> {
  const use = await seen(act, times);
  const { usage, billedMs } = operation(use, keptMonths);
  const again = Object.fromEntries(Object.entries(usageOf(use)).map(([name, units]) => [name, units * twice]));
  // The partner is sent the document.
  const sent = { outGb: use.objectPuts > 1 ? use.documentBytes / use.objectPuts / gb : 0 };
  const audited: Usage = {
    tableRead: audit.readsOfJob,
    armGbSecond: audit.secondsOfJob * (functionNamed('audit').memoryMb / 1_024),
  };
  return { usage: plus(usage, again, sent, audited), billedMs: billedMs * (1 + twice), seen: use };
}

/** A letter within the US, whose partner sends events. */
export const usualLetter = (times = rounds, notify?: object): Promise<Operation> =>
  wholeLife(life({ days: livesInDays.usual, notify }), times);
