/** `keep_days`: a document is there as long as its caller wants, and its bytes are gone soon afterwards. */
import { keptPrefix, retentionOf } from '../../../shared/core/lifetimes.ts';
import { fetchSignature, retainDocument, signatureKey } from '../../../shared/fulfilment/document.ts';
import { showEvidence } from '../../../shared/usecases/receipts/show-evidence.ts';
import { showReceipt } from '../../../shared/usecases/receipts/show-receipt.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { jobOf, orderedAs, paid, quotedAs, requestFor } from '../../support/fakes/orders.ts';

const day = 24 * 60 * 60_000;
const base = 'https://mail.example.com/v1';

async function placed(deps: MemoryDeps, keep_days: unknown, product: 'letter' | 'fax' | 'check' = 'letter', more = {}) {
  const { quote_id } = await quotedAs(deps, product);
  const request = requestFor(product, quote_id, 'none', { keep_days });
  const order = { ...(request as Record<string, object>)[product], ...more };
  return (await orderedAs(deps, product, { ...request, [product]: order })).body;
}
const ofJob = (deps: MemoryDeps, jobId: unknown) =>
  [...deps.documents.files.keys()].filter((key) => key.includes(String(jobId)) && deps.documents.files.has(key));
const evidenceOf = async (deps: MemoryDeps, jobId: unknown) => showEvidence(deps, await jobOf(deps, `${jobId}`), base);

test.each([
  ['letter', 400],
  ['letter', 120],
  ['letter', 31],
  ['fax', 365],
] as const)(
  'of a %s for %d days is there on the last day and shown no more on the next, and its bytes go within ten days',
  async (product, days) => {
    const deps = memoryDeps();
    const { job_id, created_at, document_kept_until } = await placed(deps, days, product);
    expect(document_kept_until).toBe(Number(created_at) + days * day);
    await paid(deps, `${job_id}`);
    await deps.clock.wind(days * day - 3_600_000);
    expect((await evidenceOf(deps, job_id)).document).toBeInstanceOf(Uint8Array);
    await deps.clock.wind(2 * 3_600_000);
    expect((await evidenceOf(deps, job_id)).document).toBeUndefined();
    await deps.clock.wind(10 * day);
    expect(ofJob(deps, job_id)).toEqual([]);
  },
);

test('without it a document is gone after 30 days, and no copy is made', async () => {
  const deps = memoryDeps();
  const { job_id, document_kept_until } = await placed(deps, undefined);
  await paid(deps, `${job_id}`);
  expect([document_kept_until, ofJob(deps, job_id).filter((key) => key.startsWith('kept/'))]).toEqual([undefined, []]);
  await deps.clock.wind(31 * day);
  expect((await evidenceOf(deps, job_id)).document).toBeUndefined();
});

test('the time counts from the creation: a later attempt to send it adds no day', async () => {
  const deps = memoryDeps();
  const { job_id } = await placed(deps, 100);
  await paid(deps, `${job_id}`);
  await deps.clock.wind(20 * day);
  await retainDocument(deps, await jobOf(deps, `${job_id}`));
  await deps.clock.wind(91 * day);
  expect(ofJob(deps, job_id)).toEqual([]);
});

test('an order that nobody has paid keeps nothing', async () => {
  const deps = memoryDeps();
  const { job_id } = await placed(deps, 400);
  await retainDocument(deps, await jobOf(deps, `${job_id}`));
  expect(ofJob(deps, job_id).filter((key) => key.startsWith('kept/'))).toEqual([]);
});

test('the enclosure of a check is kept as long, and a check without one refuses it', async () => {
  const deps = memoryDeps();
  const message = '<p>Thank you.</p>';
  const { job_id } = await placed(deps, 90, 'check', { message });
  await paid(deps, `${job_id}`);
  await deps.clock.wind(89 * day);
  expect((await evidenceOf(deps, job_id)).document).toBeInstanceOf(Uint8Array);
  await expect(placed(deps, 90, 'check', { message: undefined })).rejects.toMatchObject({ field: 'keep_days' });
});

test('the carrier’s signature is kept as long, whenever it comes', async () => {
  const deps = memoryDeps();
  const { job_id } = await placed(deps, 200);
  await paid(deps, `${job_id}`);
  await deps.clock.wind(50 * day);
  const job = { ...(await jobOf(deps, `${job_id}`)), returnReceipt: { status: 'signed', heardAt: 0 } as const };
  const pdf = Buffer.from('%PDF-1.7 signed');
  const { letter } = deps.partners;
  const signing = Object.assign(letter, { signature: async () => pdf });
  const file = await fetchSignature({ ...deps, partners: { ...deps.partners, letter: signing } }, job);
  const signed = { ...job, returnReceipt: { ...job.returnReceipt, file } };
  expect(file?.key).toContain(`kept/150/${job_id}-signature-`);
  const until = job.createdAt + 200 * day;
  expect(['here', 'gone'].map((_, at) => signatureKey(signed, until - 1 + at))).toEqual([file?.key, undefined]);
  await deps.clock.wind(149 * day);
  expect(ofJob(deps, job_id)).toContain(file?.key);
  await deps.clock.wind(12 * day);
  expect(ofJob(deps, job_id)).toEqual([]);
});

test.each([29, 401, 0, -1, 30.5, '60', true, Number.MAX_SAFE_INTEGER])(
  '%j is refused by its field with the range, and nothing is written',
  async (value) => {
    const deps = memoryDeps();
    const { quote_id } = await quotedAs(deps, 'letter');
    const before = deps.documents.files.size;
    const asked = orderedAs(deps, 'letter', requestFor('letter', quote_id, 'none', { keep_days: value }));
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_request',
      field: 'keep_days',
      message: expect.stringMatching(/^keep_days must be a whole number from 30 to 400/),
    });
    expect(deps.documents.files.size).toBe(before);
  },
);

test('every number of days has a rule that keeps it so long, and at most nine days longer', () => {
  for (let days = 30; days <= 400; days += 1) {
    const kept = (retentionOf(`${keptPrefix(days * day)}/job.pdf`) ?? 0) / day;
    expect([days, kept >= days, kept < days + 10]).toEqual([days, true, true]);
  }
  expect(retentionOf('health')).toBeUndefined();
});

test('the pages and the receipt name the day', async () => {
  const deps = memoryDeps();
  const { job_id } = await placed(deps, 40);
  const { facts } = await showReceipt(deps, await jobOf(deps, `${job_id}`), base);
  expect(facts).toContainEqual({ label: 'Document kept until', value: '2026-12-31', day: '2026-12-31' });
});
