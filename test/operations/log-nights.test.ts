/** The operator's log: each day's receipts in one growing tree, and whoever kept a head finds what was done to it later. */

import { type KeptHead, verifyLog } from '../../lib/operator/log/verify-log.ts';
import { jwsSigner } from '../../shared/adapters/signer.ts';
import { base64, headOf, type LogDay, leavesAfter, treeOf } from '../../shared/core/log/day.ts';
import { leafHash } from '../../shared/core/log/tree.ts';
import { logNights } from '../../shared/operations/log-nights.ts';
import { latestHeadKey, publicDayKey } from '../../shared/usecases/log/log-files.ts';
import { logProofOf } from '../../shared/usecases/log/log-proof.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, reconcileFor, sold } from '../support/fakes/orders.ts';
import { forged, forgeries } from '../support/forged-log.ts';
import { signingKey } from '../support/receipts.ts';

const dayMs = 24 * 60 * 60_000;
const signer = jwsSigner(signingKey().privateJwk);
const newService = () => Object.assign(memoryDeps({ readyMs: 13 * 60 * 60_000 }), { signer });
/** A letter leaves 13 hours after it was handed over. */
async function aDayLater(deps: MemoryDeps, days = 1) {
  for (let sixth = 0; sixth < 6 * days; sixth += 1) {
    await deps.clock.wind(dayMs / 6 - 60_000);
    await reconcileFor(deps);
  }
}
const night = (deps: MemoryDeps, until = Number.MAX_SAFE_INTEGER) => logNights(deps, until);
const file = <T>(deps: MemoryDeps, key: string) =>
  JSON.parse(Buffer.from(deps.documents.files.get(key) ?? []).toString()) as T;
const dayFile = (deps: MemoryDeps, day: string) => file<LogDay>(deps, publicDayKey(day));
const head = (deps: MemoryDeps) => file<KeptHead>(deps, latestHeadKey);
const write = (deps: MemoryDeps, key: string, value: object) =>
  deps.documents.files.set(key, Buffer.from(JSON.stringify(value)));
const publicFiles = (deps: MemoryDeps) =>
  [...deps.documents.files.entries()]
    .filter(([key]) => key.startsWith('log/'))
    .map(([key, bytes]) => [key, `${Buffer.from(bytes)}`]);

const reading = (deps: MemoryDeps) => async (path: string) =>
  path.startsWith('log/') ? file(deps, `${path}.json`) : signer.publicKeys();
const verified = (deps: MemoryDeps, ...kept: readonly KeptHead[]) => verifyLog(reading(deps), kept);

/** Orders of three days in a row, and the heads that somebody kept. */
async function threeDays() {
  const deps = newService();
  const ids: string[] = [];
  const kept: KeptHead[] = [];
  for (const count of [3, 0, 2]) {
    for (let each = 0; each < count; each += 1) ids.push(await sold(deps, 'letter'));
    await aDayLater(deps);
    await night(deps);
    kept.push(head(deps));
  }
  return { deps, ids, kept };
}

test('each day is a signed head that goes on from the day before, also a day without orders', async () => {
  const { deps, kept } = await threeDays();
  expect(await verified(deps, ...kept)).toEqual({ days: 3, receipts: 8, differences: [] });
  expect(kept.map(({ tree_size }) => tree_size)).toEqual([3, 6, 8]);
  expect(kept.map(({ previous }) => previous?.day)).toEqual([undefined, kept[0]?.day, kept[1]?.day]);
});

test('a receipt goes in on the day of its payment, and once more on the day on which its order has left', async () => {
  const { deps, ids, kept } = await threeDays();
  const proof = await logProofOf(deps, await jobOf(deps, ids[0] ?? ''));
  expect(proof?.day).toBe(kept[1]?.day);
  const status = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()).status;
  expect(status(proof?.receipt ?? '')).toBe('mailed');
  const last = await logProofOf(deps, await jobOf(deps, ids[4] ?? ''));
  expect([last?.day, status(last?.receipt ?? '')]).toEqual([kept[2]?.day, 'with_partner']);
});

