/** The service's texts for assistants beside its tools: instructions, prompts and the price list. */
import { productNames } from '../../domain/names.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { priceList } from '../../products/common.ts';
import { productNamed } from '../../products/index.ts';
import { pluralsOf, productDocs } from '../docs/products.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Toolset } from './tools.ts';

/** The first line of the instructions where nothing is real. */
const testLine = `TEST MODE: all payment, printing, mailing and sending is only simulated. Say so whenever you tell the user how an order stands.
`;

export function instructions(baseUrl: string, isTest: boolean, products: Toolset = productNames): string {
  const named = (each: (product: string) => string): string => products.map(each).join(', ');
  const leaving = (way: 'mailed' | 'sent'): string =>
    pluralsOf(docsOf(products).filter(({ leftAs }) => leftAs === way));
  const ways = [`Mails ${leaving('mailed')}`, leaving('sent') && `sends ${leaving('sent')}`]
    .filter(Boolean)
    .join(' and ');
  return `${isTest ? testLine : ''}${ways} in the US and Canada. A person stays in charge of the money. The order of calls:
1. Quote: ${named((product) => `quote_${product}`)}. For a file that the user has, upload: true gives a page to attach it.
2. Show the user the exact price and every warning, and ask for approval.
3. Create the job: ${named((product) => `create_${product}_job`)}, with the quote_id, the quote's content_hash and a fresh UUID as idempotency_key; the same key again when a call is retried. An address is an object, or the user's own text: one line with commas, or several lines${products.some((name) => productNamed(name).mailsTo) ? '; verify_address tells whether mail arrives there' : ''}.
4. Read the summary back to the user, and give them pay_url, not checkout_url: the page shows what will be sent, and leads to the payment. Nothing is charged until a person pays, and nothing is sent before.
5. Follow it with get_job_status, and claim no more than it says: mailed is not delivered. get_proof_of_mailing has the signed receipt; cancel_letter stops a job while get_job_status says that it can be cancelled. All three work for every product; the first two take the pay link as well.
${drawsOnAccounts(products) ? bankAccountRule(baseUrl) : ''}Cannot: several recipients in one payment, other countries, postcards, two-sided print, batches; a day to print is send_on.
A call that fails says what to change in error, with a code and often the field. Fields that are not in a tool's schema are refused, or ignored with a warning. One quote serves several recipients, each with a job of its own. Prices stand in the resource ${pricesUri}.`;
}

const bankAccountRule = (baseUrl: string): string =>
  `Bank accounts: never ask for account, routing or transit numbers, and never pass them on. The user registers the account at ${bankAccountPage(baseUrl)} and gives you the id that stands there, bank_….\n`;

const drawsOnAccounts = (products: Toolset): boolean =>
  products.some((name) => productNamed(name).drawsOn !== undefined);

const docsOf = (products: Toolset) => productDocs.filter(({ name }) => products.includes(name));

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argsSchema: JsonSchema;
  text(values: Readonly<Record<string, string>>): string;
}

const texts = (members: Readonly<Record<string, string>>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(members).map(([name, description]) => [name, { type: 'string', description }]),
  ),
  required: Object.keys(members),
});

const steps = (product: string): string =>
  `Show me everything that will be printed or sent first. Then call quote_${product}, show me the price and any warnings, and wait for my approval. Only then call create_${product}_job, give me the payment link, and tell me how it stands with get_job_status.`;

export const promptsFor = (products: Toolset): readonly Prompt[] =>
  docsOf(products).flatMap(({ name, prompt }) =>
    prompt === undefined
      ? []
      : {
          name: `send_${name}`,
          title: `Send a ${name}`,
          description: prompt.description,
          argsSchema: texts(prompt.asks),
          text: (values) => {
            // A missing argument makes the assistant ask the user for it.
            const missing = Object.fromEntries(Object.keys(prompt.asks).map((key) => [key, '(ask me)']));
            return `${prompt.text({ ...missing, ...values })} ${steps(name)}`;
          },
        },
  );

/** Those of every product. */
export const prompts = promptsFor(productNames);

const pricesUri = 'prices://list';

export const pricesFor = (products: Toolset) => ({
  uri: pricesUri,
  title: 'Price list',
  description: 'Every price in whole cents, before Canadian sales tax. A quote has the exact price of one order.',
  mimeType: 'application/json',
  text: JSON.stringify({ unit: 'cents', currency: currenciesOf(products), ...listOf(products) }, undefined, 2),
});

const listOf = (products: Toolset) =>
  Object.fromEntries(
    Object.entries(priceList).filter(([name]) => name === 'version' || products.some((product) => product === name)),
  );

/** By product and destination: a fax to Canada is paid in US dollars. */
const currenciesOf = (products: Toolset) =>
  Object.fromEntries(docsOf(products).map(({ name, priceLines: [line] }) => [name, line?.currency]));
