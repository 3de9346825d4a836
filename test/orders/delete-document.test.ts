/** When an order's document can be deleted, what is deleted, and what is shown after that. */
import { formTokenOf, sha256Hex } from '../../shared/domain/ids.ts';
import { uploadKey } from '../../shared/domain/input/upload.ts';
import type { ProductName } from '../../shared/domain/names.ts';
import { lifetimesMs } from '../../shared/domain/times.ts';
import { Comparison } from '../../shared/orders/audit/audit-compare.ts';
import { deleteDocument } from '../../shared/orders/content/delete-document.ts';
import { paidDocumentKey, previewedKey, retainDocument } from '../../shared/orders/document.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { receiptParts } from '../../shared/pages/receipt/parts.ts';
import { deleteFromPage } from '../../shared/pages/views/answer-order.ts';
import { deletionOf, showPayPage } from '../../shared/pages/views/show-pay-page.ts';
import { showPdf, showPreview, showText } from '../../shared/pages/views/show-preview.ts';
import { showEvidence, showReceipt } from '../../shared/pages/views/show-receipt.ts';
import { requestUpload } from '../../shared/web/request-upload.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { providerSends, statusOf } from '../support/fakes/given.ts';
import {
  caller,
  changeJob,
  jobOf,
  orderedAs,
  paid,
  paidOnly,
  placed,
  quotedAs,
  reconcileFor,
  samples,
  submitted,
} from '../support/fakes/orders.ts';
import { plainReader } from '../support/pages/views.ts';

const minute = 60_000;
const { address } = caller;
const remove = (deps: MemoryDeps, job_id: string) => ask(deleteDocument, deps, { job_id }, caller);
const receiptOf = async (deps: MemoryDeps, job_id: string) => (await ask(getReceipt, deps, { job_id }, caller)).body;
/** Marks the order as mailed or sent, as its partner would. */
const markDispatched = (deps: MemoryDeps, jobId: string) =>
  changeJob(deps, jobId, ({ partner, firstSeenAt }) => ({
    ...(partner && { partner: { ...partner, stage: 'dispatched' } }),
    firstSeenAt: { ...firstSeenAt, dispatched: deps.clock.now() },
  }));
const refusal = (says: string) => ({ code: 'document_needed', message: expect.stringContaining(says) });
const keysOf = (deps: MemoryDeps) => [...deps.documents.files.keys()];

/** A fax with a cover and an attachment, sent. */
async function sentFax(deps: MemoryDeps, content: object = { html: '<p>Dear Ada</p>' }) {
  const cover = { to: 'Grace Hopper', note: 'Call me.' };
  const attachments = [{ pdf_url: 'https://example.com/annex.pdf' }];
  const quote = await quotedAs(deps, 'fax', { cover, attachments, ...content });
  const { quote_id, content_hash } = quote;
  const { body } = await orderedAs(deps, 'fax', { quote_id, fax: { to_number: '+12125550199', content_hash } });
  const jobId = `${body.job_id}`;
  await paid(deps, jobId);
  await markDispatched(deps, jobId);
  return { jobId, quoteId: `${quote_id}` };
}

/** A check with a message, mailed. */
async function mailedCheck(deps: MemoryDeps) {
  const { quote_id } = await quotedAs(deps, 'check');
  const order = { ...samples.check.order('none'), message: '<p>For the lawsuit.</p>' };
  const jobId = `${(await orderedAs(deps, 'check', { quote_id, check: order })).body.job_id}`;
  await paid(deps, jobId);
  await markDispatched(deps, jobId);
  return jobId;
}

test('the document of an unpaid order cannot be deleted until the order ends', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  await expect(remove(deps, jobId)).rejects.toMatchObject(refusal('cancel it first, or wait until its payment link'));
  await changeJob(deps, jobId, () => ({ state: 'cancelled' }));
  expect(await remove(deps, jobId)).toEqual({ outcome: 'deleted', body: undefined });
});