test('what a receipt’s holder is told leads to the signed root, and nothing else does', async () => {
  const { deps, ids } = await threeDays();
  const proof = await logProofOf(deps, await jobOf(deps, ids[4] ?? ''));
  if (proof === undefined) throw new Error('no proof');
  const day = dayFile(deps, proof.day);
  const tree = treeOf(day);
  expect(tree.inclusion(proof.leaf_index).map(base64)).toEqual(proof.path);
  expect(day.leaves).toContain(base64(leafHash(`${proof.salt}\n${proof.receipt}`)));
  expect(day.leaves).not.toContain(base64(leafHash(proof.receipt)));
  expect(proof.head).toBe(day.signature);
});

test('before the night there is no proof', async () => {
  const deps = newService();
  const id = await sold(deps, 'letter');
  expect(await logProofOf(deps, await jobOf(deps, id))).toBeUndefined();
});

test('the public files hold hashes alone: no name, address, id or salt', async () => {
  const { deps, ids } = await threeDays();
  const proof = await logProofOf(deps, await jobOf(deps, ids[0] ?? ''));
  const text = JSON.stringify(publicFiles(deps));
  for (const secret of ['Ada', 'rcpt_', 'job_', proof?.salt ?? 'Ada', proof?.receipt ?? 'Ada'])
    expect(text).not.toContain(secret);
});

test('lost nights are caught up, each day by itself', async () => {
  const deps = newService();
  await sold(deps, 'letter');
  await aDayLater(deps);
  await night(deps);
  await sold(deps, 'letter');
  await aDayLater(deps, 9);
  await night(deps);
  expect(await verified(deps)).toMatchObject({ days: 10, receipts: 4, differences: [] });
});

test('a day is closed once: another call changes no byte, also after a crash at any write', async () => {
  const whole = await threeDays();
  const wanted = publicFiles(whole.deps);
  await night(whole.deps);
  expect(publicFiles(whole.deps)).toEqual(wanted);
  for (let survives = 0; survives < 70; survives += 6) {
    const deps = newService();
    const { put, putOnce } = deps.documents;
    let left = survives;
    const mortal =
      <A extends unknown[], R>(write: (...given: A) => Promise<R>) =>
      (...given: A): Promise<R> => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : write(...given);
      };
    for (const count of [3, 0, 2]) {
      for (let each = 0; each < count; each += 1) await sold(deps, 'letter');
      await aDayLater(deps);
      left = survives;
      await night(
        Object.assign(deps, { documents: { ...deps.documents, put: mortal(put), putOnce: mortal(putOnce) } }),
      );
      Object.assign(deps, { documents: { ...deps.documents, put, putOnce } });
      await night(deps);
    }
    expect(publicFiles(deps)).toEqual(wanted);
  }
});

test('a day that is closed stands, even if nobody remembers that it was', async () => {
  const { deps } = await threeDays();
  const wanted = publicFiles(deps).filter(([key]) => key !== latestHeadKey);
  deps.documents.files.delete(latestHeadKey);
  Object.assign(deps, { auditNotes: memoryDeps().auditNotes });
  await night(deps);
  expect(publicFiles(deps).filter(([key]) => key !== latestHeadKey)).toEqual(wanted);
});

test('a call that is out of time closes nothing, and the next one does', async () => {
  const deps = newService();
  await sold(deps, 'letter');
  await aDayLater(deps);
  await night(deps, deps.clock.now());
  expect(publicFiles(deps)).toEqual([]);
  await night(deps);
  expect(await verified(deps)).toMatchObject({ days: 1, receipts: 1 });
});

