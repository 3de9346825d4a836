/** An assistant orders a letter, a check and a fax, with every client and protocol version that we promise. */
import { type Assistant, assistantOf, sdk1AssistantOf, statusForHost } from '../../support/e2e/assistant.ts';
import { ada, grace, type Json, text, until } from '../../support/e2e/client.ts';
import { checkOf, freshNumber, registerAccount } from '../../support/e2e/desk.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { sample } from '../../support/sampling.ts';

const service = running(() => startService({ ...textOnly, SIMULATED_READY_SECONDS: '0' }));

let account: string;
beforeAll(async () => {
  account = await registerAccount(service);
});

const clients = [
  ['client 2.x', () => assistantOf(`${service.origin}/mcp`)],
  ['client 2.x with protocol 2025-11-25', () => assistantOf(`${service.origin}/mcp`, '2025-11-25')],
  ['client of the 1.x SDK', () => sdk1AssistantOf(`${service.origin}/mcp`)],
] as const;

/** How each product is quoted and ordered, its final status, and the status on its receipt. */
const products = [
  {
    name: 'letter',
    quote: { country: 'US', text },
    order: (quote_id: string) => ({ quote_id, letter: { to: ada, from: grace, text } }),
    final: { status: 'fulfilled', fulfillment_status: 'mailed', delivery_status: 'untracked' },
    receiptStatus: 'mailed',
  },
  {
    name: 'check',
    quote: { country: 'US' },
    order: (quote_id: string) => checkOf(quote_id, account),
    final: { status: 'fulfilled', fulfillment_status: 'mailed', check_amount: '$125.50' },
    receiptStatus: 'mailed',
  },
  {
    name: 'fax',
    quote: { country: 'US', text },
    order: (quote_id: string) => ({ quote_id, fax: { to_number: freshNumber(), text } }),
    final: { status: 'fulfilled', fulfillment_status: 'sent' },
    receiptStatus: 'sent',
  },
] as const;

describe.each(clients)('%s', (client, connect) => {
  // The newest client orders every product. The others differ only in the protocol.
  const productsToOrder = client === clients[0][0] ? products : sample<(typeof products)[number]>(products, 3);

  let assistant: Assistant;
  beforeAll(async () => {
    assistant = await connect();
    // Once it has listed the tools, a client validates each result against its schema.
    await assistant.listTools();
  });
  afterAll(() => assistant.close());

  test.each(productsToOrder)(
    'orders a $name, from its quote to its proof of mailing',
    async ({ name, quote, order, final, receiptStatus }) => {
      const { quote_id, total } = await assistant.use(`quote_${name}`, quote);
      const job = await assistant.use(`create_${name}_job`, order(quote_id));
      expect(job).toMatchObject({ service: name, status: 'awaiting_payment', total });
      const waiting = await assistant.call('get_job_status', { job_id: job.job_id });
      expect(waiting.structuredContent).toMatchObject({ status: 'awaiting_payment', checkout_url: job.checkout_url });
      expect(waiting.content[0].text).toMatch(/^Test mode: /);
      expect(waiting.content[0].text).toContain(`Give the user this page: ${job.pay_url}`);
      expect((await service.pay(job.checkout_url)).status).toBe(200);
      const read = () => assistant.use('get_job_status', { job_id: job.job_id });
      const reached = await until(read, (view: Json) => view.fulfillment_status === final.fulfillment_status, 60_000);
      expect(reached).toMatchObject(final);
      const receipt = await assistant.call('get_proof_of_mailing', { job_id: job.job_id });
      expect(receipt.structuredContent).toMatchObject({ service: name, status: receiptStatus });
      expect(receipt.structuredContent).not.toHaveProperty('signature');
      const [link] = /http\S+\/receipt$/.exec(receipt.content[0].text) ?? [];
      expect((await service.get(`${link}.json`)).body).toMatchObject({
        status: receiptStatus,
        signature: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      });
    },
    90_000,
  );
});

test('a service that listens on every IP address accepts each of them as the host, and no other name', async () => {
  const open = await startService({ ...textOnly, HOST: '0.0.0.0' });
  try {
    const { port } = new URL(open.origin);
    const statusFor = (host: string) => statusForHost(`${open.origin}/mcp`, host);
    for (const name of ['127.0.0.1', 'localhost', '0.0.0.0']) expect(await statusFor(`${name}:${port}`)).toBe(200);
    expect(await statusFor(`evil.example:${port}`)).toBe(403);
  } finally {
    await open.stop();
  }
});
