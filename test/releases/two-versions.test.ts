/**
 * Two versions of this service on one table, in both orders of deployment and at the same time: the newest tag's own code
 * and this tree's. Differences that are planted into a copy of this tree prove that a break is seen, and what is survived.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { times } from '../support/proofs.ts';
import { type Difference, refused, survived } from '../support/releases/differences.ts';
import { compared, lived, orders, repeated } from '../support/releases/promises.ts';
import { sharedTable } from '../support/releases/shared-table.ts';
import { copyWith, folderOfVersion, type Version, versionIn } from '../support/releases/version.ts';

const root = join(import.meta.dirname, '..', '..');
const seeds = times(60, 24, 'seeds of two versions');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const opened = (folder: string): Promise<Version> => {
  folders.push(folder);
  return versionIn(folder);
};

/** All that two versions break, one after the other. `trace`: what must have been written in these lives. */
async function* brokenBy(one: Version, other: Version, trace = ''): AsyncGenerator<string> {
  yield* await repeated([one, other]);
  yield* await repeated([other, one]);
  yield* await compared([one, other]);
  let isTraced = false;
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const [order, worksAt] of Object.entries(orders)) {
      const shared = sharedTable();
      for (const broken of await lived([one, other], worksAt, seed, shared)) yield `${broken}: ${order}, seed ${seed}`;
      isTraced ||= shared.hasHeld(trace);
    }
  if (!isTraced) yield `nobody has written ${trace}`;
}

function archiveOf(release: string): string {
  const folder = folderOfVersion();
  const sources = execFileSync('git', ['archive', release, 'shared', 'package.json'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  return folder;
}

/** The newest tag of a release before this commit. */
function newestTag(): string | undefined {
  try {
    const asked = ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'];
    return execFileSync('git', asked, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

async function all(broken: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const each of broken) found.push(each);
  return found;
}

const tag = newestTag();
const title = tag === undefined ? 'two copies of this tree' : `${tag} and this tree`;

test(`${title} keep every promise together`, async () => {
  const folder = tag === undefined ? copyWith([]) : archiveOf(tag);
  expect(await all(brokenBy(await opened(folder), await versionIn()))).toEqual([]);
});

const planted = async ({ edits, before, trace }: Difference) => {
  const one = before === undefined ? await versionIn() : await opened(copyWith(before));
  return brokenBy(one, await opened(copyWith(edits)), trace);
};

test.each(survived)('every promise is kept beside a version with $is', async (difference) => {
  expect(await all(await planted(difference))).toEqual([]);
});

test.each(refused)('a version with $is is refused: it breaks “$breaks”', async (difference) => {
  for await (const broken of await planted(difference))
    if (difference.breaks !== undefined && broken.startsWith(difference.breaks)) return;
  throw new Error('nothing has shown it');
});
