/** The audit of large days, on a clock that only waits pass. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Section } from './report.ts';

const days = [20_000, 200_000] as const;

interface Night {
  readonly minutes: number;
  readonly cpuMs: number;
  readonly heldMb: number;
  readonly isRight: boolean;
  readonly differences: number;
}

const child = join(import.meta.dirname, 'children', 'audit-night.ts');

const running = promisify(execFile);

const nightOf = async (jobs: number): Promise<Night> =>
  JSON.parse((await running(process.execPath, ['--expose-gc', child, `${jobs}`])).stdout) as Night;

export async function audit(): Promise<Section> {
  const nights: { readonly jobs: number; readonly night: Night }[] = [];
  for (const jobs of days) nights.push({ jobs, night: await nightOf(jobs) });
  if (nights.some(({ night }) => !night.isRight)) throw new Error('the audit has not found what was planted');
  const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`;
  const rows = nights.map(({ jobs, night }) => [
    jobs.toLocaleString('en-US'),
    ...[`${night.minutes.toFixed(1)} min`, minutes(night.cpuMs), `${night.heldMb.toFixed(1)} MB`],
    `${night.differences} of ${night.differences}`,
  ]);
  return {
    title: 'The audit of a day',
    header: ['Jobs', 'One call', 'Our own processor', 'Memory held', 'Planted and found'],
    rows,
  };
}