test.each([
  ['letter', 'once the order is mailed'],
  ['fax', 'once the order is sent'],
] as const)('the document of a %s that has not left yet cannot be deleted, and is unchanged', async (product, says) => {
  const deps = memoryDeps();
  const jobId = await submitted(deps, product);
  await expect(remove(deps, jobId)).rejects.toMatchObject(refusal(says));
  const { documentDeletedAt, document } = await jobOf(deps, jobId);
  expect(documentDeletedAt).toBeUndefined();
  expect(sha256Hex(deps.documents.files.get(`paid/${jobId}.pdf`) ?? '')).toBe(document?.sha256);
});

test('the document of an order that no partner has, of an order in review, and of a fax to a busy line cannot be deleted', async () => {
  const deps = memoryDeps({ deliver: () => false });
  const jobId = await paidOnly(deps);
  await expect(remove(deps, jobId)).rejects.toMatchObject(refusal('still needs its document'));
  await changeJob(deps, jobId, () => ({ state: 'needs_review' }));
  await expect(remove(deps, jobId)).rejects.toMatchObject(refusal('A person is looking'));
  const faxDeps = memoryDeps();
  const fax = await submitted(faxDeps, 'fax', 'busy');
  await faxDeps.clock.advance(2_500);
  expect((await jobOf(faxDeps, fax)).state).toBe('paid');
  await expect(remove(faxDeps, fax)).rejects.toMatchObject(refusal('once the order is sent'));
});

test.each(['dispute_won', 'dispute_lost'] as const)('a dispute blocks a deletion until %s', async (end) => {
  const deps = memoryDeps();
  const jobId = await mailedCheck(deps);
  await providerSends(deps, jobId, 'disputed');
  await expect(remove(deps, jobId)).rejects.toMatchObject(refusal('once the payer’s bank has decided'));
  await deps.clock.advance(minute);
  await providerSends(deps, jobId, end);
  expect(await remove(deps, jobId)).toMatchObject({ outcome: 'deleted' });
});

test('the uploads that a document was made of are deleted, so that no one can quote them again', async () => {
  const deps = memoryDeps();
  const upload = async () => {
    const { body } = await ask(requestUpload, deps, {}, caller);
    await deps.documents.put(uploadKey(body.upload_id), Buffer.from('%PDF-1.7 Dear Ada'));
    return body.pdf_url;
  };
  const pdf_url = await upload();
  const { jobId } = await sentFax(deps, { html: undefined, pdf_url, attachments: [{ pdf_url: await upload() }] });
  await remove(deps, jobId);
  expect(keysOf(deps).filter((key) => key.startsWith('uploads/'))).toEqual([]);
  const quotedAgain = quotedAs(deps, 'fax', { html: undefined, pdf_url });
  await expect(quotedAgain).rejects.toMatchObject({ code: 'content_refused' });
});

test('the document, its parts and previews and the partner’s copy are deleted, and its hashes stay', async () => {
  const deps = memoryDeps();
  const { jobId, quoteId } = await sentFax(deps);
  const before = await jobOf(deps, jobId);
  await showPreview(deps, { code: before.payCode }, '1', address);
  const stored = keysOf(deps);
  for (const id of [jobId, quoteId]) deps.documents.files.set(`unpaid/${id}.txt`, Buffer.from('a draft'));
  deps.documents.files.set(previewedKey(quoteId), Buffer.from('a preview'));
  for (const key of [`paid/${jobId}.pdf`, `unpaid/${jobId}.pdf`, `unpaid/${quoteId}.pdf`, `previews/${jobId}/1.png`])
    expect(stored).toContain(key);
  expect(stored.filter((key) => key.startsWith(`unpaid/${quoteId}-`)).length).toBe(1);
  expect(stored.some((key) => key.startsWith('partner/'))).toBe(true);
  await deps.clock.advance(2 * lifetimesMs.price + lifetimesMs.checkout);
  const at = deps.clock.now();
  await remove(deps, jobId);
  // The attachment is stored under its own hash, for anyone who quotes it.
  expect(keysOf(deps).filter((key) => !/^unpaid\/[0-9a-f]{64}\.pdf$/.test(key))).toEqual([]);
  const { document, content, documentDeletedAt } = await jobOf(deps, jobId);
  expect([document, content, documentDeletedAt]).toEqual([before.document, before.content, at]);
});

