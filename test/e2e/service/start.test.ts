/** `npm start`: what it prints, what keeps it from starting, and how it ends: docs/contract.md, "On your machine". */
import { createServer } from 'node:net';
import { orderNumberOf } from '../../../shared/domain/ids.ts';
import { failToStart, running, startService, textOnly } from '../../support/e2e/service.ts';

const service = running(() =>
  startService({
    ...textOnly,
    PUBLIC_BASE_URL: 'https://mail.example.com/v1/',
    PUBLIC_MCP_URL: 'https://assistants.example.com/mcp',
  }),
);

test('the greeting names the base URL and the mailbox', () => {
  expect(service.log()).toContain(`Base URL  ${service.baseUrl}\n`);
  expect(service.log()).toContain(`Mailbox   ${service.origin}/_mailbox\n`);
});

test('the service doesn’t start with a port or a data folder that is in use', async () => {
  const otherServer = createServer();
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
  const { port } = otherServer.address() as { port: number };
  expect(await failToStart({ PORT: String(port) })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^PORT \d+ is in use.*\n$/),
  });
  await new Promise((resolve) => otherServer.close(resolve));
  expect(await failToStart({ DATA_DIR: service.dataDir })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^DATA_DIR is in use.*\n$/),
  });
});

test('links start with PUBLIC_BASE_URL, and no name, address or content is logged', async () => {
  const to = { name: 'Xanthippe Quux', addressLine1: '77 Hemlock Road' };
  const { job_id, checkout_url, pay_url } = await service.order({ to, quote: { text: 'topsecret words' } });
  expect(checkout_url).toMatch(/^https:\/\/mail\.example\.com\/v1\/checkout\/cs_test_/);
  expect(pay_url).toMatch(/^https:\/\/mail\.example\.com\/v1\/pay\/pay_/);
  expect((await service.get('/openapi.json')).body.servers).toEqual([{ url: 'https://mail.example.com/v1' }]);
  const { text } = await service.get('/llms.txt');
  expect(text).toContain('REST: https://mail.example.com/v1,');
  expect(text).toContain(': https://assistants.example.com/mcp.');
  // The test checkout sends its event to the service itself, not to PUBLIC_BASE_URL.
  const paid = await service.pay(`${service.baseUrl}/checkout/${checkout_url.split('/').at(-1)}`);
  expect(paid.text).not.toContain('hasn’t confirmed');
  expect(await service.job(job_id)).toMatchObject({ payment_status: 'paid' });
  await service.post('/jobs', { quote_id: 'x', letter: { to: { name: 'Xanthippe Quux' }, text: 'topsecret words' } });
  expect(await service.stop()).toBe(0);
  expect(service.log()).toContain(orderNumberOf(job_id));
  expect(service.log()).not.toMatch(/Xanthippe|Quux|Hemlock|topsecret/);
});
