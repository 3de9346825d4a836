/** From what was counted to the units that AWS bills. */

import { manifest } from '../../../functions/manifest.ts';
import { mbOfOneCpu, platformLogBytes } from './assumed.ts';
import type { Seen } from './desk.ts';
import type { Usage } from './prices.ts';

export const gb = 1e9;

/** MB. */
export const memoryOf = (name: string): number => {
  const row = manifest.find((one) => one.name === name);
  if (row === undefined) throw new Error(`the manifest has no function ${name}`);
  return row.memoryMb;
};

/** One invocation of so many billed milliseconds. */
export const armUsage = (ms: number, memoryMb: number): Usage => ({
  invocation: 1,
  armGbSecond: (ms / 1_000) * (memoryMb / 1_024),
});

/** Milliseconds of a whole processor, on the share of one that so much memory brings. */
export const onLambda = (cpuMs: number, memoryMb: number): number => cpuMs * Math.max(1, mbOfOneCpu / memoryMb);

/** `keptFor`: months. */
export const stored = (
  { tableReads, tableWrites, logBytes, keptBytes, answerBytes }: Seen,
  keptFor: number,
): Usage => ({
  tableRead: tableReads,
  tableWrite: tableWrites,
  tableGbMonth: (keptBytes / gb) * keptFor,
  backupGbMonth: (keptBytes / gb) * keptFor,
  logGb: logBytes / gb,
  outGb: answerBytes / gb,
});

export const logsOf = (invocations: number, requests: number): Usage => ({
  logGb: (invocations * platformLogBytes.invocation + requests * platformLogBytes.request) / gb,
});