test('a page that is being drawn when its document is deleted leaves no picture', async () => {
  const deps = memoryDeps();
  const { jobId } = await sentFax(deps);
  const { payCode } = await jobOf(deps, jobId);
  const { preview } = deps.renderer;
  const previewLate: typeof preview = async (...page) => {
    await remove(deps, jobId);
    return preview(...page);
  };
  Object.assign(deps.renderer, { preview: previewLate });
  await expect(showPreview(deps, { code: payCode }, '1', address)).rejects.toMatchObject({ code: 'not_found' });
  expect(keysOf(deps).filter((key) => key.startsWith('previews/'))).toEqual([]);
});

test('another order of the same quote still has its document, but the quote accepts no more orders', async () => {
  const deps = memoryDeps();
  const html = '<p>Dear Ada</p>';
  const { quote_id } = await quotedAs(deps, 'fax', { html });
  const orderTo = (number: string) => orderedAs(deps, 'fax', { quote_id, fax: { to_number: number, html } });
  const [first, second] = [(await orderTo('+12125550199')).body, (await orderTo('+12125550198')).body];
  await paid(deps, `${first.job_id}`);
  await markDispatched(deps, `${first.job_id}`);
  await remove(deps, `${first.job_id}`);
  await expect(showPdf(deps, { quote_id: `${quote_id}` })).rejects.toMatchObject({ code: 'not_found' });
  await expect(orderTo('+12125550197')).rejects.toMatchObject({ code: 'quote_unknown' });
  await paid(deps, `${second.job_id}`);
  const { document, state } = await jobOf(deps, `${second.job_id}`);
  expect(state).toBe('fulfilled');
  expect(deps.orders.all().map(({ documentSha256 }) => documentSha256)).toEqual([document?.sha256, document?.sha256]);
});

/** All stores as text: items, emails, events, the partner's orders and files. */
const allStoredText = (deps: MemoryDeps): string =>
  [
    ...Object.values(deps).flatMap((store) => ('all' in Object(store) ? JSON.stringify(store.all()) : [])),
    ...keysOf(deps).map((key) => Buffer.from(deps.documents.files.get(key) ?? '').toString()),
  ].join('\n');

test.each([
  ['letter', { text: 'Dear {{quagga}}' }, {}, 'A letter of 1 page'],
  ['letter', { text: undefined, html: '<p>The quagga</p>' }, {}, 'A letter of 1 page'],
  ['fax', { html: undefined, text: 'The {{quagga}}', cover: { note: 'The quagga' } }, {}, 'with a cover sheet'],
  ['check', {}, { message: '<p>For the quagga</p>' }, 'check'],
] as const)(
  'after deletion, no store (including emails) has text of the document: %s with %j',
  async (product, content, order, summaryText) => {
    const deps = memoryDeps();
    const { quote_id, content_hash } = await quotedAs(deps, product, content);
    const { html: _, text: __, ...sample } = samples[product].order('none') as Record<string, unknown>;
    const request = { quote_id, notify: { email: 'grace@example.com' }, idempotency_key: 'one' };
    const { body } = await orderedAs(deps, product, { ...request, [product]: { ...sample, content_hash, ...order } });
    const jobId = `${body.job_id}`;
    await paid(deps, jobId);
    await showPreview(deps, { code: (await jobOf(deps, jobId)).payCode }, '1', address);
    await markDispatched(deps, jobId);
    expect(allStoredText(deps)).toContain('quagga');
    await deps.clock.advance(2 * lifetimesMs.price + lifetimesMs.checkout);
    expect(deps.emails.all().length).toBeGreaterThan(0);
    await remove(deps, jobId);
    expect(allStoredText(deps)).not.toMatch(/quagga|packedText/);
    expect((await jobOf(deps, jobId)).summary).toContain(summaryText);
  },
);

