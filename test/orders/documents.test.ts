/** The partner prints exactly the quoted bytes, or nothing at all. */
import type { ServiceDeps } from '../../shared/config/app.ts';
import { sha256Hex } from '../../shared/domain/digest.ts';
import { advance } from '../../shared/orders/advance.ts';
import { unpaidDocumentKey } from '../../shared/orders/document.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { PartnerRequest } from '../../shared/partners/partner.ts';
import { operate } from '../../shared/web/operator/operate.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import {
  ada,
  caller,
  ordered,
  paid,
  paidOnly,
  payingEvent,
  placed,
  quoted,
  received,
  reconcileFor,
  sold,
} from '../support/fakes/orders.ts';

/** A job for `content`, quoted and ordered alike. */
async function placedWith(deps: MemoryDeps, content: object): Promise<string> {
  const { quote_id } = await quoted(deps, { text: undefined, ...content });
  const { body } = await ordered(deps, { quote_id, letter: { to: ada, from: ada, ...content } });
  return body.job_id as string;
}

const contents = {
  html: '<p>Dear Ada</p>',
  markdown: '# Dear Ada',
  text: 'Dear Ada',
  pdf_url: 'https://example.com/letter.pdf',
};

test.each(Object.entries(contents))('the partner is sent the very bytes that stand behind %s', async (kind, value) => {
  const deps = memoryDeps();
  const jobId = await placedWith(deps, { [kind]: value });
  await paid(deps, jobId);
  const document = (await deps.jobs.get(jobId))?.document;
  const kept = deps.documents.files.get(document?.key ?? '') ?? new Uint8Array();
  expect(sha256Hex(kept)).toBe(document?.sha256);
  expect(deps.orders.all()).toMatchObject([{ documentSha256: document?.sha256 }]);
  const receipt = (await ask(getReceipt, deps, { job_id: jobId }, caller)).body;
  expect(receipt).toMatchObject({ document_sha256: document?.sha256, status: 'with_partner' });
});

test.each([
  ['changed', (deps: MemoryDeps, key: string) => deps.documents.files.set(key, new Uint8Array([1]))],
  ['gone', (deps: MemoryDeps, key: string) => deps.documents.files.delete(key)],
])('a document that is %s when it should be sent is never sent: the job fails and is refunded', async (_how, harm) => {
  const deps = memoryDeps();
  const jobId = await placedWith(deps, { html: contents.html });
  harm(deps, (await deps.jobs.get(jobId))?.document?.key ?? '');
  expect(await paid(deps, jobId)).toMatchObject({ outcome: 'partner_failed' });
  await reconcileFor(deps);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(deps.orders.all()).toEqual([]);
});

test('a document that is gone after a call whose answer was lost refunds nothing: the order may be at the partner', async () => {
  const deps = memoryDeps();
  const { letter } = deps.partners;
  Object.assign(deps, {
    partners: {
      ...deps.partners,
      letter: {
        ...letter,
        submit: async (request: PartnerRequest) => {
          await letter.submit(request);
          deps.documents.files.clear();
          return { kind: 'unknown', reason: 'no answer' };
        },
        find: async () => ({ kind: 'unknown' }),
      },
    },
  });
  const jobId = await sold(deps);
  await reconcileFor(deps, 5);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'submitting', refund: 'not_applicable' });
  Object.assign(deps, { partners: { ...deps.partners, letter } });
  await reconcileFor(deps, 30);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

/** The dependencies after a deployment that typesets differently. */
const afterDeployment = (deps: MemoryDeps, change: { pages?: number; layoutVersion?: string }): ServiceDeps => ({
  ...deps,
  renderer: {
    ...deps.renderer,
    layOutText: async (...args) => {
      const written = await deps.renderer.layOutText(...args);
      return written.ok ? { ...written, ...change } : written;
    },
  },
});

test.each([{ pages: 2 }, { layoutVersion: 'other' }])(
  'text that would now come out as %j is refused before anything is created',
  async (change) => {
    const deps = memoryDeps();
    const { quote_id } = await quoted(deps);
    const request = { quote_id, letter: { to: ada, from: ada, text: 'Dear Ada,\n\nthe engine works.' } };
    await expect(ordered(afterDeployment(deps, change), request)).rejects.toMatchObject({
      code: 'quote_content_mismatch',
    });
    expect(deps.jobs.all()).toEqual([]);
    expect(deps.sessions.all()).toEqual([]);
  },
);

/** Expires unpaid documents, as the store does. */
function forgetUnpaid({ documents: { files } }: MemoryDeps): void {
  for (const key of files.keys()) if (key.startsWith('unpaid/')) files.delete(key);
}

test('unpaid documents lie apart from paid ones', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps);
  expect([...deps.documents.files.keys()]).toEqual([unpaidDocumentKey(jobId)]);
  await paid(deps, jobId);
  expect(deps.documents.files.get(`paid/${jobId}.pdf`)).toEqual(deps.documents.files.get(unpaidDocumentKey(jobId)));
});

test('a paid document is there for the next attempt when unpaid ones are long forgotten', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps, { addressLine1: '1 TEST OUTAGE ST' });
  await deps.payments.mock.end((await deps.jobs.get(jobId))?.checkout?.id ?? '', 'paid');
  await deps.clock.wind(86_400_000);
  await advance(deps, jobId);
  expect(deps.orders.all()).toEqual([]);
  forgetUnpaid(deps);
  await reconcileFor(deps);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled' });
});

test('the document of a job that was stopped before any attempt waits for the person who decides', async () => {
  let goes = false;
  const deps = memoryDeps({ deliver: () => goes });
  const jobId = await paidOnly(deps);
  expect(await operate(deps, { command: 'park', job_id: jobId, reason: 'payer' }, 0)).toMatchObject({ ok: true });
  goes = true;
  await reconcileFor(deps, 2);
  forgetUnpaid(deps);
  await deps.clock.wind(3 * 86_400_000);
  expect(await operate(deps, { command: 'resubmit', job_id: jobId }, 0)).toMatchObject({ ok: true });
  await deps.clock.wind(1_000);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

test('while money is still under way from a bank, the document waits for it', async () => {
  const deps = memoryDeps();
  const underWay: MemoryDeps = { ...deps, payments: paymentsBut(deps, { status: async () => ({ status: 'open' }) }) };
  const jobId = await placed(deps);
  const event = await payingEvent(deps, jobId);
  await deps.clock.wind(3_600_000);
  await advance(underWay, jobId);
  expect(deps.documents.files.has(`paid/${jobId}.pdf`)).toBe(false);
  await deps.clock.wind(30 * 3_600_000);
  await advance(underWay, jobId);
  forgetUnpaid(deps);
  expect(await received(deps, event)).toMatchObject({ outcome: 'done', body: { letter_id: expect.any(String) } });
});

test('a checkout whose day is over stays open while the provider says so, and its document is kept', async () => {
  const deps = memoryDeps();
  const payments = paymentsBut(deps, { status: async () => ({ status: 'open' }) });
  const jobId = await placedWith(deps, { html: contents.html });
  await deps.clock.wind(25 * 3_600_000);
  await advance({ ...deps, payments }, jobId);
  expect(await deps.jobs.get(jobId)).toMatchObject({ state: 'awaiting_payment' });
  expect(deps.documents.files.has(`paid/${jobId}.pdf`)).toBe(true);
});
