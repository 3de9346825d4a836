/** Tool calls: upload tickets for a user's file, arguments as JSON text, and the same results as over REST. */
import { uploadKey } from '../../shared/domain/input/upload.ts';
import { productNames } from '../../shared/domain/names.ts';
import { cancelJob } from '../../shared/orders/cancel/cancel-job.ts';
import { createJob } from '../../shared/orders/create/create-job.ts';
import { getJob } from '../../shared/orders/follow/get-job.ts';
import { quote } from '../../shared/orders/quote/quote.ts';
import { getReceipt } from '../../shared/orders/receipts/get-receipt.ts';
import { ask, type UseCase } from '../../shared/orders/use-case.ts';
import { productNamed } from '../../shared/products/index.ts';
import type { Json } from '../../shared/web/json-schema.ts';
import { readArguments, readMessages, readTexts } from '../../shared/web/mcp/read-arguments.ts';
import { toolsFor } from '../../shared/web/mcp/tools.ts';
import { requestExample } from '../../shared/web/openapi/examples.ts';
import { operations } from '../../shared/web/openapi/operations.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { caller, paid, quoted, requestFor, samples } from '../support/fakes/orders.ts';
import { called, tools } from '../support/mcp-tools.ts';
import { fieldsOf } from '../support/schema-fields.ts';
import { clientOf, versions } from '../tools/conversations.ts';

const [, legacy] = versions;
const assistant = () => {
  const deps = memoryDeps();
  const send = clientOf(legacy, deps);
  const use = async (name: string, input: object) => {
    const result = await send('tools/call', { name, arguments: input });
    return { ...result, text: (result.content ?? []).map(({ text }) => text).join(' ') };
  };
  return { deps, use };
};

test.each(['quote_letter', 'quote_fax'])(
  '%s returns an upload page, and then quotes the attached file',
  async (name) => {
    const { deps, use } = assistant();
    const ticket = await use(name, { country: 'US', upload: true });
    const { upload_id = '', page_url = '', pdf_url = '', ...others } = ticket.structuredContent ?? {};
    expect(Object.keys(others)).toEqual(['expires_at']);
    expect(page_url).toBe(`https://mail.example.com/v1/uploads/${upload_id}/attach`);
    for (const part of [page_url, pdf_url, name]) expect(ticket.text).toContain(part);
    const early = await use(name, { country: 'US', pdf_url });
    expect([early.isError, early.structuredContent?.field]).toEqual([true, 'pdf_url']);
    expect(early.text).toContain(`Give the user the page ${page_url}, where they can attach it; then quote again.`);
    expect((await use(name, { country: 'US', text: 'x', pdf_url })).text).toMatch(/a text goes in attachments\.$/);
    const { openFile } = deps.renderer;
    const attachAndQuote = async (bytes: string, opener: unknown) => {
      await deps.documents.put(uploadKey(upload_id), new TextEncoder().encode(bytes));
      Object.assign(deps.renderer, { openFile: opener });
      return use(name, { country: 'US', pdf_url });
    };
    const refused = await attachAndQuote('%PDF-1.6', async () => ({ ok: false, problem: 'Page 1 is too wide.' }));
    expect(refused.text).toMatch(/wide\. The user can attach another file on the same page\.$/);
    expect((await attachAndQuote('%PDF-1.7', openFile)).structuredContent).toHaveProperty('quote_id');
  },
);

test('quote_check takes no file, and an upload ticket fits the output schema', async () => {
  const { use } = assistant();
  const { structuredContent: quoted } = await use('quote_check', { country: 'US', upload: true });
  expect(quoted).toMatchObject({ quote_id: expect.any(String), warnings: [expect.stringContaining('upload')] });
  const takesFiles = tools.filter(({ inputSchema }) => 'upload' in (inputSchema.properties as object));
  expect(takesFiles.map(({ name }) => name)).toEqual(
    productNames.filter((product) => productNamed(product).paper !== undefined).map((product) => `quote_${product}`),
  );
  const ticket = (await use('quote_letter', { country: 'US', upload: true })).structuredContent ?? {};
  for (const { outputSchema } of takesFiles) {
    const shapes = (outputSchema.anyOf as { readonly required: readonly string[] }[]).map(({ required }) => required);
    expect(shapes.filter((required) => required.every((name) => name in ticket))).toHaveLength(1);
  }
});

