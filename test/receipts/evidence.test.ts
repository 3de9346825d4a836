/** A file of evidence: one PDF that holds all there is, verifies by itself, and says what is proved by whom. */
import { jwsSigner } from '../../shared/adapters/signer.ts';
import { sha256Hex } from '../../shared/core/digest.ts';
import type { Job } from '../../shared/core/job/job.ts';
import { type Stamped, TimeStampVerifier } from '../../shared/core/receipt/time-stamp.ts';
import { ReceiptVerifier } from '../../shared/core/receipt/verifier.ts';
import { evidenceForPeople } from '../../shared/doors/http/receipt.ts';
import { logNights } from '../../shared/operations/log-nights.ts';
import { evidenceSheet } from '../../shared/pages/receipt/evidence.ts';
import { type VerifyView, verifyPage } from '../../shared/pages/verify.ts';
import type { TimeStamp } from '../../shared/ports/time-stamps.ts';
import { showEvidence } from '../../shared/usecases/receipts/show-evidence.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { jobOf, placed, sold } from '../support/fakes/orders.ts';
import { readerIn, signingKey } from '../support/receipts.ts';

const signer = jwsSigner(signingKey().privateJwk);
const deps = Object.assign(memoryDeps(), { signer });
const id = await sold(deps);
const fresh = await showEvidence(deps, await jobOf(deps, id), 'https://mail.example.com/v1');
await deps.clock.wind(24 * 60 * 60_000);
await logNights(deps, Number.MAX_SAFE_INTEGER);
const ofJob = async (change: (job: Job) => Job = (job) => job) =>
  showEvidence(deps, change(await jobOf(deps, id)), 'https://mail.example.com/v1');
const evidence = await ofJob();
const pdfOf = async (...given: Parameters<typeof evidenceForPeople>) => {
  const { body = '', headers } = await evidenceForPeople(...given);
  return { pdf: new Uint8Array(Buffer.from(body, 'base64')), headers };
};
const verifier = new ReceiptVerifier(async () => (await signer.publicKeys()).keys, new TimeStampVerifier());
const paths = { action: '/v1/verify', keys: '/v1/keys', known: [] };
const words = (given: typeof evidence, language = 'en') =>
  JSON.stringify(evidenceSheet({ ...given, shown: [] }, readerIn(language)));

