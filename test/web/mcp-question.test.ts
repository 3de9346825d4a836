/** The question before a client opens the page of an order names what is bought, and its answer makes no second job. */
import type { ProductName } from '../../shared/domain/names.ts';
import { pricesFor } from '../../shared/web/mcp/instructions.ts';
import { memoryDeps } from '../support/fakes/deps.ts';
import { quoted, requestFor, samples } from '../support/fakes/orders.ts';
import { clientOf, versions } from '../tools/conversations.ts';

const wordsOf = (content: readonly { readonly text?: string }[] = []) => content.map(({ text }) => text).join(' ');

const pays = 'open the page on which you look at it and pay';

test.each<[ProductName, string]>([
  ['letter', 'Letter to Ada Lovelace'],
  ['check', 'Check for $125.50 to Compilers Ltd'],
  ['fax', 'Fax to +1 212-555-0199'],
])('the question before payment names what is bought: a %s', async (product, what) => {
  const deps = memoryDeps();
  const send = clientOf(versions[0], deps);
  const use = (name: string, given: object) => send('tools/call', { name, arguments: given });
  const { structuredContent } = await use(`quote_${product}`, samples[product].quote);
  const { quote_id, total, currency, tax_label } = structuredContent ?? {};
  const price = currency === 'USD' ? `${total} USD` : `${total} including ${tax_label}`;
  const { inputRequests } = await use(`create_${product}_job`, requestFor(product, quote_id, 'none'));
  const { message = '', url } = inputRequests?.pay.params ?? {};
  expect(message).toBe(`${what}: ${pays} ${price}? Nothing is charged until you pay there.`);
  expect(url).toMatch(/\/v1\/pay\/pay_/);
});

describe('a letter of a client that can open pages', () => {
  const desk = async () => {
    const deps = memoryDeps();
    const send = clientOf(versions[0], deps);
    const use = (given: object, more: object = {}) =>
      send('tools/call', { name: 'create_letter_job', arguments: given, ...more });
    const { quote_id } = await quoted(deps);
    return { deps, use, request: requestFor('letter', quote_id, 'none') };
  };

  test.each([
    ['accept', /saw the payment page/],
    ['decline', /did not open.*nothing is charged/],
  ])('a letter stays one job when the user answers %s, and the assistant hears the answer', async (action, told) => {
    const { deps, use, request } = await desk();
    const { inputRequests, requestState } = await use(request);
    const answered = await use(request, { requestState, inputResponses: { pay: { action } } });
    expect(answered.isError).toBeUndefined();
    expect(answered.structuredContent).toMatchObject({
      ...{ status: 'awaiting_payment', pay_url: inputRequests?.pay.params.url },
    });
    expect(wordsOf(answered.content)).toMatch(told);
    expect(wordsOf(answered.content)).toContain('waits for a payment');
    expect(deps.jobs.all()).toHaveLength(1);
  });

  test('a refused order asks no one to open a page', async () => {
    const { use } = await desk();
    const { inputRequests, structuredContent } = await use({ quote_id: 'quote_1' });
    expect([inputRequests, structuredContent?.code]).toEqual([undefined, 'invalid_request']);
  });

  test('an invented request state creates no second job', async () => {
    const { deps, use, request } = await desk();
    const invented = (requestState: string) =>
      use(request, { requestState, inputResponses: { pay: { action: 'accept' } } });
    const [first, second] = [await invented('invented'), await invented('invented')];
    expect(second.structuredContent).toEqual(first.structuredContent);
    expect((await invented('two words')).structuredContent).toEqual(first.structuredContent);
    expect(deps.jobs.all()).toHaveLength(1);
  });
});

test('a repeated request says that nothing was created, and sends no one to pay', async () => {
  const deps = memoryDeps();
  const send = clientOf('2025-06-18', deps);
  const request = requestFor('letter', (await quoted(deps)).quote_id, 'none', { idempotency_key: 'key-1' });
  const use = async () => {
    const { content, structuredContent } = await send('tools/call', { name: 'create_letter_job', arguments: request });
    return { words: wordsOf(content), body: structuredContent };
  };
  const [first, again] = [await use(), await use()];
  expect(again.body).toEqual(first.body);
  expect(first.words).toContain('waits for a payment');
  expect(again.words).toMatch(/nothing was made now.*get_job_status shows whether it is paid/);
  expect(again.words).not.toContain('waits for a payment');
});

test('the price list names the currency of each product and destination', () => {
  const { currency } = JSON.parse(pricesFor(['letter', 'fax']).text);
  expect(currency).toEqual({ letter: { US: 'USD', CA: 'CAD' }, fax: { US: 'USD', CA: 'USD' } });
});