test('a repeated request says that nothing was created, and does not ask for a payment', async () => {
  const { deps, use } = assistant();
  const request = requestFor('letter', (await quoted(deps)).quote_id, 'none', { idempotency_key: 'key-1' });
  const [first, repeated] = [await use('create_letter_job', request), await use('create_letter_job', request)];
  expect(repeated.structuredContent).toEqual(first.structuredContent);
  expect(first.text).toContain('is waiting for a payment');
  expect(repeated.text).toMatch(
    /Nothing new was created.*get_job_status and the page https:\S+pay_\w+ show its payment and status/,
  );
  expect(repeated.text).not.toContain('is waiting for a payment');
});

/** The value with every object, list and boolean as JSON text, at each level. */
function asTexts(value: unknown): unknown {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const inside = Array.isArray(value)
    ? value.map(asTexts)
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTexts(member)]));
  return JSON.stringify(inside);
}

const toolInputs = toolsFor(productNames).map(({ name, useCase }) => {
  const { schemas, input } = operations.find((operation) => operation.name === useCase.name) ?? useCase;
  return [name, input, requestExample({ schemas, input })] as const;
});

test.each(toolInputs)('%s accepts each object, list and boolean as JSON text', (_name, input, example) => {
  const optional = {
    limits: { max_total_cents: 500, currency: 'USD' },
    notify: { email: 'ada@example.com', language: 'fr' },
    attachments: [{ pdf_url: 'https://example.com/a.pdf' }],
  };
  const fields = fieldsOf(input).map(({ path }) => path.join('.'));
  const accepted = Object.entries(optional).filter(([name]) => fields.includes(name));
  const request = { ...example, ...Object.fromEntries(accepted) };
  expect(readTexts(input, asTexts(request))).toEqual(request);
});

test.each([
  ['1 (416) 555-0134', '+14165550134'],
  ['+1.416.555.0134', '+14165550134'],
  [`416-555-0134${' '.repeat(30)}or 212-555-0199`],
  ['416-555-0134, 212-555-0199'],
])('a fax number is read only if nothing else is in the text: %j', (to_number, expected = to_number) => {
  expect(readArguments({ fax: { to_number } }).request).toEqual({ fax: { to_number: expected } });
});

test('an id in quotation marks and the page of an attached file are read in from_job and in attachments', () => {
  const id = '0'.repeat(26);
  const pdf_url = `https://mail.example.com/v1/uploads/upload_${id}`;
  const { request } = readArguments({ from_job: ` "JOB_${id}".`, attachments: [{ pdf_url: `${pdf_url}/attach` }] });
  expect(request).toEqual({ from_job: `job_${id}`, attachments: [{ pdf_url }] });
});

test.each(toolInputs)('%s keeps any text in text and number fields, and unreadable text in others', (_name, input) => {
  const texts = ['true', '[1]', '{"a":1}', '125', 'no'];
  for (const { path, type } of fieldsOf(input).filter(({ path: { length } }) => length === 1)) {
    const [field = ''] = path;
    const keptTexts = type === 'text' || type === 'number' ? texts : ['yes', '1', '{"a":', '[', ''];
    for (const text of keptTexts) expect(readTexts(input, { [field]: text })).toEqual({ [field]: text });
  }
});