test('a check’s message is deleted from order and receipt, which show when, and the hash of the check’s instruction stays', async () => {
  const deps = memoryDeps();
  const jobId = await mailedCheck(deps);
  const { message, instruction_sha256, memo } = await receiptOf(deps, jobId);
  expect(message).toContain('lawsuit');
  await deps.clock.advance(minute);
  await remove(deps, jobId);
  const deletedAt = deps.clock.now();
  expect((await statusOf(deps, jobId)).document_deleted_at).toBe(deletedAt);
  const after = await receiptOf(deps, jobId);
  expect(JSON.stringify([after, await jobOf(deps, jobId)])).not.toContain('lawsuit');
  expect(after).toMatchObject({ instruction_sha256, memo, times: { document_deleted_at: deletedAt } });
  expect(after.message).toBeUndefined();
});

test('a deleted document is no longer shown, and cannot be sent again', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  await markDispatched(deps, jobId);
  const job = await jobOf(deps, jobId);
  // The deletion fails in the store, but `documentDeletedAt` already keeps the document from being read.
  const stuck = { ...deps, documents: { ...deps.documents, delete: () => Promise.reject(new Error('killed')) } };
  await expect(remove(stuck, jobId)).rejects.toThrow('killed');
  expect(keysOf(deps)).toContain(`paid/${jobId}.pdf`);
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  const deleted = { code: 'not_found', message: `Deleted at the sender’s request on ${day}.` };
  for (const ref of [{ code: job.payCode }, { quote_id: job.quoteId }])
    for (const page of [showPdf(deps, ref), showText(deps, ref, address), showPreview(deps, ref, '1', address)])
      await expect(page).rejects.toMatchObject(deleted);
  expect((await showEvidence(deps, await jobOf(deps, jobId), caller.baseUrl)).document).toBeUndefined();
  await expect(quotedAs(deps, 'letter', { text: undefined, from_job: jobId })).rejects.toMatchObject({
    message: 'from_job is an order whose document was deleted at the request of its sender: send the content itself.',
  });
  await deps.clock.advance(minute);
  const { documentDeletedAt } = await jobOf(deps, jobId);
  expect(await remove(deps, jobId)).toMatchObject({ outcome: 'deleted' });
  expect(keysOf(deps)).not.toContain(`paid/${jobId}.pdf`);
  expect((await jobOf(deps, jobId)).documentDeletedAt).toBe(documentDeletedAt);
});

test('a document that is deleted while it is copied does not come back', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  await markDispatched(deps, jobId);
  const { documents } = deps;
  const get: typeof documents.get = async (key) => {
    const pdf = await documents.get(key);
    await remove(deps, jobId);
    return pdf;
  };
  await retainDocument({ ...deps, documents: { ...documents, get } }, await jobOf(deps, jobId));
  expect(documents.files.get(paidDocumentKey({ id: jobId }))).toEqual(new Uint8Array());
});

test('if the partner does not confirm its deletion, or is no longer configured, the next request tries again', async () => {
  const deps = memoryDeps();
  const { jobId } = await sentFax(deps);
  const { fax, ...others } = deps.partners;
  const message = expect.stringContaining('the partner has not confirmed that it deleted its own');
  const unconfirmed = { code: 'unavailable', retryAfterSeconds: 60, message };
  for (const partners of [others, { ...others, fax: { ...fax, erase: async () => false } }])
    await expect(remove({ ...deps, partners } as MemoryDeps, jobId)).rejects.toMatchObject(unconfirmed);
  const isAtPartner = () => keysOf(deps).some((key) => key.startsWith('partner/'));
  expect([keysOf(deps).includes(`paid/${jobId}.pdf`), isAtPartner()]).toEqual([false, true]);
  await remove(deps, jobId);
  expect(isAtPartner()).toBe(false);
});

