/** Every door of a service that sells no checks: none of them offers one, and the order that asks for one is refused. */
import { httpEvent } from '../support/cloud/touches.ts';

Object.assign(process.env, {
  PRODUCTS: 'letter,fax',
  REQUEST_LIMITS: 'off',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  PUBLIC_MCP_URL: 'https://mail.example.com/mcp',
});
// The configuration is read on the first call, and only once.
const [mcp, { handlers }, form, quoteCheck] = await Promise.all([
  import('../../functions/api/mcp.ts'),
  import('../../functions/groups/about.ts'),
  import('../../functions/pages/order-form.ts'),
  import('../../functions/api/quote-check.ts'),
]);

const got = async (serve: (typeof handlers)['show-about'], rawPath: string) => {
  const { statusCode, body = '' } = await serve({ ...httpEvent({ method: 'GET', path: {} }), rawPath }, {} as never);
  return { statusCode, body };
};

test('assistants find no tool for a check that is not sold', async () => {
  const event = httpEvent({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } });
  const headers = { ...event.headers, host: 'mail.example.com' };
  const { body = '' } = await mcp.handler({ ...event, rawPath: '/mcp', headers }, {} as never);
  expect(body).toContain('quote_letter');
  expect(body).not.toMatch(/quote_check|create_check_job/);
});

test('the home page, llms.txt and the order form offer no check', async () => {
  const home = /<main[\s\S]+<section>/.exec((await got(handlers['show-about'], '/')).body)?.[0] ?? '';
  expect(home).toContain('Sent to the US and Canada');
  expect(home).not.toMatch(/(?:a|and) checks?\b|Mailed check/i);
  expect((await got(handlers['show-about'], '/llms.txt')).body).not.toMatch(/quote_check|check-quotes/);
  const choice = await got(form.handler, '/v1/new');
  expect(choice.body).toContain('/v1/new/letter');
  expect(choice.body).not.toContain('/v1/new/check');
  expect((await got(form.handler, '/v1/new/check')).statusCode).toBe(404);
});

test('a quote for a check that is not sold is refused with the products that are', async () => {
  const { statusCode, body = '' } = await quoteCheck.handler(httpEvent({ body: { country: 'US' } }), {} as never);
  expect({ statusCode, ...JSON.parse(body) }).toMatchObject({
    ...{ statusCode: 400, code: 'not_sold' },
    error: 'This service takes no order for a check. It offers: letter, fax.',
  });
});
