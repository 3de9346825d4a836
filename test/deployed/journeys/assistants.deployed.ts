/** A fax ordered by an assistant, through the deployed function URL. */
import { type Assistant, assistantOf, firstAssistantOf, raw, rpc } from '../../support/e2e/assistant.ts';
import { type Json, text, until } from '../../support/e2e/client.ts';
import { freshNumber } from '../../support/e2e/desk.ts';
import { service } from './deployed.ts';

const clients = [
  ['the client 2.x', () => assistantOf(service)],
  ['the client of the 1.x SDK', () => firstAssistantOf(service)],
] as const;

test('the address for directories has letters and faxes alone', async () => {
  const { body } = await raw(service, { path: '/mcp/mail', body: rpc('tools/list') });
  const names = body.result.tools.map(({ name }: Json) => name);
  expect(names).toContain('quote_fax');
  expect(names).toHaveLength(8);
});

describe.each(clients)('%s', (_, connect) => {
  let assistant: Assistant;
  beforeAll(async () => {
    assistant = await connect();
  });
  afterAll(() => assistant.close());

  test('lists ten tools', async () => {
    expect((await assistant.listTools()).tools).toHaveLength(10);
  });

  test('takes a fax from its quote to its proof', async () => {
    const { quote_id, total } = await assistant.use('quote_fax', { country: 'US', text });
    const fax = { to_number: freshNumber(646), text };
    const job = await assistant.use('create_fax_job', { quote_id, fax });
    expect(job).toMatchObject({ service: 'fax', status: 'awaiting_payment', total });
    expect((await service.pay(job.checkout_url)).status).toBe(200);
    const status = () => assistant.use('get_job_status', { job_id: job.job_id });
    await until(status, (view: Json) => view.fulfillment_status === 'sent');
    expect(await assistant.use('get_proof_of_mailing', { job_id: job.job_id })).toMatchObject({ status: 'sent' });
  });

  test('a missing job is an answer with a code', async () => {
    expect(await assistant.call('get_job_status', { job_id: 'job_unknown' })).toMatchObject({
      isError: true,
      structuredContent: { code: 'not_found' },
    });
  });
});
