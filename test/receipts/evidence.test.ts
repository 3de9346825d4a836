/** A file of evidence: one PDF that holds all there is, verifies by itself, and says what is proved by whom. */
import { jwsSigner } from '../../shared/adapters/signer.ts';
import { sha256Hex } from '../../shared/core/digest.ts';
import type { Job } from '../../shared/core/job/job.ts';
import { verifyReceipt } from '../../shared/core/receipt/verifier.ts';
import { evidenceForPeople } from '../../shared/doors/http/receipt.ts';
import { evidenceSheet } from '../../shared/pages/receipt/evidence.ts';
import { showEvidence } from '../../shared/usecases/receipts/show-evidence.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, sold } from '../support/fakes/orders.ts';
import { readerIn, signingKey } from '../support/receipts.ts';

const signer = jwsSigner(signingKey().privateJwk);
const deps = Object.assign(memoryDeps(), { signer });
const id = await sold(deps);
await deps.clock.wind(24 * 60 * 60_000);
const ofJob = async (change: (job: Job) => Job = (job) => job) =>
  showEvidence(deps, change(await jobOf(deps, id)), 'https://mail.example.com/v1');
const evidence = await ofJob();
const pdfOf = async (...given: Parameters<typeof evidenceForPeople>) => {
  const { body = '', headers } = await evidenceForPeople(...given);
  return { pdf: new Uint8Array(Buffer.from(body, 'base64')), headers };
};
const verdictOn = async (pdf: Uint8Array) => verifyReceipt((await signer.publicKeys()).keys, pdf);
const words = (given: typeof evidence, language = 'en') =>
  JSON.stringify(evidenceSheet({ ...given, shown: [] }, readerIn(language)));

test('dropped at the verifier, the one file tells the receipt', async () => {
  const { pdf, headers } = await pdfOf(evidence, readerIn('en'));
  expect(await verdictOn(pdf)).toMatchObject({
    ...{ kind: 'genuine', document: 'none_given', around: 'not_compared' },
  });
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="evidence-${evidence.view.orderNumber}.pdf"`,
  });
});

test('it holds each file byte for byte, and neither the job’s id nor the pay link', async () => {
  const { pdf } = await pdfOf(evidence, readerIn('fr'));
  const text = Buffer.from(pdf).toString('latin1');
  for (const name of ['document.pdf', 'receipt.json']) expect(text).toContain(`(${name})`);
  const { payCode } = await jobOf(deps, id);
  for (const secret of [id, payCode]) expect(text).not.toContain(secret);
  expect(sha256Hex(evidence.document ?? new Uint8Array())).toBe(evidence.view.receipt.document_sha256);
});

const saying = (receipt: object) => ({
  ...evidence,
  view: { ...evidence.view, receipt: { ...evidence.view.receipt, ...receipt } },
});

test.each([
  [
    'a return receipt without a signature is told',
    saying({ return_receipt: { status: 'ordered' } }),
    'has not told of a signature yet',
  ],
  ['nobody has signed', saying({ return_receipt: { status: 'none_obtained' } }), 'Nobody has signed for it'],
  [
    'somebody has signed',
    saying({ return_receipt: { status: 'signed', signed_at: Date.UTC(2026, 10, 22) } }),
    'The carrier tells of a signature.","Signed November 22, 2026, 00:00 UTC.',
  ],
  ['no partner was given the document', saying({ partner_id_hash: null }), 'byte for byte as it was ordered'],
  ['a document that is there is attached', evidence, 'attached as document.pdf'],
  [
    'one that is too large is left out',
    { ...evidence, document: undefined, isTooLarge: true },
    'too large for this file',
  ],
  ['one that is gone is said', { ...evidence, document: undefined }, 'does not keep it any more'],
  ['a signature is attached', { ...evidence, signature: new Uint8Array(1) }, 'attached as signature.pdf'],
  ['the draft says when it left, in plain words', evidence, 'told that it left on: November 21, 2026, 12:02 UTC'],
  ['the draft is a draft', evidence, 'It is no form of any court or authority'],
])('%s', (_, given, said) => {
  expect(words(given as typeof evidence)).toContain(said);
});

test('what is not there is not said to be there', () => {
  expect(words(evidence)).not.toMatch(/signature\.pdf|too large for/);
});

test.each([
  ['no draft declares that a thing was sent before it has left', saying({ times: {} }), 'Draft of a declaration'],
  [
    'nor that a document was sent where there is none',
    saying({ document_sha256: undefined }),
    'Draft of a declaration',
  ],
  ['a fax has no carrier', saying({ service: 'fax' }), 'What the carrier says'],
  ['a letter without a return receipt is not signed for', evidence, 'told of a signature'],
])('%s', (_, given, unsaid) => {
  expect(words(given as typeof evidence)).not.toContain(unsaid);
});

test('a document of more than an answer holds is left out, with its cure', async () => {
  const large = Object.assign(memoryDeps(), { signer });
  const job = await jobOf(large, await sold(large));
  large.documents.files.set(job.document?.key ?? '', new Uint8Array(3_500_001));
  large.documents.files.set(`paid/${job.id}.pdf`, new Uint8Array(3_500_001));
  const given = await showEvidence(large, job, 'https://mail.example.com/v1');
  expect([given.document, given.isTooLarge]).toEqual([undefined, true]);
});

test('a document that is not kept any more is not searched for', async () => {
  const given = await ofJob((job) => ({ ...job, firsts: { ...job.firsts, claimed: 0 } }));
  expect([given.document, given.isTooLarge]).toEqual([undefined, false]);
});

test('words in a document that look like receipts hide none', async () => {
  const noise = Buffer.from(`%PDF-1.7 ${`eyJhIjox.${'a'.repeat(20)}.${'b'.repeat(86)} `.repeat(9)}`);
  const { pdf } = await pdfOf({ ...evidence, document: new Uint8Array(noise) }, readerIn('en'));
  expect(await verdictOn(pdf)).toMatchObject({ kind: 'genuine' });
});
