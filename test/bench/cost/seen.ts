/** The use of one act on a fresh desk, with the median of its processor's time. */
import type { MemoryDeps } from '../../support/fakes/deps.ts';
import { median } from '../compare.ts';
import { type Counted, cpuMsSince, type Desk, openDesk } from './desk.ts';

export interface Seen extends Counted {
  readonly answerBytes: number;
  /** The median of the processor's milliseconds, ours and the system's: the harness's own are among them. */
  readonly cpuMs: number;
  /** Write units of each partition of each index, by `index partition`. */
  readonly byPartition: Counts;
  /** Invocations of each function. */
  readonly byFunction: Counts;
}

type Counts = ReadonlyMap<string, number>;

export interface Act<T> {
  shape?(deps: MemoryDeps): void;
  prepare(desk: Desk): Promise<T>;
  act(desk: Desk, given: T): Promise<unknown>;
}

/** The usage of an act, without what prepared it. Each round has fresh dependencies, and the first one warms up. */
export async function seen<T>({ shape, prepare, act }: Act<T>, rounds: number): Promise<Seen> {
  const runs: Seen[] = [];
  for (let round = 0; round <= rounds; round++) {
    const desk = openDesk(shape);
    const given = await prepare(desk);
    const before = desk.counted();
    const [partitions, functions] = [new Map(desk.table.byPartition), new Map(desk.byFunction)];
    const started = process.cpuUsage();
    const answer = await act(desk, given);
    const all = cpuMsSince(started);
    const counted = difference(desk.counted(), before);
    runs.push({
      ...counted,
      answerBytes: Buffer.byteLength(JSON.stringify(answer ?? '')),
      cpuMs: all - counted.sweptCpuMs,
      byPartition: less(desk.table.byPartition, partitions),
      byFunction: less(desk.byFunction, functions),
    });
  }
  const [, ...warm] = runs;
  return { ...(warm.at(-1) as Seen), cpuMs: median(warm.map(({ cpuMs }) => cpuMs)) };
}

/** The use of one act beyond another. */
export function lessOf({ byPartition, byFunction, ...use }: Seen, other: Seen): Seen {
  const more = Object.entries(use).map(([name, value]) => [name, Math.max(0, value - other[name as keyof typeof use])]);
  return {
    ...(Object.fromEntries(more) as typeof use),
    byPartition: less(byPartition, other.byPartition),
    byFunction: less(byFunction, other.byFunction),
  };
}

const less = (after: Counts, before: Counts): Counts =>
  new Map([...after].map(([key, units]) => [key, Math.max(0, units - (before.get(key) ?? 0))]));

const difference = (after: Counted, before: Counted): Counted =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Counted]]),
  ) as unknown as Counted;
