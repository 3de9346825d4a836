/** The nights of large days: the audit, on a clock that only waits pass, and the log of all receipts. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Section } from './report.ts';

const days = [20_000, 200_000] as const;

interface Night {
  readonly calls: number;
  readonly hours: number;
  readonly cpuMs: number;
  readonly heldMb: number;
  readonly noteBytes: number;
  readonly isRight: boolean;
  readonly differences: number;
}

const child = (name: string) => join(import.meta.dirname, 'children', name);

const running = promisify(execFile);

const answerOf = async <T>(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<T> =>
  JSON.parse((await running(process.execPath, args, { env })).stdout) as T;

export async function audit(): Promise<Section> {
  const nights: { readonly jobs: number; readonly night: Night }[] = [];
  for (const jobs of days)
    nights.push({ jobs, night: await answerOf<Night>(['--expose-gc', child('audit-night.ts'), `${jobs}`]) });
  if (nights.some(({ night }) => !night.isRight)) throw new Error('the audit has not found what was planted');
  const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`;
  const rows = nights.map(({ jobs, night }) => [
    jobs.toLocaleString('en-US'),
    ...[`${night.hours.toFixed(2)} h`, `${night.calls}`, minutes(night.cpuMs), `${night.heldMb.toFixed(1)} MB`],
    `${night.differences} of ${night.differences}`,
  ]);
  return {
    title: 'The audit of a day',
    header: ['Jobs', 'From 03:00', 'Calls', 'Our own processor', 'Memory held', 'Planted and found'],
    rows,
  };
}

interface ClosedDay {
  readonly receipts: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly grewMb: number;
}

export async function log(folder: string): Promise<Section> {
  const { receipts, seconds, cpuSeconds, grewMb } = await answerOf<ClosedDay>([
    child('log-day.ts'),
    '100000',
    join(folder, 'log-day'),
  ]);
  return {
    title: 'The log of a day',
    header: ['Receipts', 'Closed within', 'Our own processor', 'More memory'],
    rows: [
      [
        receipts.toLocaleString('en-US'),
        `${seconds.toFixed(1)} s`,
        `${cpuSeconds.toFixed(1)} s`,
        `${Math.round(grewMb)} MB`,
      ],
    ],
  };
}
