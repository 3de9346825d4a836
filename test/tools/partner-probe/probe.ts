/**
 * `npm run probe-partners`: measures at PostGrid, with a test key only, what its documentation leaves open. It refuses live
 * keys, and stops at the first answer that does not call itself a test.
 */
import * as z from 'zod/mini';
import type { CheckupOptions } from '../../../lib/operator/doctor/checkup.ts';
import { connectionTo } from '../../../lib/operator/doctor/partner-connections.ts';
import { type Bench, bodyOf, type Draft, idOf, newBench, order, said } from './bench.ts';
import { questions } from './questions.ts';

/** A key that was used, to be asked about later. */
const usedKey = z.object({
  key: z.string().check(z.regex(/^probe_[\da-f]{16}$/)),
  letterId: z.string().check(z.regex(/^\w{1,80}$/)),
  /** Unix ms. */
  usedAt: z.int(),
});

export type UsedKey = z.infer<typeof usedKey>;

/** Undefined where the text is not what an earlier probe has written. */
export function usedKeyIn(text: string): UsedKey | undefined {
  try {
    return usedKey.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export interface ProbeOptions extends Pick<CheckupOptions, 'environment' | 'now'> {
  sleep(ms: number): Promise<unknown>;
  print(line: string): void;
  /** Of an earlier probe: nothing else is asked then. */
  readonly again?: UsedKey;
}

/** `used`: the key to ask about again, a day later. */
export type Probed = { readonly exit: 0 | 1; readonly used?: UsedKey };

export async function probe({ environment, again, print, ...time }: ProbeOptions): Promise<Probed> {
  const stop = (why: string): Probed => {
    print(why);
    return { exit: 1 };
  };
  const line = connectionTo('postgrid', environment);
  if (line === undefined)
    return stop('POSTGRID_API_KEY is missing, or not of the form test_…: the probe needs a test key.');
  if (!environment.POSTGRID_API_KEY?.startsWith('test_'))
    return stop('POSTGRID_API_KEY is a live key: the probe makes letters, so it takes test keys only.');
  const bench = newBench(line, time);
  if (again !== undefined) {
    print(row('a used key, later', await lifetime(bench, again)));
    return { exit: 0 };
  }
  const first = await useKey(bench);
  if (typeof first === 'string') return stop(first);
  for (const { asks, find } of questions) print(row(asks, await find(bench)));
  return { exit: 0, used: first };
}

const width = Math.max(...questions.map(({ asks }) => asks.length));

const row = (asks: string, seen: string): string => `${asks.padEnd(width)} — ${seen}`;

const draftOf = (key: string): Draft => ({ text: 'lifetime of a key', key });

/** The first letter, which is left standing under its key; or why nothing else must be tried. */
async function useKey(bench: Bench): Promise<UsedKey | string> {
  const key = bench.word();
  const made = await bench.ask(order(draftOf(key)));
  const letterId = idOf(made);
  if (letterId === undefined)
    return `PostGrid has not taken the first test letter (${said(made)}): nothing was measured.`;
  if (bodyOf(made).live === false) return { key, letterId, usedAt: bench.now() };
  const cancelled = await bench.ask({ method: 'DELETE', path: `/letters/${letterId}` });
  return `PostGrid does not call ${letterId} a test (cancelled: ${said(cancelled)}): nothing else was tried.`;
}

/** The same bytes under the same key. */
async function lifetime(bench: Bench, { key, letterId, usedAt }: UsedKey): Promise<string> {
  const hours = ((bench.now() - usedAt) / 3_600_000).toFixed(1);
  const answer = await bench.ask(order(draftOf(key)));
  const id = idOf(answer);
  if (id === undefined) return `${said(answer)}, after ${hours} h`;
  return id === letterId
    ? `still brings the first letter after ${hours} h (${said(answer)})`
    : `forgotten after ${hours} h: A SECOND LETTER was made; for another measure, probe anew`;
}