const planted = base64(leafHash('a receipt of today'));
test.each(forgeries(planted))(
  '%s and all is signed anew: whoever kept the head finds it, and nobody else can',
  async (_, change) => {
    const { deps, kept } = await threeDays();
    const files = {
      read: (key: string) => file<LogDay>(deps, key),
      write: (key: string, value: object) => write(deps, key, value),
    };
    await forged(
      files,
      signer,
      kept.map(({ day }) => day),
      change,
    );
    expect(await verified(deps)).toMatchObject({ differences: [] });
    const [first] = kept;
    if (first === undefined) throw new Error('no head');
    expect((await verified(deps, first)).differences).toEqual([
      `${first.day}: the head that was kept is not the one that is shown now`,
    ]);
  },
);

test.each([
  ['a leaf that is not signed', (day: LogDay) => ({ ...day, leaves: [planted, ...day.leaves.slice(1)] })],
  ['a head of another size', (day: LogDay) => ({ ...day, tree_size: day.tree_size + 1 })],
  ['another past', (day: LogDay) => ({ ...day, subtrees_before: day.subtrees_before.map(() => planted) })],
  ['another proof of consistency', (day: LogDay) => ({ ...day, consistency: [planted] })],
  ['the signature of another key', (day: LogDay) => ({ ...day, signature: `${day.signature.slice(0, -8)}AAAAAAAA` })],
])('%s is found without any kept head', async (_, change) => {
  const { deps, kept } = await threeDays();
  const { day } = kept[2] ?? { day: '' };
  write(deps, publicDayKey(day), change(dayFile(deps, day)));
  expect((await verified(deps)).differences.length).toBeGreaterThan(0);
});

test('a day that is left out is found, and so is a receipt’s signature in place of a head’s', async () => {
  const { deps, kept } = await threeDays();
  const [first, , third] = kept.map(({ day }) => dayFile(deps, day));
  if (first === undefined || third === undefined) throw new Error('no day');
  const made = headOf(third.day, treeOf(leavesAfter(treeOf(first), third.leaves)), first);
  write(deps, publicDayKey(third.day), {
    ...made,
    signature: await signer.sign({ ...made }),
    ...leavesAfter(treeOf(first), third.leaves),
  });
  const { differences } = await verified(deps);
  expect(differences.join()).toContain(`the day after ${first.day} is missing`);
  expect(differences.join()).toContain('the signature is not that of a published key');
});

test('a night whose last day is gone or other goes no further, and rings', async () => {
  for (const spoil of [
    (deps: MemoryDeps, key: string) => deps.documents.files.delete(key),
    (deps: MemoryDeps, key: string) => write(deps, key, { ...file<LogDay>(deps, key), leaves: [planted, planted] }),
  ]) {
    const { deps, kept } = await threeDays();
    spoil(deps, publicDayKey(kept[2]?.day ?? ''));
    await aDayLater(deps);
    await night(deps);
    expect(deps.alarms.map(({ message }) => message)).toEqual(['log stopped']);
    expect(head(deps)).toEqual(kept[2]);
  }
});

test('an authority stamps each head once; while it is away the days are closed, and a later call asks again', async () => {
  const asked: string[] = [];
  let isAway = true;
  const timeStamps = {
    stamp: async (bytes: Uint8Array) => {
      asked.push(Buffer.from(bytes).toString());
      if (isAway) throw new Error('away');
      return { at: 1, authority: 'Example', answer: Buffer.from(`stamped ${asked.length}`) };
    },
  };
  const { deps, ids, kept } = await threeDays();
  Object.assign(deps, { timeStamps });
  await night(deps);
  const signatures = kept.map(({ signature }) => signature).toReversed();
  expect(asked).toEqual(signatures);
  const proof = async () => logProofOf(deps, await jobOf(deps, ids[4] ?? ''));
  expect(await proof()).not.toHaveProperty('time_stamp');
  isAway = false;
  await night(deps);
  await night(deps);
  expect(asked).toEqual([...signatures, ...signatures]);
  expect((await proof())?.time_stamp).toBe(Buffer.from('stamped 4').toString('base64'));
  expect(deps.alarms).toEqual([]);
});
