/** Safety of the MCP endpoint: allowed callers, limits of size and number, and data that never comes out. */
import { mcpUrl, raw, rpc } from '../../support/e2e/assistant.ts';
import { running, startService } from '../../support/e2e/service.ts';

const app = 'https://app.example.com';

const list = rpc('tools/list');

const service = running(() => startService({ MCP_ALLOWED_ORIGINS: `${app},http://localhost:6274` }));

describe('Host and Origin', () => {
  const anotherName = (host: string) => raw(service, { headers: { host }, body: list });

  test.each(['evil.example', 'evil.example:80', 'localhost.evil.example', 'localhost', '127.0.0.1:1'])(
    'a request that was meant for %s is refused with 403, whatever its method',
    async (host) => {
      expect(await anotherName(host)).toMatchObject({ status: 403, body: { error: { code: -32_000 }, id: null } });
      expect((await raw(service, { method: 'GET', headers: { host } })).status).toBe(403);
    },
  );

  test.each(['https://evil.example', 'null', `${app}.evil.example`, 'http://app.example.com', ''])(
    'a page of %p is refused with 403',
    async (origin) => {
      const { status, headers } = await raw(service, { headers: { origin }, body: list });
      expect(status).toBe(403);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect((await raw(service, { method: 'OPTIONS', headers: { origin } })).status).toBe(403);
    },
  );

  test('a page that the configuration names may ask, and read the answer', async () => {
    const { status, headers } = await raw(service, { headers: { origin: app }, body: list });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'access-control-allow-origin': app, vary: 'origin' });
  });

  test('the preflight of an allowed page grants every header that a client sends', async () => {
    const asked = { origin: app, 'access-control-request-method': 'POST' };
    const { status, headers, text: said } = await raw(service, { method: 'OPTIONS', headers: asked });
    expect({ status, said }).toEqual({ status: 204, said: '' });
    expect(headers).toMatchObject({ 'access-control-allow-origin': app, 'access-control-allow-methods': 'POST' });
    for (const name of ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
      expect(headers['access-control-allow-headers']).toContain(name);
  });
});

describe('the protocol', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])(
    '%s is answered with 405 and what is allowed',
    async (method) => {
      const { status, headers } = await raw(service, { method });
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
    },
  );

  test.each(['{"k": SECRET', '', 'SECRET', '{"jsonrpc":"2.0"'])(
    'malformed JSON (%p) is -32700, and is not quoted',
    async (body) => {
      const answer = await raw(service, { body });
      expect(answer).toMatchObject({ status: 400, body: { jsonrpc: '2.0', error: { code: -32_700 }, id: null } });
      expect(answer.text).not.toContain('SECRET');
    },
  );

  test('a batch is answered whole, one of more than ten messages not at all', async () => {
    const batch = (size: number) => Array.from({ length: size }, (_, id) => rpc('ping', {}, id));
    const headers = { 'mcp-protocol-version': '2025-03-26' };
    expect((await raw(service, { headers, body: batch(10) })).body).toHaveLength(10);
    expect(await raw(service, { headers, body: batch(11) })).toMatchObject({
      status: 400,
      body: { error: { code: -32_600 } },
    });
  });

  test('a notification is taken with 202 and nothing more', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await raw(service, { body })).toMatchObject({ status: 202, text: '' });
  });

  test('no session is ever begun, and one that a client claims means nothing', async () => {
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
    const begun = await raw(service, { body: rpc('initialize', hello) });
    expect(begun.body.result.protocolVersion).toBe('2025-06-18');
    expect(begun.headers).not.toHaveProperty('mcp-session-id');
    expect((await raw(service, { headers: { 'mcp-session-id': 'mine' }, body: list })).status).toBe(200);
  });

  test('the icon that the server names is there', async () => {
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
    const { body } = await raw(service, { body: rpc('initialize', hello) });
    const [{ src }] = body.result.serverInfo.icons;
    expect(src).toBe(`${mcpUrl(service)}/icon.svg`);
    const answer = await raw(service, { method: 'GET', path: new URL(src).pathname });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
  });
});

describe('size and number', () => {
  const call = (given: object) => rpc('tools/call', { name: 'quote_letter', arguments: given });

  test('a body over 4 MB is refused with 413, just under it is read', async () => {
    const tooLarge = call({ country: 'US', text: 'x'.repeat(4_200_000) });
    expect(await raw(service, { body: tooLarge })).toMatchObject({ status: 413, body: { error: { code: -32_000 } } });
    const { body } = await raw(service, { body: call({ country: 'US', text: 'x'.repeat(4_100_000) }) });
    expect(body.result).toMatchObject({ isError: true, structuredContent: { field: 'text' } });
  });
});

describe('data that never comes out', () => {
  const number = '48151623420';
  const page = () => `${service.baseUrl}/bank-accounts/new`;

  test.each([
    ['create_check_job', { quote_id: 'quote_1', check: { account_number: number } }],
    ['get_job_status', { job_id: 'job_1', iban: `GB29NWBK${number}` }],
  ])('raw bank numbers in %s are refused with the page that takes them', async (tool, given) => {
    const call = rpc('tools/call', { name: tool, arguments: given });
    const { status, text: said, body } = await raw(service, { body: call });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({ isError: true, structuredContent: { code: 'invalid_request' } });
    expect(body.result.structuredContent.error).toContain(page());
    expect(body.result.content[0].text).toContain(page());
    expect(said).not.toContain(number);
  });

  test('the service’s own output has none of all this', () => {
    const log = service.log();
    expect(log).toContain('"useCase":"create-check-job"');
    for (const word of [number, 'SECRET', 'NWBK']) expect(log).not.toContain(word);
  });
});

test('a service that listens on every address is known by each, and by no other name', async () => {
  const open = await startService({ HOST: '0.0.0.0' });
  try {
    const { port } = new URL(open.origin);
    const asked = async (host: string) => (await raw(open, { headers: { host }, body: list })).status;
    for (const name of ['127.0.0.1', 'localhost', '0.0.0.0']) expect(await asked(`${name}:${port}`)).toBe(200);
    expect(await asked(`evil.example:${port}`)).toBe(403);
  } finally {
    await open.stop();
  }
});
