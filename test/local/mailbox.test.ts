/** The mailbox's removals survive a restart, and its search takes queries that mean nothing. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailboxEntry } from '../../lib/local/mailbox/entries.ts';
import { removalsIn } from '../../lib/local/mailbox/mailbox.ts';
import { matching, soughtIn } from '../../lib/local/mailbox/sought.ts';

describe('removals', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
    file = join(folder, 'mailbox.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('leave out the mail of a job up to then, and show what comes later, after a restart, too', async () => {
    await removalsIn(file).add(['job_1'], 100);
    const isRemoved = await removalsIn(file).test();
    expect([isRemoved('job_1', 99), isRemoved('job_1', 100), isRemoved('job_1', 101)]).toEqual([true, true, false]);
    expect(isRemoved('job_2', 99)).toBe(false);
  });

  test('of everything leave out everything up to then, and forget single ones', async () => {
    const removals = removalsIn(file);
    await removals.add(['job_1'], 100);
    await removals.add('all', 200);
    const isRemoved = await removals.test();
    expect([isRemoved('job_1', 150), isRemoved('job_2', 200), isRemoved('job_2', 201)]).toEqual([true, true, false]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ emptiedAt: 200, jobs: {} });
  });

  test('do not grow without end: the first come back', async () => {
    const removals = removalsIn(file);
    await removals.add(
      Array.from({ length: 5_000 }, (_, at) => `job_${at}`),
      100,
    );
    await removals.add(['job_new'], 100);
    const isRemoved = await removals.test();
    expect([isRemoved('job_0', 100), isRemoved('job_1', 100), isRemoved('job_new', 100)]).toEqual([false, true, true]);
  });

  test.each(['', '{', 'null', '{"emptiedAt":"x"}'])('that cannot be read, %j, remove nothing', async (text) => {
    await writeFile(file, text);
    const removals = removalsIn(file);
    expect((await removals.test())('job_1', 1)).toBe(false);
    await removals.add(['job_1'], 1);
    expect((await removals.test())('job_1', 1)).toBe(true);
  });
});

const entry = (jobId: string, kind: MailboxEntry['kind'], status: string, text = jobId): MailboxEntry => ({
  ...{ jobId, kind, status, title: '', lines: [], newestAt: 0, orders: [], text },
});

const entries = [
  entry('job_1', 'letter', 'mailed', 'ada lovelace\njob_1'),
  entry('job_2', 'fax', 'sent', '+1 212-555-0147\njob_2'),
  entry('job_3', 'fax', 'failed', '+1 416-555-0147\njob_3'),
];
const found = (search: string) => matching(entries, soughtIn(search)).map(({ jobId }) => jobId);

test.each([
  ['?q=ADA', ['job_1']],
  ['?q=2125550147', ['job_2']],
  ['?q=%28212%29+555-0147', ['job_2']],
  ['?q=555.0147', ['job_2', 'job_3']],
  ['?q=41', ['job_3']],
  ['?q=(4)', []],
  ['?kind=fax&status=failed', ['job_3']],
  ['?kind=fax&status=mailed', []],
  ['?q=++', ['job_1', 'job_2', 'job_3']],
  ['?kind=parcel&status=%3Cb%3E&page=-1', ['job_1', 'job_2', 'job_3']],
])('%s finds %j', (search, jobs) => {
  expect(found(search)).toEqual(jobs);
});
