/** The proof of the log and its time stamp, as a reader verifies them: each fact by itself, and none is said unseen. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../lib/local/gateway/listen.ts';
import { jwsSigner } from '../../shared/adapters/signer.ts';
import { timeStampsAt } from '../../shared/adapters/time-stamps.ts';
import { type Stamped, TimeStampVerifier } from '../../shared/core/receipt/time-stamp.ts';
import { ReceiptVerifier } from '../../shared/core/receipt/verifier.ts';
import { logNights } from '../../shared/operations/log-nights.ts';
import { type LogProof, logProofOf } from '../../shared/usecases/log/log-proof.ts';
import { signedReceipt } from '../../shared/usecases/receipts/get-receipt.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, sold } from '../support/fakes/orders.ts';
import { signingKey } from '../support/receipts.ts';

const signer = jwsSigner(signingKey().privateJwk);
const deps = Object.assign(memoryDeps(), { signer });
const ids: string[] = [];
for (let each = 0; each < 7; each += 1) ids.push(await sold(deps, 'letter'));
await deps.clock.wind(24 * 60 * 60_000);
await logNights(deps, Number.MAX_SAFE_INTEGER);
const proofs = await Promise.all(ids.map(async (id) => (await logProofOf(deps, await jobOf(deps, id))) as LogProof));
const { receipt, signature } = await signedReceipt(deps, await jobOf(deps, ids[0] ?? ''));
const [proof, other] = proofs as [LogProof, LogProof];

/** Takes a time stamp that says what it stamps. */
class SpokenStamps extends TimeStampVerifier {
  override async verify(answer: Uint8Array, stamped: Uint8Array): Promise<Stamped | undefined> {
    return Buffer.from(answer).equals(Buffer.from(stamped)) ? { at: 1, authority: 'Example' } : undefined;
  }
}
const verifier = new ReceiptVerifier(async () => (await signer.publicKeys()).keys, new SpokenStamps());
const bytes = (text: string) => new TextEncoder().encode(text);
const given = (log: object, shown: object = receipt) => JSON.stringify({ ...shown, signature, log });
const logOf = async (text: string) => {
  const verdict = await verifier.verify(bytes(text));
  return verdict.kind === 'genuine' ? { ...verdict.log, around: verdict.around } : verdict.kind;
};

test.each(proofs.map((one, at) => [at, one] as const))(
  'receipt %d of a day is found in the log by its proof',
  async (at, one) => {
    const fresh = await signedReceipt(deps, await jobOf(deps, ids[at] ?? ''));
    const text = JSON.stringify({ ...fresh.receipt, signature: fresh.signature, log: one });
    expect(await logOf(text)).toMatchObject({ inLog: 'included', stamp: 'none_given', day: one.day, around: 'same' });
  },
);

test('the proof is read from a PDF of evidence, too', async () => {
  const word = `ev1.${Buffer.from(JSON.stringify(proof)).toString('base64url')}`;
  expect(await logOf(`%PDF ${signature} /Evidence (${word})`)).toMatchObject({ inLog: 'included' });
});

const receiptAsHead = { head: proof.receipt };
test.each([
  ['another receipt’s proof', other],
  ['another salt', { ...proof, salt: other.salt }],
  ['another place', { ...proof, leaf_index: other.leaf_index }],
  ['a place outside the tree', { ...proof, leaf_index: 7 }],
  ['a shorter path', { ...proof, path: proof.path.slice(1) }],
  ['a longer path', { ...proof, path: [...proof.path, proof.path[0]] }],
  ['a changed path', { ...proof, path: proof.path.toReversed() }],
  ['a receipt in place of the head', { ...proof, ...receiptAsHead }],
  ['a head that was changed', { ...proof, head: proof.head.replace(/.{4}$/, 'AAAA') }],
  ['nothing in it', {}],
  ['a path that is none', { ...proof, path: 'abc' }],
])('a proof with %s is broken, and the receipt stays genuine', async (_, log) => {
  expect(await logOf(given(log))).toMatchObject({ inLog: 'broken', stamp: 'none_given', around: 'same' });
});

test('the head’s time stamp is told by itself, and only of a proof that holds', async () => {
  const stamp = (text: string) => ({ time_stamp: Buffer.from(text).toString('base64') });
  expect(await logOf(given({ ...proof, ...stamp(proof.head) }))).toMatchObject({
    inLog: 'included',
    stamp: 'stamped',
    stamped: { at: 1 },
  });
  expect(await logOf(given({ ...proof, ...stamp(other.receipt) }))).toMatchObject({
    inLog: 'included',
    stamp: 'broken',
  });
  expect(await logOf(given({ ...other, ...stamp(other.head) }))).toMatchObject({
    inLog: 'broken',
    stamp: 'none_given',
  });
  expect(await logOf(JSON.stringify({ ...receipt, signature }))).toMatchObject({ inLog: 'none_given' });
});

describe.each(['rsa', 'ec'])('a time stamp that openssl has made with a key of %s', (kind) => {
  const stamps = new TimeStampVerifier();
  const hello = bytes('hello');
  const read = async () => new Uint8Array(await readFile(join(import.meta.dirname, `stamped-by-${kind}.tsr`)));

  test('is sound of exactly what was stamped, and says when and by whom', async () => {
    expect(await stamps.verify(await read(), hello)).toEqual({
      at: expect.any(Number),
      authority: 'Example Time Stamps',
    });
    expect(await stamps.verify(await read(), bytes('hallo'))).toBeUndefined();
  });

  test('is sound no more with one bit changed in its facts, its certificate or its signature', async () => {
    const answer = await read();
    const passed: number[] = [];
    for (let at = 0; at < answer.length; at += 1) {
      const changed = answer.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      if ((await stamps.verify(changed, hello)) !== undefined) passed.push(at);
    }
    // Versions, tags of lists and algorithms that are named twice say nothing that is shown.
    expect(passed.length).toBeLessThan(90);
  });

  test('that is cut or is none is not sound', async () => {
    const answer = await read();
    for (const cut of [0, 1, 40, answer.length - 1])
      expect(await stamps.verify(answer.slice(0, cut), hello)).toBeUndefined();
    expect(await stamps.verify(bytes('0'.repeat(2_000)), hello)).toBeUndefined();
  });
});

test('the authority is asked for a SHA-256 and its certificate, and an answer for other bytes is refused', async () => {
  const asked: Buffer[] = [];
  const answer = await readFile(join(import.meta.dirname, 'stamped-by-rsa.tsr'));
  const server = await listen(
    createServer(async (request, response) => {
      asked.push(await buffer(request));
      response.end(answer);
    }),
  );
  const { stamp } = timeStampsAt(server.url);
  expect(await stamp(bytes('hello'))).toMatchObject({
    authority: 'Example Time Stamps',
    answer: new Uint8Array(answer),
  });
  await expect(stamp(bytes('hallo'))).rejects.toThrow('no sound time stamp');
  await server.close();
  // As openssl ts -query -sha256 -cert -no_nonce writes it.
  expect(asked[0]?.toString('hex')).toBe(
    `30390201013031300d060960864801650304020105000420${'2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'}0101ff`,
  );
});
