/** The partner prints exactly the quoted bytes, or nothing. */
import type { ServiceDeps } from '../../shared/config/app.ts';
import { advance } from '../../shared/orders/advance.ts';
import { unpaidDocumentKey } from '../../shared/orders/document.ts';
import type { Payments } from '../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps, paymentsBut } from '../support/fakes/deps.ts';
import { given } from '../support/fakes/given.ts';
import {
  ada,
  jobOf,
  ordered,
  paid,
  payingEvent,
  placed,
  quoted,
  received,
  reconcileFor,
  text,
} from '../support/fakes/orders.ts';
import { command } from '../support/operated.ts';

const hour = 3_600_000;

/** A job for `content`, which is sent with the quote and with the order. */
async function placedWith(deps: MemoryDeps, content: object): Promise<string> {
  const { quote_id } = await quoted(deps, { text: undefined, ...content });
  const { body } = await ordered(deps, { quote_id, letter: { to: ada, from: ada, ...content } });
  return body.job_id as string;
}

test.each([
  ['changed', (deps: MemoryDeps, key: string) => deps.documents.files.set(key, new Uint8Array([1]))],
  ['gone', (deps: MemoryDeps, key: string) => deps.documents.files.delete(key)],
])('if the document is %s, it is not sent: the job fails and is refunded', async (_how, damage) => {
  const deps = memoryDeps();
  const jobId = await placedWith(deps, { html: '<p>Dear Ada</p>' });
  damage(deps, (await jobOf(deps, jobId)).document?.key ?? '');
  expect(await paid(deps, jobId)).toMatchObject({ outcome: 'partner_failed' });
  await reconcileFor(deps);
  expect(await jobOf(deps, jobId)).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(deps.orders.all()).toEqual([]);
});

test('if the document is lost after a call without a response, nothing is refunded, because the partner may have the order', async () => {
  const { deps, ...order } = await given('unpaid');
  const { letter } = deps.partners;
  order.whenPartner({
    submit: async (request) => {
      await letter.submit(request);
      deps.documents.files.clear();
      return { kind: 'unknown', reason: 'no answer' };
    },
    find: async () => ({ kind: 'unknown' }),
  });
  await paid(deps, order.id);
  await order.later(5);
  expect(await order.job()).toMatchObject({ state: 'submitting', refund: 'not_applicable' });
  order.whenPartner(letter);
  await order.later(30);
  expect(await order.job()).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

test.each([{ pages: 2 }, { layoutVersion: 'other' }])(
  'text that a new version lays out differently (%j) is refused before anything is created',
  async (change) => {
    const deps = memoryDeps();
    const { quote_id } = await quoted(deps);
    const layOutText: ServiceDeps['renderer']['layOutText'] = async (...request) => {
      const written = await deps.renderer.layOutText(...request);
      return written.ok ? { ...written, ...change } : written;
    };
    const newVersion = { ...deps, renderer: { ...deps.renderer, layOutText } };
    const request = { quote_id, letter: { to: ada, from: ada, text } };
    await expect(ordered(newVersion, request)).rejects.toMatchObject({ code: 'quote_content_mismatch' });
    expect([deps.jobs.all(), deps.sessions.all()]).toEqual([[], []]);
  },
);

/** Deletes unpaid documents, as the store does after two days. */
function expireUnpaid({ documents: { files } }: MemoryDeps): void {
  for (const key of files.keys()) if (key.startsWith('unpaid/')) files.delete(key);
}

test('a paid order’s document is copied, so that a later attempt still has it', async () => {
  const deps = memoryDeps();
  const jobId = await placed(deps, { addressLine1: '1 TEST OUTAGE ST' });
  expect([...deps.documents.files.keys()]).toEqual([unpaidDocumentKey(jobId)]);
  await deps.payments.mock.end((await jobOf(deps, jobId)).checkout?.id ?? '', 'paid');
  await deps.clock.advance(24 * hour);
  await advance(deps, jobId);
  expect(deps.orders.all()).toEqual([]);
  expect(deps.documents.files.get(`paid/${jobId}.pdf`)).toEqual(deps.documents.files.get(unpaidDocumentKey(jobId)));
  expireUnpaid(deps);
  await reconcileFor(deps);
  expect(await jobOf(deps, jobId)).toMatchObject({ state: 'fulfilled' });
});

test('the document of a job that a person stopped before any attempt is retained until the person decides', async () => {
  const { deps, id, ...order } = await given('paid');
  expect(await command(deps, 'park', { job_id: id, reason: 'payer' })).toMatchObject({ ok: true });
  order.resumeQueue();
  await order.later(2);
  expireUnpaid(deps);
  await deps.clock.advance(72 * hour);
  expect(await command(deps, 'resubmit', { job_id: id })).toMatchObject({ ok: true });
  await deps.clock.advance(1_000);
  expect(await order.job()).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

test.each<[string, Payments['status']]>([
  ['a bank payment is in progress', async () => ({ status: 'open' })],
  ['the provider does not respond', () => Promise.reject(new Error('503'))],
])('while %s after the checkout’s expiry, the document is retained', async (_, status) => {
  const { deps, id, ...order } = await given('unpaid');
  const withStatus = { ...deps, payments: paymentsBut(deps, { status }) };
  const event = await payingEvent(deps, id);
  await deps.clock.advance(hour);
  await advance(withStatus, id);
  expect(deps.documents.files.has(`paid/${id}.pdf`)).toBe(false);
  await deps.clock.advance(30 * hour);
  await advance(withStatus, id);
  expect(await order.job()).toMatchObject({ state: 'awaiting_payment' });
  expireUnpaid(deps);
  expect(await received(deps, event)).toMatchObject({ outcome: 'done', body: { letter_id: expect.any(String) } });
});

test('a document that has changed since a failed attempt is not sent by the next one', async () => {
  const { deps, ...order } = await given('unpaid');
  const { letter } = deps.partners;
  order.whenPartner({
    submit: async () => {
      for (const key of deps.documents.files.keys()) deps.documents.files.set(key, new Uint8Array([1]));
      return { kind: 'not_taken', reason: 'no connection' };
    },
  });
  await paid(deps, order.id);
  order.whenPartner(letter);
  await order.later(30);
  expect(await order.job()).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(deps.orders.all()).toEqual([]);
});
