/** A client that can open pages is asked to open the payment page. The job is created once, whatever its user says. */
import { randomUUID } from 'node:crypto';
import { type Assistant, assistantThatOpens, modern, raw } from '../../support/e2e/assistant.ts';
import { ada, grace, type Json, text } from '../../support/e2e/client.ts';
import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { letterPrice } from '../../support/prices.ts';

const total = () => letterPrice().total;

const service = running(() => startService(textOnly));

const letter = async (more: object = {}) => ({
  quote_id: (await service.quote()).quote_id,
  letter: { to: ada, from: grace, text },
  ...more,
});

/** The jobs that came to be while `act` ran. */
async function jobsMade(act: () => Promise<unknown>): Promise<number> {
  const made = () =>
    service.log().match(/"message":"called","function":"mcp","useCase":"create-letter-job"[^\n]*"created"/g);
  const before = made()?.length ?? 0;
  await act();
  return (made()?.length ?? 0) - before;
}

async function withOpener(action: 'accept' | 'decline', act: (assistant: Assistant) => Promise<void>): Promise<Json[]> {
  const asked: Json[] = [];
  const assistant = await assistantThatOpens(service, action, asked);
  await act(assistant);
  await assistant.close();
  return asked;
}

test.each([
  ['accept', /was shown the payment page/],
  ['decline', /did not open.*nothing is charged/],
] as const)('a user who answers %s has one job, and the assistant is told what they did', async (action, told) => {
  const request = await letter();
  let answer: Json;
  const made = await jobsMade(async () => {
    const asked = await withOpener(action, async (assistant) => {
      answer = await assistant.call('create_letter_job', request);
    });
    expect(asked).toMatchObject([{ mode: 'url', url: answer.structuredContent.pay_url }]);
    expect(asked[0].message).toBe(
      `Letter to Ada Lovelace: open the page on which you look at it and pay ${total()} USD? Nothing is charged until you pay there.`,
    );
  });
  expect(made).toBe(1);
  expect(answer.isError ?? false).toBe(false);
  expect(answer.structuredContent).toMatchObject({ status: 'awaiting_payment' });
  expect(answer.content.map(({ text: said }: Json) => said).join(' ')).toMatch(told);
});

test('with a key of its own the job is that key’s', async () => {
  const request = await letter({ idempotency_key: randomUUID() });
  await withOpener('accept', async (assistant) => {
    const job = await assistant.use('create_letter_job', request);
    expect((await service.post('/jobs', request)).body).toEqual(job);
  });
});

test('a request that is refused asks nobody to open anything', async () => {
  const asked = await withOpener('accept', async (assistant) => {
    const { structuredContent } = await assistant.call('create_letter_job', { quote_id: 'quote_1' });
    expect(structuredContent).toMatchObject({ code: 'invalid_request' });
  });
  expect(asked).toEqual([]);
});

test('a state that nobody was given creates no more than a key would, and breaks nothing', async () => {
  const sent = async (requestState: string, request: object) => {
    const params = {
      name: 'create_letter_job',
      arguments: request,
      requestState,
      inputResponses: { pay: { action: 'accept' } },
    };
    const { body, headers } = modern('tools/call', params, 'create_letter_job');
    (body.params as Json)._meta['io.modelcontextprotocol/clientCapabilities'] = { elicitation: { url: {} } };
    return (await raw(service, { body, headers })).body.result;
  };
  const request = await letter();
  const [first, second] = [await sent('invented', request), await sent('invented', request)];
  expect(second.structuredContent).toEqual(first.structuredContent);
  const broken = await sent('two words', await letter());
  expect(broken).toMatchObject({ isError: true, structuredContent: { field: 'idempotency_key' } });
});
