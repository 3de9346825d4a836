/** An agent pays over MCP, where that is switched on, and never at the address for directories. */
import { productNames } from '../../shared/core/product-names.ts';
import { fixedErrors } from '../../shared/doors/mcp/fixed-errors.ts';
import { paymentErrors, withCredential } from '../../shared/doors/mcp/payment.ts';
import { serve } from '../../shared/doors/mcp/serve.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import type { Json } from '../support/e2e/client.ts';
import { challengeFor, credentialWith, payingDeps, testRail } from '../support/fakes/agents.ts';
import { badCredentials } from '../support/fakes/bad-credentials.ts';
import { caller, placed } from '../support/fakes/orders.ts';

Object.assign(process.env, {
  REQUEST_LIMITS: 'off',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  PUBLIC_MCP_URL: 'https://mail.example.com/mcp',
  AGENT_PAYMENTS: 'stripe',
});
// The configuration is read on the first call, and only once.
const { handler: mcp } = await import('../../functions/api/mcp.ts');
const { handler: about } = await import('../../functions/about/show-about.ts');
const memory = payingDeps();

async function said(message: object, rawPath = '/mcp'): Promise<Json> {
  const event = httpEvent({ body: { jsonrpc: '2.0', id: 1, ...message } });
  const headers = { ...event.headers, host: 'mail.example.com' };
  const { body = '' } = await mcp({ ...event, rawPath, headers }, {} as never);
  return JSON.parse(body);
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1.0.0' } };
const credentialName = 'org.paymentauth/credential';

/** A call of the tool in memory, as the endpoint passes it on. */
async function call(job_id: string, credential?: unknown, beside = false): Promise<Json> {
  const _meta = credential === undefined ? undefined : { [credentialName]: credential };
  const params = { name: 'pay_job', arguments: { job_id }, _meta: beside ? undefined : _meta };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params, _meta: beside ? _meta : undefined };
  const context = { requestId: 'request-1', caller, deps: memory, deadline: memory.clock.now() + 60_000 };
  const input = {
    ...{ contextOf: () => context, baseUrl: caller.baseUrl, products: productNames, isTest: true, showsCards: false },
    ...{ iconUrl: 'https://mail.example.com/mcp/icon.svg', newKey: () => 'key', pays: true },
  };
  const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
  const response = await serve(headers, withCredential(JSON.parse(JSON.stringify(message))), input, () => {});
  return JSON.parse(paymentErrors(fixedErrors(await response.text())));
}

test('the tool and the capability are there, but not at the address for directories', async () => {
  for (const [path, isThere] of [
    ['/mcp', true],
    ['/mcp/mail', false],
  ] as const) {
    const { tools } = (await said({ method: 'tools/list', params: {} }, path)).result;
    expect(tools.some(({ name }: Json) => name === 'pay_job')).toBe(isThere);
    const { capabilities, instructions } = (await said({ method: 'initialize', params: hello }, path)).result;
    expect(instructions.includes('With a wallet, call pay_job.')).toBe(isThere);
    expect(capabilities.experimental?.payment).toEqual(
      isThere ? { methods: { stripe: { intents: ['charge'] } } } : undefined,
    );
  }
  expect(
    (await said({ method: 'tools/call', params: { name: 'pay_job', arguments: { job_id: 'x' } } }, '/mcp/mail')).result
      ?.structuredContent?.paid,
  ).toBeUndefined();
});

test('the description of the API offers it, and llms.txt says how', async () => {
  const told = async (rawPath: string) =>
    (await about({ ...httpEvent({ method: 'GET', path: {} }), rawPath }, {} as never)).body ?? '';
  const { paths } = JSON.parse(await told('/v1/openapi.json'));
  expect(paths['/jobs/{job_id}/pay'].post['x-payment-info'].offers).toMatchObject([
    { method: 'stripe', intent: 'charge', amount: null },
  ]);
  expect(await told('/llms.txt')).toContain('Or pay with a wallet');
});

test.each([false, true])(
  'over MCP: the price as an error, the proof in the result (beside the method: %s)',
  async (beside) => {
    const jobId = await placed(memory);
    const { error } = await call(jobId);
    expect(error).toMatchObject({
      code: -32_042,
      data: { httpStatus: 402, problem: { type: 'https://paymentauth.org/problems/payment-required' } },
    });
    const [challenge] = error.data.challenges;
    expect(challenge).toMatchObject({
      method: 'stripe',
      intent: 'charge',
      request: { amount: '212', currency: 'usd' },
    });
    expect(error.data.problem.context.length).toBeGreaterThanOrEqual(100);
    const { result } = await call(jobId, credentialWith(challenge, 'spt_test_paid'), beside);
    expect(result.structuredContent).toMatchObject({ job_id: jobId, paid: true });
    expect(result._meta['org.paymentauth/receipt']).toMatchObject({ status: 'success', challengeId: challenge.id });
    expect((await call(jobId)).result.structuredContent.paid).toBe(true);
  },
);

test('a message of lists in each other is no message, and no accident', async () => {
  const body = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
  const event = httpEvent({ body });
  const { statusCode } = await mcp(
    { ...event, rawPath: '/mcp', headers: { ...event.headers, host: 'mail.example.com' } },
    {} as never,
  );
  expect(statusCode).toBe(400);
});

test('over MCP: what is refused, and what is no credential', async () => {
  const jobId = await placed(memory);
  const [challenge] = (await call(jobId)).error.data.challenges;
  expect((await call(jobId, credentialWith(challenge, 'spt_test_limit'))).error).toMatchObject({
    code: -32_043,
    message: expect.stringContaining('allows less'),
    data: { challenges: [{ id: challenge.id }] },
  });
});

test('over MCP: more than fifty bad credentials are errors of the protocol, and change and tell nothing', async () => {
  const [jobId, otherId] = [await placed(memory), await placed(memory)];
  const challengeOf = async (id: string) => challengeFor(memory, id);
  const state = async () => structuredClone([await memory.jobs.get(jobId), memory.sessions.all()]);
  const before = await state();
  const usual = (await call(jobId)).error;
  const differs: string[] = [];
  for (const [name, text] of badCredentials(await challengeOf(jobId), await challengeOf(otherId))) {
    const { error } = await call(jobId, (await testRail.credentialIn({ authorization: `Payment ${text}` })) ?? text);
    const isMalformed = error?.data.problem.type.endsWith('malformed-credential');
    const isRefused = error?.code === (isMalformed ? -32_602 : -32_043);
    const isSame = JSON.stringify(error?.data.challenges) === JSON.stringify(usual.data.challenges);
    if (!isRefused || !isSame || /spt_|job_|evil|X-Paid/i.test(JSON.stringify(error))) differs.push(name);
  }
  expect(differs).toEqual([]);
  expect(await state()).toEqual(before);
});
