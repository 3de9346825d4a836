/** What the service tells assistants beside its tools: instructions, two ways to begin, the price list. */
import { catalogue } from '../../products/index.ts';
import { priceList } from '../../products/price-list.ts';
import type { JsonSchema } from '../json-schema.ts';

const named = (each: (product: string) => string): string => Object.keys(catalogue).map(each).join(', ');

/** Where people enter what must not pass through a chat. */
export const bankAccountPage = (baseUrl: string): string => `${baseUrl}/bank-accounts/new`;

export const instructions = (baseUrl: string): string =>
  `Mails letters and checks and sends faxes in the US and Canada. A person stays in charge of the money. The order of calls:
1. Quote: ${named((product) => `quote_${product}`)}.
2. Show the user the exact price and every warning, and ask for approval.
3. Create the job: ${named((product) => `create_${product}_job`)}, with the quote_id, the same content and a fresh UUID as idempotency_key; the same key again when a call is retried.
4. Give the user checkout_url. Nothing is charged until a person pays there, and nothing is sent before.
5. Follow it with get_job_status, and claim no more than it says: mailed is not delivered. get_proof_of_mailing has the signed receipt; cancel_letter stops a job while that can be done. The three work for every product.
Bank accounts: never ask for account, routing or transit numbers, and never pass them on. The user registers the account at ${bankAccountPage(baseUrl)} and gives you the id that stands there, bank_….
A call that fails says what to change in error, with a code and often the field. Fields that are not in a tool's schema are ignored. Prices stand in the resource ${prices.uri}.`;

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argsSchema: JsonSchema;
  text(given: Readonly<Record<string, string>>): string;
}

const texts = (members: Readonly<Record<string, string>>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(members).map(([name, description]) => [name, { type: 'string', description }]),
  ),
  required: Object.keys(members),
});

const steps = (product: string): string =>
  `Show me the whole text first. Then call quote_${product}, show me the price and any warnings, and wait for my approval. Only then call create_${product}_job, give me the payment link, and tell me how it stands with get_job_status.`;

const unsaid = '(ask me)';

export const prompts: readonly Prompt[] = [
  {
    name: 'send_letter',
    title: 'Send a letter',
    description: 'From a few words to a letter in the mail: written, priced, approved and paid by you.',
    argsSchema: texts({ to: 'Who gets it: name and postal address.', about: 'What it should say.' }),
    text: ({ to = unsaid, about = unsaid }) =>
      `Help me to send a letter by mail.\nTo: ${to}\nAbout: ${about}\nAsk me for the return address and whatever else is missing. ${steps('letter')}`,
  },
  {
    name: 'send_fax',
    title: 'Send a fax',
    description: 'From a few words to a sent fax: written, priced, approved and paid by you.',
    argsSchema: texts({ number: 'The fax number, in the US or Canada.', about: 'What it should say.' }),
    text: ({ number = unsaid, about = unsaid }) =>
      `Help me to send a fax.\nTo: ${number}\nAbout: ${about}\nAsk me for whatever is missing. ${steps('fax')}`,
  },
];

export const prices = {
  uri: 'prices://list',
  title: 'Price list',
  description: 'Every price in whole cents, before Canadian sales tax. A quote has the exact price of one order.',
  mimeType: 'application/json',
  text: JSON.stringify({ unit: 'cents', ...priceList }, undefined, 2),
} as const;