test('dropped at the verifier, the one file tells the receipt, the document and the log', async () => {
  const { pdf, headers } = await pdfOf(evidence, readerIn('en'));
  expect(await verifier.verify(pdf)).toMatchObject({
    ...{ kind: 'genuine', document: 'printed', around: 'not_compared' },
    log: { inLog: 'included', stamp: 'none_given' },
  });
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="evidence-${evidence.view.orderNumber}.pdf"`,
  });
});

test('the verdict on a signed receipt has the moment of the carrier’s signature and its hash', async () => {
  const verdict = await verifier.verify((await pdfOf(evidence, readerIn('en'))).pdf);
  const shownOf = (change: object) => {
    const told = { ...verdict, receipt: { ...evidence.view.receipt, ...change } };
    return verifyPage({ ...paths, verdict: told } as VerifyView, readerIn('en')).body.split('<template')[0];
  };
  const signed = { status: 'signed', signed_at: Date.UTC(2026, 10, 22), signature_sha256: 'ab12' };
  expect(shownOf({ return_receipt: signed })).toMatch(/Signed, as the carrier says.*November 22, 2026[\s\S]*ab12/);
  expect(shownOf({})).not.toContain('Signed, as the carrier says');
});

test('the carrier’s file is told where it is the one that the receipt names, and nothing is said of another', async () => {
  const signature = new TextEncoder().encode('%PDF-1.7 signed');
  const receipt = {
    ...evidence.view.receipt,
    return_receipt: { status: 'signed', signature_sha256: sha256Hex(signature) },
  };
  const view = { ...evidence.view, receipt, signature: await signer.sign(receipt) };
  const told = async (file: Uint8Array) =>
    verifier.verify((await pdfOf({ ...evidence, view, signature: file }, readerIn('en'))).pdf);
  expect(await told(signature)).toMatchObject({ kind: 'genuine', carrier: 'same' });
  expect(await told(signature.with(9, 0x21))).toMatchObject({ kind: 'genuine', carrier: 'none_given' });
  expect(await verifier.verify((await pdfOf(evidence, readerIn('en'))).pdf)).toMatchObject({ carrier: 'none_given' });
  const { body } = verifyPage({ ...paths, verdict: await told(signature) } as VerifyView, readerIn('fr'));
  expect(body.split('<template')[0]).toContain('est celui que le reçu désigne');
});

test('one changed byte of the document in it is told', async () => {
  const { pdf } = await pdfOf(evidence, readerIn('en'));
  const at = Buffer.from(pdf).indexOf(Buffer.from(evidence.document ?? []));
  expect(at).toBeGreaterThan(0);
  pdf[at + 9] = (pdf[at + 9] ?? 0) ^ 1;
  expect(await verifier.verify(pdf)).toMatchObject({ kind: 'genuine', document: 'other' });
});

test('it holds each file byte for byte, and neither the job’s id nor the pay link', async () => {
  const { pdf } = await pdfOf(evidence, readerIn('fr'));
  const text = Buffer.from(pdf).toString('latin1');
  for (const name of ['document.pdf', 'receipt.json', 'proof.json', 'head.jws']) expect(text).toContain(`(${name})`);
  expect(text).not.toContain('time-stamp.tsr)');
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
  ['before the night there is no proof', fresh, 'the log takes the receipt in during the night'],
  ['a proof names its day', evidence, 'stands in the log of November 21, 2026'],
  ['no time stamp is said', evidence, 'There is no time stamp of an authority'],
  ['a time stamp is said', { ...evidence, log: { ...evidence.log, time_stamp: 'AAAA' } }, 'attached as time-stamp.tsr'],
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
  expect(words(evidence)).not.toMatch(/signature\.pdf|time-stamp\.tsr|too large for/);
  expect(words(fresh)).not.toMatch(/proof\.json/);
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

describe('with an authority of time stamps', () => {
  const asked: string[] = [];
  const stampOf = async (bytes: Uint8Array): Promise<TimeStamp> => {
    asked.push(Buffer.from(bytes).toString());
    return { at: Date.UTC(2026, 10, 22), authority: 'Example Time Stamps', answer: Buffer.from('stamped') };
  };
  const shown = async (stamp: (bytes: Uint8Array) => Promise<TimeStamp>, orderId = id) =>
    showEvidence(
      Object.assign({ ...deps }, { timeStamps: { stamp } }),
      await jobOf(deps, orderId),
      'https://mail.example.com/v1',
    );

  test('its receipt is stamped once for all that is asked, and again when its facts have changed', async () => {
    const first = await shown(stampOf);
    await deps.clock.wind(60_000);
    const again = await shown(stampOf);
    expect([asked.length, asked[0]]).toEqual([1, first.view.signature]);
    expect(again.stamp).toEqual(first.stamp);
    expect(again.view.signature).not.toBe(first.view.signature);
    const job = await jobOf(deps, id);
    const returned = { ...job, firsts: { ...job.firsts, returned: deps.clock.now() } };
    await showEvidence(
      Object.assign({ ...deps }, { timeStamps: { stamp: stampOf } }),
      returned,
      'https://mail.example.com/v1',
    );
    expect(asked).toHaveLength(2);
  });

  test('the stamped receipt and its stamp are attached, and the page says by whom and when', async () => {
    const given = await shown(stampOf);
    const { pdf } = await pdfOf(given, readerIn('en'));
    const text = Buffer.from(pdf).toString('latin1');
    for (const name of ['receipt.jws', 'receipt.tsr', asked[0] ?? '']) expect(text).toContain(name);
    expect(words(given)).toContain(
      'At November 22, 2026, 00:00 UTC an authority (Example Time Stamps) stamped a receipt',
    );
    expect(words(given)).not.toContain('There is no time stamp');
    expect(await verifier.verify(pdf)).toMatchObject({ kind: 'genuine', document: 'printed' });
  });

  /** Takes a time stamp that says what it stamps, behind the first byte of DER. */
  class SpokenStamps extends TimeStampVerifier {
    override async verify(answer: Uint8Array, stamped: Uint8Array): Promise<Stamped | undefined> {
      return Buffer.from(answer.subarray(1)).equals(Buffer.from(stamped)) ? { at: 7, authority: 'Example' } : undefined;
    }
  }
  const spoken = new ReceiptVerifier(async () => (await signer.publicKeys()).keys, new SpokenStamps());
  const stampedBy = (receipt: string, answered = receipt) => ({
    ...{ at: 7, authority: 'Example', receipt, answer: new TextEncoder().encode(`0${answered}`) },
  });
  const earlier = async (orderId: string) =>
    (await showEvidence(deps, await jobOf(deps, orderId), 'https://mail.example.com/v1')).view.signature;
  const own = evidence.view.signature;

  test.each([
    ['of an earlier receipt that says the same', async () => stampedBy(await earlier(id)), 'stamped'],
    ['of a receipt of another order', async () => stampedBy(await earlier(await sold(deps))), 'broken'],
    ['of other bytes', async () => stampedBy(own, 'other'), 'broken'],
    ['of a receipt that was changed', async () => stampedBy(own.replace(/.{4}$/, 'AAAA')), 'broken'],
    ['that is none', async () => undefined, 'none_given'],
  ])('a time stamp %s is told', async (_, stamp, said) => {
    const { pdf } = await pdfOf({ ...evidence, stamp: await stamp() }, readerIn('en'));
    const verdict = await spoken.verify(pdf);
    const stamped = said === 'stamped' ? { stamped: { at: 7, authority: 'Example' } } : {};
    expect(verdict).toMatchObject({ kind: 'genuine', log: { stamp: 'none_given' } });
    expect(verdict).toHaveProperty('own', { stamp: said, ...stamped });
    for (const language of ['en', 'fr']) {
      const { body } = verifyPage({ ...paths, verdict } as VerifyView, readerIn(language));
      const [shown = ''] = body.split('<template');
      expect(shown.match(/data-own="(\w+)"/)?.[1] ?? 'none_given').toBe(said);
      expect(shown).toContain('class="warnings sound" data-document="printed"');
      expect(shown.includes('class="warnings failing" data-own="broken"')).toBe(said === 'broken');
    }
  });

  test('while it is away the file says so, and the next request asks again', async () => {
    const other = await sold(deps);
    const before = asked.length;
    const away = await shown(() => Promise.reject(new Error('away')), other);
    expect([away.stamp, words(away)]).toEqual([
      'away',
      expect.stringContaining('gave no answer. Ask for this file again'),
    ]);
    expect((await shown(stampOf, other)).stamp).toMatchObject({ authority: 'Example Time Stamps' });
    expect(asked.length).toBe(before + 1);
  });

  test('it is not asked for an order that nobody has paid', async () => {
    const before = asked.length;
    expect((await shown(stampOf, await placed(deps))).stamp).toBeUndefined();
    expect(asked.length).toBe(before);
  });

  test('words in a document that look like receipts hide none', async () => {
    const given = await shown(stampOf);
    const noise = Buffer.from(`%PDF-1.7 ${`eyJhIjox.${'a'.repeat(20)}.${'b'.repeat(86)} `.repeat(9)}`);
    const { pdf } = await pdfOf({ ...given, document: new Uint8Array(noise) }, readerIn('en'));
    expect(await verifier.verify(pdf)).toMatchObject({ kind: 'genuine', document: 'other' });
  });
});
