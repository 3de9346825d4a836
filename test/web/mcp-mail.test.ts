import { type ProductName, productNames } from '../../shared/domain/names.ts';
import { productNamed } from '../../shared/products/index.ts';
import { mailOnly, type Toolset, toolsFor } from '../../shared/web/mcp/tools.ts';
import { httpEvent } from '../support/cloud/touches.ts';
import type { Json } from '../support/e2e/client.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { placedAs } from '../support/fakes/orders.ts';
import { called } from '../support/mcp-tools.ts';

const onNoAccount = productNames.filter((product) => productNamed(product).drawsOn === undefined);

Object.assign(process.env, {
  REQUEST_LIMITS: 'off',
  PUBLIC_BASE_URL: 'https://mail.example.com/v1',
  PUBLIC_MCP_URL: 'https://mail.example.com/mcp',
});
// The configuration is read on the first call, and only once.
const { handler } = await import('../../functions/api/mcp.ts');

async function asked(rawPath: string, method: string, params: object = {}): Promise<Json> {
  const event = httpEvent({ body: { jsonrpc: '2.0', id: 1, method, params } });
  const headers = { ...event.headers, host: 'mail.example.com' };
  const { body = '' } = await handler({ ...event, rawPath, headers }, {} as never);
  return JSON.parse(body).result;
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1.0.0' } };
const everything = async (path: string) => ({
  hello: await asked(path, 'initialize', hello),
  tools: (await asked(path, 'tools/list')).tools,
  prompts: (await asked(path, 'prompts/list')).prompts,
  resources: (await asked(path, 'resources/list')).resources,
  prices: (await asked(path, 'resources/read', { uri: 'prices://list' })).contents,
});

test.each(['/mcp/mail', '/mcp/mail/', '/mail'])(
  '%s has no checks and no bank accounts in tools, prompts and prices',
  async (path) => {
    const mail = await everything(path);
    expect(mail.tools.map(({ name }: Json) => name)).toEqual([
      ...onNoAccount.flatMap((product) => [`quote_${product}`, `create_${product}_job`]),
      ...['verify_address', 'get_job_status', 'cancel_letter', 'get_proof_of_mailing'],
    ]);
    expect(mail.prompts.map(({ name }: Json) => name)).toEqual(['send_letter', 'send_fax']);
    expect(JSON.parse(mail.prices[0].text)).toMatchObject({ letter: {}, fax: {} });
    expect(JSON.stringify(mail).replaceAll('address_check', '')).not.toMatch(
      /\bchecks\b|\ba check\b|check_|_check|cheque|bank|routing|account/i,
    );
  },
);

test.each(['/mcp', '/', '/mcp/', '/mcp/mailbox'])('%s has checks and bank accounts', async (path) => {
  const { tools, hello: said } = await everything(path);
  expect(tools.map(({ name }: Json) => name)).toContain('create_check_job');
  expect(said.instructions).toContain('/bank-accounts/new');
  expect(said.instructions).toMatch(/Cannot: several recipients in one payment, other countries, postcards/);
});

test('/mcp/mail has the same tools for letters and faxes as /mcp', async () => {
  const [mail, whole] = [await everything('/mcp/mail'), await everything('/mcp')];
  const names = mail.tools.filter(({ name }: Json) => /^(quote|create)_/.test(name));
  for (const tool of names) expect(whole.tools).toContainEqual(tool);
  expect(JSON.parse(whole.prices[0].text)).toMatchObject(JSON.parse(mail.prices[0].text));
});

describe('a job', () => {
  const use = (deps: MemoryDeps, name: string, job_id: string, products: Toolset = mailOnly) =>
    called(deps, name, { job_id }, { products, among: toolsFor(mailOnly) });

  test.each(['get_job_status', 'get_proof_of_mailing', 'cancel_letter'])(
    'a check is not found by %s over /mcp/mail, and does not change',
    async (name) => {
      const deps = memoryDeps();
      const id = await placedAs(deps, 'check');
      const before = await deps.jobs.get(id);
      expect(await use(deps, name, id)).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } });
      expect(await deps.jobs.get(id)).toEqual(before);
    },
  );

  test.each<ProductName>(['letter', 'fax'])('a %s can be tracked and cancelled over /mcp/mail', async (product) => {
    const deps = memoryDeps();
    const id = await placedAs(deps, product);
    expect((await use(deps, 'get_job_status', id)).structuredContent).toMatchObject({ status: 'awaiting_payment' });
    expect((await use(deps, 'cancel_letter', id)).structuredContent).toMatchObject({ cancelled: true });
  });

  test('calls over /mcp/mail count toward the same limit, even for jobs that are not found', async () => {
    const deps = memoryDeps();
    const id = await placedAs(deps, 'check');
    Object.assign(deps, {
      settings: { ...deps.settings, requestLimits: { quotes: 9, jobs: 9, reads: 1, uploads: 1 } },
    });
    const codes = [];
    for (const products of [mailOnly, productNames]) {
      const { structuredContent } = await use(deps, 'get_job_status', id, products);
      codes.push((structuredContent as Json).code);
    }
    expect(codes).toEqual(['not_found', 'rate_limited']);
  });
});
