/** A service that sells only letters offers no fax, which has no partner, and no check, which is switched off. */
import { registerBankAccount } from '../../shared/orders/bank-accounts/register-bank-account.ts';
import { ask } from '../../shared/orders/use-case.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import type { Json } from '../support/e2e/client.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller } from '../support/fakes/orders.ts';

Object.assign(process.env, {
  FAX_PARTNER: 'none',
  PRODUCTS: 'letter,fax',
  REQUEST_LIMITS: 'off',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  PUBLIC_MCP_URL: 'https://mail.example.com/mcp',
});
// The configuration is read on the first call, and only once.
const [mcp, about, quotes, form, quoteCheck, partnerForms] = await Promise.all([
  import('../../functions/api/mcp.ts'),
  import('../../functions/groups/about.ts'),
  import('../../functions/groups/document-quotes.ts'),
  import('../../functions/pages/order-form.ts'),
  import('../../functions/api/quote-check.ts'),
  import('../../functions/groups/partner-forms.ts'),
]);

async function callMcp(rawPath: string, method: string, params: object = {}): Promise<Json> {
  const event = httpEvent({ headers: { host: 'mail.example.com' }, body: { jsonrpc: '2.0', id: 1, method, params } });
  const { body = '' } = await mcp.handler({ ...event, rawPath }, {} as never);
  return JSON.parse(body).result;
}
const getPage = (serve: typeof form.handler, rawPath: string, language = 'en') =>
  serve({ ...httpEvent({ method: 'GET', path: {}, headers: { 'accept-language': language } }), rawPath }, {} as never);
const showAbout = about.handlers['show-about'];

test.each(['/mcp', '/mcp/mail'])('%s has no tool or price of a product that is not sold', async (path) => {
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1.0.0' } };
  const { instructions } = await callMcp(path, 'initialize', client);
  expect(instructions).toContain('Mails letters in the US and Canada.');
  const { tools } = await callMcp(path, 'tools/list');
  const names = tools.map(({ name }: Json) => name).filter((name: string) => /^(quote|create)_/.test(name));
  expect(names).toEqual(['quote_letter', 'create_letter_job']);
  const prices = await callMcp(path, 'resources/read', { uri: 'prices://list' });
  const texts = [prices, instructions].map((each) => JSON.stringify(each)).join();
  expect(texts.replaceAll('address_check', '')).not.toMatch(/fax|\ba check\b|\bchecks\b|create_check/i);
});

test.each([
  ['en', />Letters to the US and Canada</],
  ['fr', />Lettres vers les États-Unis et le Canada</],
])('the home page in %s offers letters only', async (language, title) => {
  const { body = '' } = await getPage(showAbout, '/', language);
  expect(body).toMatch(title);
  expect(/<main[\s\S]+<section>/.exec(body)?.[0]).not.toMatch(/fax|téléco|(?:a|and) checks?\b|Mailed check|chèque/i);
});

test('llms.txt and the order form offer letters only', async () => {
  expect((await getPage(showAbout, '/llms.txt')).body).not.toMatch(/quote_(fax|check)|(fax|check)-quotes/);
  const { body } = await getPage(form.handler, '/v1/new');
  expect(body).toContain('/v1/new/letter');
  expect(body).not.toMatch(/\/v1\/new\/(check|fax)/);
  for (const product of ['check', 'fax'])
    expect(await getPage(form.handler, `/v1/new/${product}`)).toMatchObject({ statusCode: 404 });
});

test.each([
  ['fax', quotes.handlers['quote-fax']],
  ['check', quoteCheck.handler],
])('a quote for a %s that is not sold is refused with the products that are', async (product, serve) => {
  const { statusCode, body = '' } = await serve(httpEvent({ body: { country: 'US', text: 'Dear Ada' } }), {} as never);
  expect({ statusCode, ...JSON.parse(body) }).toMatchObject({
    statusCode: 400,
    code: 'not_sold',
    error: `This service does not take ${product} orders. It offers: letter.`,
  });
});

test('bank accounts cannot be registered while checks are not sold, and their form is not found', async () => {
  const account = { nickname: 'Rent', country: 'US', account_holder_name: 'Ada', bank_name: 'First Example Bank' };
  const numbers = { account_number: '73519284605', routing_number: '021000021' };
  const deps = memoryDeps();
  Object.assign(deps, { settings: { ...deps.settings, sold: ['letter', 'fax'] } });
  const registered = ask(registerBankAccount, deps, { ...account, ...numbers }, caller);
  await expect(registered).rejects.toMatchObject({ code: 'not_sold' });
  const response = await getPage(partnerForms.handlers['bank-account-form'], '/v1/bank-accounts/new');
  expect(response).toMatchObject({ statusCode: 404 });
});
