/** A user's file goes past the model: a quote tool answers a ticket, and quotes the file once it is attached. */
import { uploadKey } from '../../shared/domain/input/upload.ts';
import { productNames } from '../../shared/domain/names.ts';
import { productNamed } from '../../shared/products/index.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { tools } from '../support/mcp-tools.ts';
import { clientOf, versions } from '../tools/conversations.ts';

const [modern, legacy] = versions;
const desk = (version: string = legacy) => {
  const deps = memoryDeps();
  const send = clientOf(version, deps);
  const use = (name: string, given: object, more: object = {}) =>
    send('tools/call', { name, arguments: given, ...more });
  return { deps, use };
};
const wordsOf = ({ content = [] }: Awaited<ReturnType<ReturnType<typeof desk>['use']>>) =>
  content.map(({ text }) => text).join(' ');

test.each(['quote_letter', 'quote_fax'])(
  '%s returns an upload page, and then quotes the attached file',
  async (name) => {
    const { deps, use } = desk();
    const asked = await use(name, { country: 'US', upload: true });
    const { upload_id = '', page_url = '', pdf_url = '', ...rest } = asked.structuredContent ?? {};
    expect(Object.keys(rest)).toEqual(['expires_at']);
    expect(page_url).toBe(`https://mail.example.com/v1/uploads/${upload_id}/attach`);
    for (const told of [page_url, pdf_url, name]) expect(wordsOf(asked)).toContain(told);
    const early = await use(name, { country: 'US', pdf_url });
    expect([early.isError, early.structuredContent?.field]).toEqual([true, 'pdf_url']);
    expect(wordsOf(early)).toContain(page_url);
    await deps.documents.put(uploadKey(upload_id), new TextEncoder().encode('%PDF-1.7'));
    expect((await use(name, { country: 'US', pdf_url })).structuredContent).toHaveProperty('quote_id');
  },
);

describe('a client that can open pages', () => {
  test('the user is asked once to open the upload page, and keeps the same ticket', async () => {
    const { use } = desk(modern);
    const request = { country: 'US', upload: true };
    const { inputRequests, requestState } = await use('quote_letter', request);
    const { url, message } = inputRequests?.attach?.params ?? {};
    expect(message).toMatch(/Nothing is ordered or charged/);
    for (const [action, words] of [
      ['accept', /saw the page/],
      ['decline', /did not open/],
    ] as const) {
      const answered = await use('quote_letter', request, { requestState, inputResponses: { attach: { action } } });
      expect(answered.structuredContent?.page_url).toBe(url);
      expect(wordsOf(answered)).toMatch(words);
    }
  });

  test('an invented request state gets a new upload ticket', async () => {
    const { use } = desk(modern);
    const more = { requestState: `upload_${'0'.repeat(26)}`, inputResponses: { attach: { action: 'accept' } } };
    const { structuredContent } = await use('quote_letter', { country: 'US', upload: true }, more);
    expect(structuredContent?.upload_id).toMatch(/^upload_/);
    expect(structuredContent?.upload_id).not.toBe(more.requestState);
  });
});

test('quote_check takes no file, and an upload ticket fits the output schema', async () => {
  const { use } = desk();
  const { structuredContent } = await use('quote_check', { country: 'US', upload: true });
  expect(structuredContent).toMatchObject({
    quote_id: expect.any(String),
    warnings: [expect.stringContaining('upload')],
  });
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
