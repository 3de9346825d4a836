/** What was quoted is what is printed: the same bytes from the quote to the partner, or nothing at all. */
import { sha256Hex } from '../../shared/core/digest.ts';
import { advance } from '../../shared/fulfilment/advance.ts';
import { unpaidDocumentKey } from '../../shared/fulfilment/document.ts';
import { operate } from '../../shared/operations/operate.ts';
import type { PartnerRequest, World } from '../../shared/ports.ts';
import { getReceipt } from '../../shared/usecases/get-receipt.ts';
import { ask } from '../../shared/usecases/use-case.ts';
import {
  ada,
  caller,
  type MemoryWorld,
  memoryWorld,
  ordered,
  paid,
  payingEvent,
  paymentsBut,
  placed,
  quoted,
  received,
  sweep,
} from '../support/fakes/world.ts';

/** A job for `content`, quoted and ordered alike. */
async function placedWith(world: MemoryWorld, content: object): Promise<string> {
  const { quote_id } = await quoted(world, { text: undefined, ...content });
  const { body } = await ordered(world, { quote_id, letter: { to: ada, from: ada, ...content } });
  return body.job_id as string;
}

const contents = { html: '<p>Dear Ada</p>', text: 'Dear Ada', pdf_url: 'https://example.com/letter.pdf' };

test.each(Object.entries(contents))('the partner is sent the very bytes that stand behind %s', async (kind, value) => {
  const world = memoryWorld();
  const jobId = await placedWith(world, { [kind]: value });
  await paid(world, jobId);
  const document = (await world.jobs.get(jobId))?.document;
  const kept = world.documents.files.get(document?.key ?? '') ?? new Uint8Array();
  expect(sha256Hex(kept)).toBe(document?.sha256);
  expect(world.orders.all()).toMatchObject([{ documentSha256: document?.sha256 }]);
  const receipt = (await ask(getReceipt, world, { job_id: jobId }, caller)).body;
  expect(receipt).toMatchObject({ document_sha256: document?.sha256, status: 'with_partner' });
});

test.each([
  ['changed', (world: MemoryWorld, key: string) => world.documents.files.set(key, new Uint8Array([1]))],
  ['gone', (world: MemoryWorld, key: string) => world.documents.files.delete(key)],
])('a document that is %s when it should be sent is never sent: the job fails and is refunded', async (_how, harm) => {
  const world = memoryWorld();
  const jobId = await placedWith(world, { html: contents.html });
  harm(world, (await world.jobs.get(jobId))?.document?.key ?? '');
  expect(await paid(world, jobId)).toMatchObject({ outcome: 'partner_failed' });
  await sweep(world);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'failed', refund: 'issued' });
  expect(world.orders.all()).toEqual([]);
});

test('a document that is gone after a call whose answer was lost refunds nothing: the order may be at the partner', async () => {
  const world = memoryWorld();
  const { letter } = world.partners;
  Object.assign(world, {
    partners: {
      ...world.partners,
      letter: {
        ...letter,
        submit: async (request: PartnerRequest) => {
          await letter.submit(request);
          world.documents.files.clear();
          return { kind: 'unknown', reason: 'no answer' };
        },
        find: async () => 'unknown',
      },
    },
  });
  const jobId = await placed(world);
  await paid(world, jobId);
  await sweep(world, 5);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'submitting', refund: 'not_applicable' });
  Object.assign(world, { partners: { ...world.partners, letter } });
  await sweep(world, 30);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

/** The world after a deployment that sets text in another way. */
const afterDeployment = (world: MemoryWorld, change: { pages?: number; layoutVersion?: string }): World => ({
  ...world,
  renderer: {
    ...world.renderer,
    writeText: async (...args) => {
      const written = await world.renderer.writeText(...args);
      return written.ok ? { ...written, ...change } : written;
    },
  },
});

test.each([{ pages: 2 }, { layoutVersion: 'other' }])(
  'text that would now come out as %j is refused before anything is created',
  async (change) => {
    const world = memoryWorld();
    const { quote_id } = await quoted(world);
    const request = { quote_id, letter: { to: ada, from: ada, text: 'Dear Ada,\n\nthe engine works.' } };
    await expect(ordered(afterDeployment(world, change), request)).rejects.toMatchObject({
      code: 'quote_content_mismatch',
    });
    expect(world.jobs.all()).toEqual([]);
    expect(world.sessions.all()).toEqual([]);
  },
);

/** What the store does with documents that nobody has paid for. */
function forgetUnpaid({ documents: { files } }: MemoryWorld): void {
  for (const key of files.keys()) if (key.startsWith('unpaid/')) files.delete(key);
}

test('what nobody has paid for lies apart from what somebody has', async () => {
  const world = memoryWorld();
  const jobId = await placed(world);
  expect([...world.documents.files.keys()]).toEqual([unpaidDocumentKey(jobId)]);
  await paid(world, jobId);
  expect(world.documents.files.get(`paid/${jobId}.pdf`)).toEqual(world.documents.files.get(unpaidDocumentKey(jobId)));
});

test('a paid document is there for the next attempt when unpaid ones are long forgotten', async () => {
  const world = memoryWorld();
  const jobId = await placed(world, { addressLine1: '1 TEST OUTAGE ST' });
  await world.payments.mock.end((await world.jobs.get(jobId))?.checkout?.id ?? '', 'paid');
  await world.clock.wind(86_400_000);
  await advance(world, jobId);
  expect(world.orders.all()).toEqual([]);
  forgetUnpaid(world);
  await sweep(world);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'fulfilled' });
});

test('the document of a job that was stopped before any attempt waits for the person who decides', async () => {
  let goes = false;
  const world = memoryWorld({ deliver: () => goes });
  const jobId = await placed(world);
  await Promise.all([received(world, await payingEvent(world, jobId)), world.clock.wind(6_000)]);
  expect(await operate(world, { command: 'park', job_id: jobId, reason: 'payer' }, 0)).toMatchObject({ ok: true });
  goes = true;
  await sweep(world, 2);
  forgetUnpaid(world);
  await world.clock.wind(3 * 86_400_000);
  expect(await operate(world, { command: 'resubmit', job_id: jobId }, 0)).toMatchObject({ ok: true });
  await world.clock.wind(1_000);
  expect(await world.jobs.get(jobId)).toMatchObject({ state: 'fulfilled', refund: 'not_applicable' });
});

test('while money is still under way from a bank, the document waits for it', async () => {
  const world = memoryWorld();
  const underWay: MemoryWorld = {
    ...world,
    payments: paymentsBut(world, { status: async () => ({ status: 'open' }) }),
  };
  const jobId = await placed(world);
  await world.clock.wind(3_600_000);
  await advance(underWay, jobId);
  expect(world.documents.files.has(`paid/${jobId}.pdf`)).toBe(false);
  await world.clock.wind(30 * 3_600_000);
  await advance(underWay, jobId);
  forgetUnpaid(world);
  expect(await paid(world, jobId)).toMatchObject({ outcome: 'done' });
});