test.each([
  ['the text of an object', '{"country":"US"}', { country: 'US' }],
  ['null', null, {}],
  ['empty text', '', {}],
  ['an empty list', [], {}],
  ['a list', [1], [1]],
  ['text that is not an object', '{"country"', '{"country"'],
])('tool arguments sent as %s (%j) are read as %j', (_, args, expected) => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: args, _meta: null } };
  expect(readMessages([message])).toEqual([{ ...message, params: { name: 'x', arguments: expected } }]);
});

test('a call with JSON text is served, and an amount in quotes is refused with the reason', async () => {
  const { use } = assistant();
  const asTyped = { country: 'US', text: 'Hi', color: 'true', registered: 'False', upload: '' };
  const quoted = await use('quote_letter', asTyped);
  expect(quoted.structuredContent).toMatchObject({ color: true, registered: false, warnings: [] });
  const limits = '{"max_total_cents":"500","currency":"USD"}';
  const to = { name: 'Ada', addressLine1: '1 Way', city: 'Albany', provinceOrState: 'NY', countryCode: 'US' };
  const order = { quote_id: quoted.structuredContent?.quote_id, letter: { to, from: JSON.stringify(to), text: 'Hi' } };
  const refused = await use('create_letter_job', { ...order, limits });
  expect(refused.structuredContent).toMatchObject({
    field: 'limits.max_total_cents',
    error: expect.stringMatching(/must be a whole number of cents .* a string was sent: leave out the quotes\.$/),
  });
  expect((await use('create_letter_job', order)).structuredContent).toMatchObject({ status: 'awaiting_payment' });
  const bad = await use('create_letter_job', { ...order, letter: { ...order.letter, to: '{"name":' } });
  expect(bad.structuredContent).toMatchObject({ field: 'letter.to', error: expect.stringMatching(/not valid JSON/) });
});

test.each([
  ['true', 'page_url'],
  ['TRUE', 'page_url'],
  ['false', 'quote_id'],
  [null, 'quote_id'],
  [[], 'quote_id'],
])('a quote with upload: %j returns a %s', async (upload, member) => {
  const content = member === 'quote_id' ? { text: 'Hi' } : { text: '', html: null };
  const { structuredContent } = await assistant().use('quote_letter', { country: 'US', upload, ...content });
  expect(structuredContent).toHaveProperty(member);
});

test('an upload that is not a boolean, or that comes with content, is refused', async () => {
  const { use } = assistant();
  const errors = { yes: 'upload must be true or false.', true: expect.stringContaining('leave out text') };
  for (const [upload, error] of Object.entries(errors))
    expect(await use('quote_fax', { country: 'US', text: 'Hi', upload })).toMatchObject({
      structuredContent: { field: 'upload', error },
    });
});

/** Ids, and the URLs that contain one, differ between two quotes. */
const withoutIds = (body: object) => JSON.stringify(body).replaceAll(/(?:quote|job|pay|cs_test)_[0-9a-z]+/g, 'id');

test.each(productNames)('REST and MCP respond to the same requests about a %s with the same fields', async (name) => {
  const deps = memoryDeps();
  const product = productNamed(name);
  const both = async (useCase: UseCase<unknown, Json>, tool: string, request: object) => {
    const { body } = await ask(useCase, deps, request, caller);
    const { signature: _, to: __, from: ___, ...expected } = body;
    const result = await called(deps, tool, request);
    expect(result.isError).toBeUndefined();
    expect(withoutIds(result.body)).toBe(withoutIds(expected));
    return expected;
  };
  const { quote_id } = await both(quote(product), `quote_${name}`, samples[name].quote as object);
  const order = requestFor(name, `${quote_id}`, 'none', { idempotency_key: 'key-1' });
  const { job_id } = await both(createJob(product), `create_${name}_job`, order);
  for (const isPaid of [false, true]) {
    if (isPaid) await paid(deps, `${job_id}`);
    await both(getJob, 'get_job_status', { job_id });
    await both(getReceipt, 'get_proof_of_mailing', { job_id });
  }
  await both(cancelJob, 'cancel_letter', { job_id });
});
