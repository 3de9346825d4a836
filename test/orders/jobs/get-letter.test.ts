/** Reading the partner's record of a letter: few calls for many callers, and nothing private. */
import { Refusal } from '../../../shared/domain/refusal.ts';
import { getLetter } from '../../../shared/orders/follow/get-letter.ts';
import { ask } from '../../../shared/orders/use-case.ts';
import type { Partner } from '../../../shared/partners/partner.ts';
import { type MemoryDeps, memoryDeps } from '../../support/fakes/deps.ts';
import { caller, submitted } from '../../support/fakes/orders.ts';

type ReadRecord = Partner['record'];

/** A letter at its partner. `record` replaces the partner's response, and the calls are counted. */
async function letterWith(record?: (real: ReadRecord, id: string, deps: MemoryDeps) => ReturnType<ReadRecord>) {
  const deps = memoryDeps();
  const jobId = await submitted(deps);
  const letterId = (await deps.jobs.get(jobId))?.partner?.id ?? '';
  let calls = 0;
  const { letter } = deps.partners;
  const countedRecord: ReadRecord = (id) => {
    calls += 1;
    return record === undefined ? letter.record(id) : record(letter.record, id, deps);
  };
  Object.assign(deps, { partners: { ...deps.partners, letter: { ...letter, record: countedRecord } } });
  const read = () => ask(getLetter, deps, { letter_id: letterId }, caller).then(({ body }) => body);
  return { deps, letterId, read, calls: () => calls };
}

const noResponse = new Refusal('unavailable', 'The print partner does not answer.');

test('for 50 requests the partner is called once, and again after 30 seconds', async () => {
  const { deps, letterId, read, calls } = await letterWith();
  const first = await read();
  expect(first).toMatchObject({ id: letterId, object: 'letter' });
  for (let request = 2; request <= 50; request += 1) expect(await read()).toEqual(first);
  expect(calls()).toBe(1);
  await deps.clock.advance(29_999);
  await read();
  expect(calls()).toBe(1);
  await deps.clock.advance(1);
  await read();
  expect(calls()).toBe(2);
});

test('for 50 requests at the same time the partner is called once, and each gets the record', async () => {
  const { letterId, read, calls } = await letterWith(async (real, id, { clock }) => {
    await clock.sleep(2_000);
    return real(id);
  });
  for (const body of await Promise.all(Array.from({ length: 50 }, read))) expect(body).toMatchObject({ id: letterId });
  expect(calls()).toBe(1);
});

test('a partner that does not respond is not called again for each request, and every client learns when to retry', async () => {
  const { read, calls } = await letterWith(() => Promise.reject(noResponse));
  for (let at = 0; at < 5; at += 1) {
    await expect(read()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 30 });
  }
  expect(calls()).toBe(1);
});

test('if the operator has removed the letter’s partner from the settings, the error says to check the job’s status', async () => {
  const { deps, read } = await letterWith();
  Object.assign(deps, { partnerNames: { ...deps.partnerNames, letter: 'another' } });
  await expect(read()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('Check the') });
});

test('after an internal error, the next request calls the partner', async () => {
  let isFirst = true;
  const { letterId, read, calls } = await letterWith(async (real, id) => {
    if (!isFirst) return real(id);
    isFirst = false;
    throw new Error('a bug');
  });
  await expect(read()).rejects.toThrow('a bug');
  expect(await read()).toMatchObject({ id: letterId });
  expect(calls()).toBe(2);
});

test('the status fields are returned exactly as the partner wrote them', async () => {
  const record = { id: 'x', sendDate: null, imbStatus: '', pageCount: 1.5e-7, cancellation: { z: 1, y: [] } };
  const { read } = await letterWith(async () => record);
  const bodies = [await read(), await read()];
  expect(bodies.map((body) => JSON.stringify(body))).toEqual([JSON.stringify(record), JSON.stringify(record)]);
});

test('the document, content and contacts are left out, and so is the job id, which could cancel the letter', async () => {
  const link = 'https://partner.example/letter.pdf?X-Amz-Signature=1';
  const { read } = await letterWith(async () => ({
    id: 'x',
    status: 'ready',
    metadata: { job_id: 'job_1' },
    description: 'Letter to Ada',
    url: link,
    uploadedPDF: link,
    html: '<p>Dear Ada</p>',
    mergeVariables: { name: 'Ada' },
    to: { firstName: 'Ada' },
    from: { firstName: 'Grace' },
    template: 't',
    thumbnails: [{ large: link }],
    file: link,
  }));
  expect(await read()).toEqual({ id: 'x', status: 'ready' });
});

test('the id of another product’s order, and anything that is not a partner’s id, are not found', async () => {
  const deps = memoryDeps();
  const jobId = await submitted(deps, 'check');
  const checkId = (await deps.jobs.get(jobId))?.partner?.id;
  for (const letter_id of [checkId, jobId, 'letter', '..%2f..', 'cs_test_x'])
    await expect(ask(getLetter, deps, { letter_id }, caller)).rejects.toMatchObject({
      code: 'not_found',
      message: 'No letter has this id. Check that the whole id was copied.',
    });
});
