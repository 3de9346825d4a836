/** The operator's screening of names and places: a list in a file or at an address, or a program of their own. */
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { lazyFor } from '../compose/lazy.ts';
import { entriesIn, isListed, type ScreeningEntry } from '../core/fraud/screening.ts';
import type { Clock } from '../ports/clock.ts';
import type { Screening } from '../ports/screening.ts';
import { type FetchSeams, guardedFetch } from './http/guarded-fetch.ts';

const limits = { bytes: 50_000_000, bytesTogether: 50_000_000, redirects: 3, connectMs: 5_000, totalMs: 30_000 };

const asked = {
  noun: 'list',
  accept: 'text/plain',
  example: 'https://mail.example.com/list.txt',
  limits,
  allowHosts: [],
};

export interface ScreeningList {
  readonly text: string;
  readonly entries: readonly ScreeningEntry[];
  /** Unix ms; undefined if its server does not tell. */
  readonly changedAt: number | undefined;
}

async function fetchedList(place: string, seams?: Partial<FetchSeams>): Promise<Omit<ScreeningList, 'entries'>> {
  const fetched = await guardedFetch(place, asked, seams);
  if (!fetched.ok) throw new Error(`the screening list: ${fetched.problem}`);
  const changedAt = Date.parse(fetched.validators.lastModified ?? '');
  return { text: `${fetched.bytes ?? ''}`, changedAt: Number.isNaN(changedAt) ? undefined : changedAt };
}

/**
 * `place`: a file, or an https address. A list without an entry, or in another encoding, is taken for a mistake: it would
 * let everybody through.
 */
export async function readScreeningList(place: string, seams?: Partial<FetchSeams>): Promise<ScreeningList> {
  const read = /^https:/i.test(place)
    ? await fetchedList(place, seams)
    : { text: await readFile(place, 'utf8'), changedAt: (await stat(place)).mtimeMs };
  if (/[\0\uFFFD]/.test(read.text)) throw new Error('the screening list is not in UTF-8');
  const entries = entriesIn(read.text);
  if (entries.length === 0) throw new Error('the screening list has no entry');
  return { ...read, entries };
}

const readAgainMs = 10 * 60_000;

export function listScreening(place: string, { now }: Pick<Clock, 'now'>): Screening {
  const entries = lazyFor(readAgainMs, now, async () => (await readScreeningList(place)).entries);
  return { isMatch: async (screened) => isListed(await entries(), screened) };
}

const programMs = 10_000;

/** The program reads one JSON object and prints `clear` or `match`; whatever else it does is no answer. */
export const commandScreening = (program: string): Screening => ({
  isMatch: (screened) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'], signal: AbortSignal.timeout(programMs) });
      const no = (why: string) => reject(new Error(`the screening program ${why}`));
      let said = '';
      child.stdout.on('data', (part) => {
        said += part;
      });
      child.once('error', () => no('does not start, or not end'));
      // It may end before it has read all.
      child.stdin.on('error', () => {});
      child.once('close', (code) => {
        const word = said.trim();
        if (code !== 0 || (word !== 'match' && word !== 'clear')) no('gave no answer');
        else resolve(word === 'match');
      });
      child.stdin.end(JSON.stringify(screened));
    }),
});
