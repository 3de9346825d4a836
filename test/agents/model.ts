/**
 * The same tasks with a real model: off unless AGENTS_MODEL_URL names an endpoint, which speaks as OpenAI's chat completions
 * or, where the address ends in /messages, as Anthropic's messages. AGENTS_MODEL is its name, AGENTS_MODEL_KEY its key.
 */
import type { Json } from '../support/e2e/client.ts';
import { type Desk, Dialogue, type Played } from './dialogue.ts';
import type { Task, Wish } from './tasks.ts';

export interface Model {
  readonly url: string;
  readonly name: string;
  readonly key: string;
}

/** A call of a tool that the model asks for. */
interface Use {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

type Turn =
  | { readonly by: 'user'; readonly text: string }
  | { readonly by: 'model'; readonly text: string; readonly uses: readonly Use[] }
  | { readonly by: 'tools'; readonly results: readonly { readonly id: string; readonly text: string }[] };

interface Asked {
  readonly policy: string;
  readonly tools: readonly Json[];
  readonly turns: readonly Turn[];
}

export function modelIn(environment: NodeJS.ProcessEnv): Model | undefined {
  const { AGENTS_MODEL_URL: url, AGENTS_MODEL: name = '', AGENTS_MODEL_KEY: key = '' } = environment;
  return url === undefined ? undefined : { url, name, key };
}

const isAnthropic = ({ url }: Model): boolean => url.endsWith('/messages');

/** The user's wish in words. */
function saidBy({ product, quote, order, file }: Wish): string {
  const { to, from, to_number, amount_cents, bank_account, send_on } = order as Json;
  const person = (one: Json) =>
    `${one.name}, ${one.addressLine1}, ${one.city}, ${[one.provinceOrState, one.postalOrZip].filter(Boolean).join(' ')}, ${one.countryCode}`;
  const options = [
    quote.color && 'Print it in color.',
    quote.registered && 'Send it as certified or registered mail.',
    quote.address_page && 'Put the addresses on a page of their own.',
    send_on && `It goes to print on ${send_on}.`,
    amount_cents && `The check is for $${(amount_cents / 100).toFixed(2)}, from my account ${bank_account}.`,
    quote.text && `The text, exactly: """${quote.text}"""`,
    file && `I have a PDF to attach${quote.text ? ' behind the text' : '; it is the whole content'}.`,
  ];
  return [
    `Please send a ${product} to ${to === undefined ? to_number : person(to)}.`,
    from && `The sender is ${person(from)}.`,
    ...options,
  ]
    .filter(Boolean)
    .join('\n');
}

/** A user of few words: attaches, approves, pays or refuses by what the model has told, and by what the page shows. */
async function replyTo(dialogue: Dialogue, said: string): Promise<string | undefined> {
  if (dialogue.user.approvals.length > 0) return undefined;
  const [upload] = /https?:\S+\/attach\b/.exec(said) ?? [];
  if (upload !== undefined) {
    await dialogue.user.attaches(upload);
    return 'The file is attached.';
  }
  const job = dialogue.jobs.findLast(({ pay_url }) => said.includes(pay_url));
  if (job !== undefined)
    return (await dialogue.user.reads(job))
      ? 'I have paid. How does it stand?'
      : 'That is not what I want: please cancel it.';
  const { body, text } = dialogue.priced;
  if (body.total === undefined || !said.includes(body.total)) return 'Please go on.';
  return dialogue.user.approves(body, text) ? 'Yes, I approve. Go ahead.' : 'No, I do not want that. Stop, please.';
}

const mostTurns = 16;

export async function playedBy(model: Model, desk: Desk, task: Task): Promise<Played> {
  const dialogue = new Dialogue(desk, task);
  const { tools } = await desk.assistant.listTools();
  const turns: Turn[] = [{ by: 'user', text: saidBy(dialogue.wish) }];
  while (turns.length < mostTurns) {
    const answer = await ask(model, { policy: desk.assistant.instructions() ?? '', tools, turns });
    turns.push({ by: 'model', ...answer });
    const results = [];
    for (const { id, name, input } of answer.uses) results.push({ id, text: (await dialogue.call(name, input)).text });
    const reply = results.length > 0 ? undefined : await replyTo(dialogue, answer.text);
    if (results.length > 0) turns.push({ by: 'tools', results });
    else if (reply === undefined) break;
    else turns.push({ by: 'user', text: reply });
  }
  return dialogue.judged();
}

async function ask(model: Model, asked: Asked): Promise<{ readonly text: string; readonly uses: readonly Use[] }> {
  const { url, key } = model;
  const keys = isAnthropic(model)
    ? { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${key}` };
  const body = JSON.stringify(isAnthropic(model) ? forAnthropic(model, asked) : forOpenAi(model, asked));
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...keys }, body });
  if (!response.ok) throw new Error(`the model answered ${response.status}`);
  const said: Json = await response.json();
  if (!isAnthropic(model)) {
    const { content, tool_calls = [] } = said.choices[0].message;
    const uses = tool_calls.map(({ id, function: { name, arguments: input } }: Json) => ({
      id,
      name,
      input: JSON.parse(input),
    }));
    return { text: content ?? '', uses };
  }
  const parts: Json[] = said.content;
  return {
    text: parts.map(({ text = '' }) => text).join(''),
    uses: parts.filter(({ type }) => type === 'tool_use') as Use[],
  };
}

const forAnthropic = ({ name: model }: Model, { policy, tools, turns }: Asked) => ({
  model,
  max_tokens: 2_000,
  system: policy,
  tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
  messages: turns.map((turn) => {
    if (turn.by === 'user') return { role: 'user', content: turn.text };
    if (turn.by === 'tools')
      return {
        role: 'user',
        content: turn.results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
      };
    const text = turn.text === '' ? [] : [{ type: 'text', text: turn.text }];
    return { role: 'assistant', content: [...text, ...turn.uses.map((use) => ({ type: 'tool_use', ...use }))] };
  }),
});

const forOpenAi = ({ name: model }: Model, { policy, tools, turns }: Asked) => ({
  model,
  tools: tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  })),
  messages: [
    { role: 'system', content: policy },
    ...turns.flatMap((turn): Json[] => {
      if (turn.by === 'user') return [{ role: 'user', content: turn.text }];
      if (turn.by === 'tools')
        return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
      const tool_calls = turn.uses.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      }));
      return [{ role: 'assistant', content: turn.text, ...(tool_calls.length > 0 && { tool_calls }) }];
    }),
  ],
});
