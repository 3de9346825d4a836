/**
 * `npm start` itself: the lines it prints, the configuration it refuses, how it ends: docs/contract.md, "On your machine".
 */
import { createServer } from 'node:net';
import { orderNumberOf } from '../../../shared/domain/ids.ts';
import { failToStart, running, startService, textOnly } from '../../support/e2e/service.ts';

/** Shared by the tests that say nothing else. */
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

describe('a configuration that cannot work ends the start at once, with one line a problem', () => {
  const problemsOf = async (environment: Record<string, string>) => {
    const { exitCode, stderr } = await failToStart(environment);
    expect(exitCode).toBe(1);
    return stderr.trimEnd().split('\n');
  };

  test.concurrent('a start lists everything that is wrong at once', async () => {
    const problems = await problemsOf({
      PORT: 'http',
      HOST: 'no such host!',
      DATA_DIR: ' ',
      PAYMENT_MODE: '',
      PUBLIC_BASE_URL: 'javascript:alert(1)',
      WEBHOOK_WAIT_MS: '5s',
      RETRY_BASE_SECONDS: '-1',
      PDF_URL_ALLOW_HOSTS: 'http://127.0.0.1:9000',
      PRINT_PARTNER: 'pigeon',
      SIMULATED_READY_SECONDS: 'soon',
    });
    expect(problems.map((line) => line.split(' ')[0])).toEqual([
      ...['PORT', 'HOST', 'DATA_DIR', 'PAYMENT_MODE', 'PUBLIC_BASE_URL', 'WEBHOOK_WAIT_MS', 'RETRY_BASE_SECONDS'],
      ...['PDF_URL_ALLOW_HOSTS', 'PRINT_PARTNER', 'SIMULATED_READY_SECONDS'],
    ]);
    for (const problem of problems) expect(problem).toMatch(/ (must|set it) /);
  });

  test('a port that is in use, and a folder that is', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    expect(await failToStart({ PORT: String(port) })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^PORT \d+ is in use.*\n$/),
    });
    await new Promise((resolve) => taken.close(resolve));
    expect(await failToStart({ DATA_DIR: service.dataDir })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^DATA_DIR is in use.*\n$/),
    });
  });
});

test('without a browser, HTML is 503 with the cure, and text is quoted', async () => {
  expect(service.log()).toMatch(/^HTML {6}refused\. .*CHROMIUM_PATH/m);
  expect(await service.quote()).toMatchObject({ pages: 1 });
  const refused = await service.post('/quotes', { country: 'US', html: '<p>Dear Ada</p>' });
  const error = expect.stringMatching(/^html: .* CHROMIUM_PATH names no program\. Set it to /);
  expect(refused).toMatchObject({ status: 503, body: { error, code: 'html_unavailable', field: 'html' } });
  const markdown = await service.post('/quotes', { country: 'US', markdown: '# Dear Ada' });
  expect(markdown).toMatchObject({ status: 503, body: { code: 'html_unavailable', field: 'markdown' } });
});

test('PUBLIC_BASE_URL is what links start with, and no name, address or content is ever logged', async () => {
  const to = { name: 'Xanthippe Quux', addressLine1: '77 Hemlock Road' };
  const { job_id, checkout_url, pay_url } = await service.order({ to, quote: { text: 'topsecret words' } });
  expect(checkout_url).toMatch(/^https:\/\/mail\.example\.com\/v1\/checkout\/cs_test_/);
  expect(pay_url).toMatch(/^https:\/\/mail\.example\.com\/v1\/pay\/pay_/);
  expect((await service.get('/openapi.json')).body.servers).toEqual([{ url: 'https://mail.example.com/v1' }]);
  const { text } = await service.get('/llms.txt');
  expect(text).toContain('REST: https://mail.example.com/v1,');
  expect(text).toContain(': https://assistants.example.com/mcp.');
  // The test checkout sends its event to the service itself, and not where links lead.
  const paid = await service.pay(`${service.baseUrl}/checkout/${checkout_url.split('/').at(-1)}`);
  expect(paid.text).not.toContain('has not confirmed');
  expect(await service.job(job_id)).toMatchObject({ payment_status: 'paid' });
  await service.post('/jobs', { quote_id: 'x', letter: { to: { name: 'Xanthippe Quux' }, text: 'topsecret words' } });
  expect(await service.stop()).toBe(0);
  expect(service.log()).toContain(orderNumberOf(job_id));
  expect(service.log()).not.toMatch(/Xanthippe|Quux|Hemlock|topsecret/);
});
