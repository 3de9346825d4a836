/** Every door of a service without a fax partner: none of them offers a fax, and the order that asks for one is refused. */
import { httpEvent } from '../support/cloud/touches.ts';
import type { Json } from '../support/e2e/client.ts';

Object.assign(process.env, {
  FAX_PARTNER: 'none',
  REQUEST_LIMITS: 'off',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  PUBLIC_MCP_URL: 'https://mail.example.com/mcp',
});
// The configuration is read on the first call, and only once.
const [mcp, about, quotes] = await Promise.all([
  import('../../functions/api/mcp.ts'),
  import('../../functions/groups/about.ts'),
  import('../../functions/groups/document-quotes.ts'),
]);

async function asked(rawPath: string, method: string, params: object = {}): Promise<Json> {
  const event = httpEvent({ body: { jsonrpc: '2.0', id: 1, method, params } });
  const headers = { ...event.headers, host: 'mail.example.com' };
  const { body = '' } = await mcp.handler({ ...event, rawPath, headers }, {} as never);
  return JSON.parse(body).result;
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1.0.0' } };

test.each([
  ['/mcp', ['letter', 'check'], 'Mails letters and checks in the US and Canada.'],
  ['/mcp/mail', ['letter'], 'Mails letters in the US and Canada.'],
])('assistants at %s find no tool, prompt or price of a fax', async (path, products, says) => {
  const { instructions } = await asked(path, 'initialize', hello);
  expect(instructions).toContain(says);
  const { tools } = await asked(path, 'tools/list');
  const names = tools.map(({ name }: Json) => name).filter((name: string) => /^(quote|create)_/.test(name));
  expect(names).toEqual(products.flatMap((name) => [`quote_${name}`, `create_${name}_job`]));
  const rest = [
    await asked(path, 'prompts/list'),
    await asked(path, 'resources/read', { uri: 'prices://list' }),
    instructions,
  ];
  expect(JSON.stringify(rest)).not.toMatch(/fax/i);
});

test.each([
  ['en', /Letters and checks to the US and Canada/],
  ['fr', /Lettres et chèques vers les États-Unis et le Canada/],
])('the home page in %s offers no fax and lists no fax price', async (language, title) => {
  const event = httpEvent({ method: 'GET', path: {} });
  const headers = { ...event.headers, 'accept-language': language };
  const { body = '' } = await about.handlers['show-about']({ ...event, headers, rawPath: '/' }, {} as never);
  expect(body).toMatch(title);
  expect(/<main[\s\S]+/.exec(body)?.[0]).not.toMatch(/fax|téléco/i);
});

test('llms.txt names no call for a fax', async () => {
  const { body = '' } = await about.handlers['show-about'](
    { ...httpEvent({ method: 'GET', path: {} }), rawPath: '/llms.txt' },
    {} as never,
  );
  expect(body).not.toMatch(/quote_fax|fax-quotes/);
});

test('a quote for a fax that is not sold is refused with the products that are', async () => {
  const event = httpEvent({ body: { country: 'US', text: 'Dear Ada' } });
  const { statusCode, body = '' } = await quotes.handlers['quote-fax'](event, {} as never);
  expect({ statusCode, ...JSON.parse(body) }).toMatchObject({
    ...{ statusCode: 400, code: 'not_sold' },
    error: 'This service takes no order for a fax. It offers: letter, check.',
  });
});
