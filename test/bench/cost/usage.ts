/** From what was counted to the units that AWS bills. */

import { type FunctionRow, manifest } from '../../../functions/manifest.ts';
import { mbOfOneCpu, platformLogBytes } from './assumed.ts';
import type { Counted } from './desk.ts';
import type { Usage } from './prices.ts';

export const gb = 1e9;

export function functionNamed(name: string): FunctionRow {
  const row = manifest.find((one) => one.name === name);
  if (row === undefined) throw new Error(`the manifest has no function ${name}`);
  return row;
}

/** Milliseconds of a whole processor, on the share of one that 512 MB bring. */
export const onLambda = (cpuMs: number): number => cpuMs * (mbOfOneCpu / 512);

/** Less memory makes it slower and cheaper alike, so a millisecond of a whole processor costs the same everywhere. */
const gbSecondsOf = (cpuMs: number): number => (cpuMs / 1_000) * (mbOfOneCpu / 1_024);

/** `items` and `documents`: months for which they are kept. */
export const usageOf = (
  { answerBytes, cpuMs, ...use }: Counted & { readonly answerBytes: number; readonly cpuMs: number },
  { items = 0, documents = 0 }: { readonly items?: number; readonly documents?: number } = {},
): Usage => ({
  apiRequest: use.requests,
  invocation: use.invocations,
  armGbSecond: use.waitedGbSeconds + gbSecondsOf(cpuMs),
  tableRead: use.tableReads,
  tableWrite: use.tableWrites,
  tableGbMonth: (use.keptBytes / gb) * items,
  backupGbMonth: (use.keptBytes / gb) * items,
  objectPut: use.objectPuts,
  objectGet: use.objectGets,
  objectGbMonth: (use.documentBytes / gb) * documents,
  // To send, to receive, to delete.
  message: 3 * (use.messages + use.outboxMessages),
  logGb: (use.logBytes + use.invocations * platformLogBytes.invocation + use.requests * platformLogBytes.request) / gb,
  outGb: answerBytes / gb,
});
