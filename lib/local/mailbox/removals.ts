/** The jobs that were removed from the mailbox's view. The simulated partners keep their orders. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { writeDurably } from '../emulators/write-durably.ts';

/** Times in Unix ms: up to `emptiedAt` all mail is removed, up to the time of a job the mail of that job. */
const removed = z.object({ emptiedAt: z.number(), jobs: z.record(z.string(), z.number()) });
type Removed = z.infer<typeof removed>;

export interface Removals {
  /** Mail that comes after a removal is shown again. `newestAt`: the job's latest mail, Unix ms. */
  test(): Promise<(jobId: string, newestAt: number) => boolean>;
  /** `all`: everything that there is. */
  add(jobIds: readonly string[] | 'all', now: number): Promise<void>;
}

/** One file is rewritten each time. Beyond this, the mail that was removed first comes back. */
const mostJobs = 5_000;

export function removalsIn(file: string): Removals {
  let known: Promise<Removed> | undefined;
  const read = () => {
    // A file that is missing or spoilt costs nobody any mail: everything is shown again.
    known ??= readFile(file, 'utf8')
      .then((text) => removed.parse(JSON.parse(text)))
      .catch(() => ({ emptiedAt: 0, jobs: {} }));
    return known;
  };
  const after = async (jobIds: readonly string[] | 'all', now: number): Promise<Removed> => {
    const { emptiedAt, jobs } = await read();
    if (jobIds === 'all') return { emptiedAt: now, jobs: {} };
    const { length } = jobIds;
    const others = Object.entries(jobs).filter(([id]) => !jobIds.includes(id));
    return {
      emptiedAt,
      jobs: Object.fromEntries([...others.slice(length - mostJobs), ...jobIds.map((id) => [id, now] as const)]),
    };
  };
  let writing: Promise<unknown> = Promise.resolve();
  return {
    async test() {
      const { emptiedAt, jobs } = await read();
      return (jobId, newestAt) => newestAt <= Math.max(emptiedAt, jobs[jobId] ?? 0);
    },
    async add(jobIds, now) {
      // One after the other, so that none overwrites another.
      const written = writing.then(async () => {
        const next = await after(jobIds, now);
        await writeDurably(file, JSON.stringify(next));
        known = Promise.resolve(next);
      });
      writing = written.catch(() => {});
      await written;
    },
  };
}
