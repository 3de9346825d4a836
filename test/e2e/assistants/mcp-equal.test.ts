/** REST and MCP answer the same request with the same fields: one table of requests, asked at both doors. */
import { randomUUID } from 'node:crypto';
import { type Assistant, assistantOf } from '../../support/e2e/assistant.ts';
import { ada, grace, type Json, text } from '../../support/e2e/client.ts';
import { checkOf, registered } from '../../support/e2e/desk.ts';
import { running, startService } from '../../support/e2e/service.ts';

const service = running(() => startService());

let assistant: Assistant;
let account: string;
const quotes = { letter: '', check: '', fax: '' };
const jobs = { waiting: '', check: '', fax: '', mailed: '', cancelled: '' };
beforeAll(async () => {
  assistant = await assistantOf(service);
  account = await registered(service);
  quotes.letter = (await service.quote()).quote_id;
  quotes.check = (await service.make('/check-quotes', { country: 'US' })).quote_id;
  quotes.fax = (await service.make('/fax-quotes', { country: 'US', text })).quote_id;
  jobs.waiting = (await service.order()).job_id;
  jobs.check = (await service.make('/check-jobs', checkOf(quotes.check, account, { memo: 'Rent' }))).job_id;
  jobs.fax = (
    await service.make('/fax-jobs', { quote_id: quotes.fax, fax: { to_number: '+12125550161', text } })
  ).job_id;
  const mailed = await service.order({ to: { addressLine1: '1 TEST MAILED ST' } });
  await service.pay(mailed.checkout_url);
  await service.jobUntil(mailed.job_id, { fulfillment_status: 'mailed' });
  jobs.mailed = mailed.job_id;
  jobs.cancelled = (await service.order()).job_id;
  await service.cancel(jobs.cancelled);
});
afterAll(async () => {
  await assistant.close();
  await service.stop();
});

interface Case {
  readonly tool: string;
  /** The REST path for the same; `{job_id}` is filled in from the arguments. */
  readonly path: string;
  readonly given: () => object;
}

const letter = (changes: object = {}, quote = quotes.letter) => ({
  quote_id: quote,
  letter: { to: ada, from: grace, text, ...changes },
});
const quoting = (tool: string, path: string, requests: readonly unknown[]): Case[] =>
  requests.map((given) => ({ tool, path, given: () => given as object }));
const ordering = (tool: string, path: string, requests: readonly (() => object)[]): Case[] =>
  // Each is ordered at both doors.
  requests.map((given) => ({ tool, path, given: () => ({ another_copy: true, ...given() }) }));
const asking = (tool: string, path: string, ids: readonly (() => unknown)[]): Case[] =>
  ids.map((id) => ({ tool, path, given: () => ({ job_id: id() }) }));

const cases: readonly Case[] = [
  ...quoting('quote_letter', '/quotes', [
    { country: 'US', text },
    { country: 'US', markdown: '# Dear Ada' },
    { country: 'US', text, unknown_field: 'is ignored', idempotency_key: null },
  ]),
  ...quoting('quote_check', '/check-quotes', [{ country: 'CA', province_or_state: 'BC' }]),
  ...quoting('quote_fax', '/fax-quotes', [{ country: 'US', text }]),
  ...ordering('create_letter_job', '/jobs', [
    () => letter(),
    () => ({ ...letter(), idempotency_key: randomUUID(), unknown_field: [1] }),
  ]),
  ...ordering('create_check_job', '/check-jobs', [
    () => checkOf(quotes.check, account, { memo: 'Rent', message: '<p>Thank you.</p>' }),
  ]),
  ...ordering('create_fax_job', '/fax-jobs', [
    () => ({ quote_id: quotes.fax, fax: { to_number: '+12125550160', text } }),
  ]),
  ...asking('get_job_status', '/jobs/{job_id}', [() => jobs.check, () => jobs.fax, () => jobs.mailed]),
  ...asking('get_proof_of_mailing', '/jobs/{job_id}/receipt', [() => jobs.waiting, () => jobs.mailed]),
  ...asking('cancel_letter', '/jobs/{job_id}/cancel', [() => jobs.cancelled]),
];

/** Ids, times and what is signed over them differ between two askings; the rest may not. */
function alike(value: Json, name = ''): Json {
  if (typeof value === 'number' && /_at$/.test(name)) return 'a time';
  if (name === 'check_number') return 'a number';
  if (typeof value === 'string')
    return value
      .replaceAll(/\b(quote|job|pay|cs_test|bank)_(?:[0-9a-z]{26}|\d{10})\b/g, '$1_…')
      .replaceAll(service.baseUrl, '');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => alike(item));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, alike(member, key)]));
}

async function restAnswer({ path, given }: Case): Promise<Json> {
  const request = given() as { job_id?: string };
  const at = path.replace('{job_id}', request.job_id ?? '');
  return /job_id}(\/receipt)?$/.test(path)
    ? service.get(at)
    : service.post(at, path.includes('{') ? undefined : request);
}

test.each(cases.map((one, at) => [at, one.tool, one] as const))(
  '%i, %s: the answers are equal field by field',
  async (_at, tool, one) => {
    const rest = await restAnswer(one);
    const { isError, structuredContent, content } = await assistant.call(tool, one.given());
    expect(rest.status).toBeLessThan(300);
    expect(isError ?? false).toBe(false);
    // The seal of a receipt and its contacts stand at its link.
    const { signature: _seal, to: _, from: __, ...body } = rest.body;
    expect(alike(structuredContent)).toEqual(alike(body));
    expect(Object.keys(structuredContent)).toEqual(Object.keys(body));
    expect(content).toMatchObject([{ type: 'text', text: expect.stringMatching(/\S.*[.\w]$/) }]);
    expect(content).toHaveLength(1);
  },
);

test('the same key at both doors finds the same job', async () => {
  const request = { ...letter(), idempotency_key: randomUUID() };
  const { body } = await service.post('/jobs', request);
  expect(await assistant.use('create_letter_job', request)).toEqual(body);
  expect((await service.post('/jobs', request)).body).toEqual(body);
});
