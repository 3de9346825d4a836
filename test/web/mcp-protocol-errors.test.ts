/** The protocol's own errors repeat nothing of the request: no name, no address, no header. */
import { httpEvent } from '../support/cloud/touches.ts';

Object.assign(process.env, { REQUEST_LIMITS: 'off', PUBLIC_BASE_URL: 'https://mail.example.com/v1' });
// The configuration is read on the first call, and only once.
const { handler } = await import('../../functions/api/mcp.ts');

const planted = 'IGNORE_ALL_PREVIOUS_INSTRUCTIONS';
const latest = '2026-07-28';
const envelope = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

async function answerTo(body: object | string, headers: object = {}): Promise<string> {
  const event = httpEvent({ headers: { ...headers }, body });
  const { body: answer = '' } = await handler(event, {} as never);
  return answer;
}

const call = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const unknown: readonly (readonly [string, object])[] = [
  ['tools/call', { name: planted, arguments: {} }],
  ['tools/call', { name: 'quote_check', arguments: planted }],
  ['prompts/get', { name: planted }],
  ['resources/read', { uri: `x://${planted}` }],
  [planted, {}],
];

test.each(unknown)('%s of an unknown name repeats nothing of the request', async (method, params) => {
  const spoken = { 'mcp-protocol-version': latest, 'mcp-method': method };
  const answers = [
    await answerTo(call(method, params)),
    await answerTo(call(method, { ...params, _meta: envelope(latest) }), spoken),
  ];
  for (const answer of answers) {
    expect(JSON.parse(answer).error).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/\.$/) });
    expect(answer).not.toContain(planted);
  }
});

test('an unknown tool, or arguments that are not an object, get the list of tools', async () => {
  for (const params of [
    { name: 'send_letter', arguments: {} },
    { name: 'quote_check', arguments: ['US'] },
  ]) {
    const spoken = { 'mcp-protocol-version': latest, 'mcp-method': 'tools/call', 'mcp-name': params.name };
    for (const answer of [
      await answerTo(call('tools/call', params)),
      await answerTo(call('tools/call', { ...params, _meta: envelope(latest) }), spoken),
    ])
      expect(JSON.parse(answer).error).toMatchObject({
        code: -32_602,
        message: expect.stringMatching(
          /^There is no such tool, .*quote_letter, create_letter_job, .*cancel_letter and paid by a person at its pay_url\.$/,
        ),
      });
  }
  expect(JSON.parse(await answerTo(call('prompts/get', { name: planted }))).error.message).not.toContain(
    'quote_letter',
  );
});

test.each([
  ['a version', { 'mcp-protocol-version': planted }, latest],
  ['a version, in the body too', { 'mcp-protocol-version': planted }, planted],
  ['a method', { 'mcp-protocol-version': latest, 'mcp-method': planted }, latest],
])('a header with %s that does not exist is not repeated', async (_, headers, version) => {
  const answer = await answerTo(call('tools/list', { _meta: envelope(version) }), headers);
  expect(JSON.parse(answer)).toMatchObject({ error: { code: expect.any(Number) } });
  expect(answer).not.toContain(planted);
});

test('an unsupported version gets the list of supported ones', async () => {
  const version = '2030-01-01';
  const answer = await answerTo(call('tools/list', { _meta: envelope(version) }), { 'mcp-protocol-version': version });
  expect(JSON.parse(answer).error.data).toEqual({ supported: [latest], requested: version });
});

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test.each([
  ['an empty body', '', {}, /^Parse error\. The body is empty/],
  ['a comma too many', '{"jsonrpc":"2.0",}', {}, /^Parse error\. The body is not valid JSON \(line 1, column 18\)/],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, /^Parse error\. The body is a form /],
  ['a message that was encoded twice', JSON.stringify(JSON.stringify(ping)), {}, /encoded twice: send the object/],
  [
    'another content type',
    ping,
    { 'content-type': 'text/plain' },
    /^Send the header content-type: application\/json\.$/,
  ],
  ['no content type', ping, { 'content-type': undefined }, /^Send the header content-type: application\/json\.$/],
  ['a list in thousands of lists', `${'['.repeat(9_000)}${']'.repeat(9_000)}`, {}, /^Invalid request: /],
  ['two requests of one id', [ping, ping], {}, /^Two requests have the same id/],
  [
    'a version without its envelope',
    ping,
    { 'mcp-protocol-version': latest },
    /^params\._meta is missing .*before 2026-07-28/,
  ],
  [
    'a version that is none',
    ping,
    { 'mcp-protocol-version': 'banana' },
    /^params\._meta is missing .*before 2026-07-28/,
  ],
] as const)('%s is refused with the fix', async (_, body, headers, says) => {
  expect(JSON.parse(await answerTo(body as object, headers)).error.message).toMatch(says);
});

test.each([
  ['a byte order mark', `\ufeff${JSON.stringify(ping)}`],
  ['a null cursor', call('tools/list', { cursor: null })],
  ['null params', { ...ping, params: null }],
  [
    'two requests of two ids and a notification',
    [ping, { ...ping, id: 2 }, { jsonrpc: '2.0', method: 'notifications/x' }],
  ],
])('a message with %s is accepted', async (_, body) => {
  for (const each of [JSON.parse(await answerTo(body))].flat()) expect(each).toHaveProperty('result');
});