test('a quote’s PDF is kept while another of its orders has a bank payment in progress', async () => {
  const deps = memoryDeps();
  const html = '<p>Dear Ada</p>';
  const { quote_id } = await quotedAs(deps, 'fax', { html });
  const orderTo = async (number: string) =>
    `${(await orderedAs(deps, 'fax', { quote_id, fax: { to_number: number, html } })).body.job_id}`;
  const first = await orderTo('+12125550199');
  await paid(deps, first);
  await markDispatched(deps, first);
  await deps.clock.advance(lifetimesMs.price - 1_000);
  const second = await orderTo('+12125550198');
  const status = async () => ({ status: 'open', isProcessing: true }) as const;
  Object.assign(deps, { payments: paymentsBut(deps, { status }) });
  await deps.clock.advance(lifetimesMs.checkout + 1_000);
  await remove(deps, first);
  await reconcileFor(deps);
  expect(keysOf(deps)).toContain(`paid/${second}.pdf`);
});

test('the page offers to delete the document once that is possible, and refuses forged forms', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const { payCode } = await jobOf(deps, jobId);
  const offer = async () => deletionOf(await jobOf(deps, jobId), deps.clock.now());
  expect(await offer()).toBeUndefined();
  await markDispatched(deps, jobId);
  const token = formTokenOf('deletion', jobId);
  expect(await offer()).toEqual({ token });
  for (const forged of [undefined, '', formTokenOf('cancel', jobId)])
    await expect(deleteFromPage(deps, payCode, forged)).rejects.toMatchObject({ code: 'invalid_request' });
  expect((await jobOf(deps, jobId)).documentDeletedAt).toBeUndefined();
  expect(await deleteFromPage(deps, payCode, token)).toBe(`/v1/pay/${payCode}`);
  expect(await offer()).toEqual({ at: deps.clock.now() });
  const { progress, preview } = await showPayPage(deps, payCode);
  expect([progress.keptUntil, progress.sendAgain, preview]).toEqual([undefined, undefined, undefined]);
  const receipt = await showReceipt(deps, await jobOf(deps, jobId), caller.baseUrl);
  expect(receiptParts(receipt, plainReader).times.map(({ label }) => label)).toContain(
    'Document deleted at the sender’s request',
  );
  // Once the document has expired, there is nothing to delete.
  const expired = await submitted(deps);
  await markDispatched(deps, expired);
  expect(deletionOf(await jobOf(deps, expired), deps.clock.now() + 61 * 24 * 60 * minute)).toBeUndefined();
});

test.each<[ProductName, (deps: MemoryDeps) => Promise<string>, RegExp]>([
  ['letter', (deps) => submitted(deps), /partner\//],
  ['check', mailedCheck, /lawsuit/],
  ['fax', async (deps) => (await sentFax(deps)).jobId, /Call me.*partner\//s],
])('the simulated partner deletes all text of a %s', async (product, order, storedText) => {
  const deps = memoryDeps();
  const jobId = await order(deps);
  await markDispatched(deps, jobId);
  const stored = () => JSON.stringify([deps.orders.all().map(({ order }) => order), keysOf(deps)]);
  expect(stored()).toMatch(storedText);
  await remove(deps, jobId);
  expect(stored()).not.toMatch(/partner\/|lawsuit|Call me/);
  // The partner still has the order itself.
  expect(await deps.partners[product].record(deps.orders.all()[0]?.id ?? '')).toBeDefined();
});

test('the audit does not report a fax that its partner deleted with the document', async () => {
  const deps = memoryDeps();
  const { jobId } = await sentFax(deps);
  const { fax } = deps.partners;
  if (fax === undefined) throw new Error('no fax partner');
  const withoutRecord = { ...deps, partners: { ...deps.partners, fax: { ...fax, record: async () => undefined } } };
  const differences = async () => {
    const findings = new Comparison(withoutRecord);
    await findings.lookUpOrder(jobId);
    return [...findings.differences.values()].map(({ kind }) => kind);
  };
  expect(await differences()).toEqual(['order_missing']);
  await remove(deps, jobId);
  expect(await differences()).toEqual([]);
});
