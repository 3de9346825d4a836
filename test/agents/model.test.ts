/** The dialogues with a real model, tried against a double that speaks as the two usual endpoints do. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { type Listening, listen } from '../../lib/local/gateway/listen.ts';
import { ada, grace, type Json } from '../support/e2e/client.ts';
import { running, startService, textOnly } from '../support/e2e/service.ts';
import type { Desk } from './dialogue.ts';
import { modelIn, playedBy } from './model.ts';
import { deskOf } from './run.ts';
import { type Task, tasks } from './tasks.ts';

const service = running(() => startService(textOnly));
const asked: { readonly headers: IncomingHttpHeaders; readonly body: Json }[] = [];
/** To whom the double mails the letter. */
let recipient: object = ada;
let double: Listening;
let desk: Desk;
beforeAll(async () => {
  desk = await deskOf(service);
  double = await listen(
    createServer(async (request, response) => {
      const body = JSON.parse(await textOf(request));
      asked.push({ headers: request.headers, body });
      const isAnthropic = request.url === '/v1/messages';
      const last = JSON.stringify(body.messages.at(-1));
      const answer = answerTo(last);
      const parts = { anthropic: inAnthropicWords(answer), openAi: inOpenAiWords(answer) };
      response.end(JSON.stringify(isAnthropic ? parts.anthropic : parts.openAi));
    }),
  );
});
afterAll(() => double.close());

type Said = string | { readonly name: string; readonly input: object };

/** A model that quotes, asks, orders, hands over the link, and cancels what its user does not want. */
function answerTo(last: string): Said {
  const [quote_id] = /quote_\w{28}/.exec(last) ?? [];
  const [, content_hash] = /content_hash ([\da-f]{64})/.exec(last) ?? [];
  if (quote_id !== undefined) {
    known = { quote_id, content_hash };
    return `It costs ${/\$\d+\.\d\d/.exec(last)?.[0]}. May I order it?`;
  }
  if (last.includes('I approve'))
    return {
      name: 'create_letter_job',
      input: { quote_id: known.quote_id, letter: { to: recipient, from: grace, content_hash: known.content_hash } },
    };
  const [page] = /http\S+\/pay\/pay_\w+/.exec(last) ?? [];
  if (page !== undefined) {
    known = { ...known, job_id: /job_\w+/.exec(last)?.[0] };
    return `Please look at it and pay here: ${page}`;
  }
  const job_id = known.job_id;
  if (last.includes('I have paid')) return { name: 'get_job_status', input: { job_id } };
  if (last.includes('cancel it')) return { name: 'cancel_letter', input: { job_id } };
  if (/is cancelled|It is paid/.test(last)) return 'That is how it stands.';
  const [, text = ''] = /\\"\\"\\"(.*)\\"\\"\\"/.exec(last) ?? [];
  return { name: 'quote_letter', input: { country: 'US', text: text.replaceAll('\\n', '\n') } };
}
let known: Json = {};

const inAnthropicWords = (said: Said) => ({
  content: [typeof said === 'string' ? { type: 'text', text: said } : { type: 'tool_use', id: 'use_1', ...said }],
});
const inOpenAiWords = (said: Said) => ({
  choices: [
    {
      message:
        typeof said === 'string'
          ? { content: said }
          : {
              content: null,
              tool_calls: [
                { id: 'use_1', type: 'function', function: { name: said.name, arguments: JSON.stringify(said.input) } },
              ],
            },
    },
  ],
});

const letter = tasks[0] as Task;

describe.each([
  ['/v1/messages', 'x-api-key', 'key'],
  ['/v1/chat/completions', 'authorization', 'Bearer key'],
])('a model at %s', (path, header, value) => {
  const model = () => modelIn({ AGENTS_MODEL_URL: double.url + path, AGENTS_MODEL: 'double', AGENTS_MODEL_KEY: 'key' });

  test('takes a letter from the wish of its user to the mailbox', async () => {
    recipient = ada;
    const played = await playedBy(model() as never, desk, letter);
    expect(played.faults).toEqual([]);
    expect(played.wrong).toBe(0);
    const { headers, body } = asked.at(-1) ?? { headers: {}, body: {} };
    expect(headers[header]).toBe(value);
    expect(body).toMatchObject({ model: 'double', tools: { length: 10 } });
    expect(JSON.stringify(body)).toContain('A person stays in charge of the money');
  });

  test('that writes another recipient is not paid, and nothing is mailed', async () => {
    recipient = { ...ada, name: 'Mallory' };
    const { faults, wrong } = await playedBy(model() as never, desk, {
      ...letter,
      ends: { mailed: 0, paid: 0, refunded: 0, jobs: ['cancelled'] },
    });
    expect({ faults, wrong }).toEqual({ faults: [], wrong: 0 });
  });
});

test('without an address no model is asked', () => {
  expect(modelIn({ AGENTS_MODEL: 'double', AGENTS_MODEL_KEY: 'key' })).toBeUndefined();
});
