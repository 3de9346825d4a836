/** The JSON endpoints of the OpenAPI document: which use case, what its outcomes mean, and which refusals it knows. */
import type { Product } from '../../core/product.ts';
import type { RefusalCode } from '../../core/refusal.ts';
import { catalogue, productNamed } from '../../products/index.ts';
import { cancelJob } from '../../usecases/cancel-job.ts';
import { createJob } from '../../usecases/create-job.ts';
import { getJob } from '../../usecases/get-job.ts';
import { getLetter } from '../../usecases/get-letter.ts';
import { getReceipt } from '../../usecases/get-receipt.ts';
import { health } from '../../usecases/health.ts';
import { quote } from '../../usecases/quote.ts';
import { registerBankAccount } from '../../usecases/register-bank-account.ts';
import { showSigningKeys } from '../../usecases/show-signing-keys.ts';
import type { Outcome, UseCase } from '../../usecases/use-case.ts';

export const tags = {
  letters: 'Printed on 8.5 x 11 inch paper, single-sided, mailed in a double-window envelope.',
  checks: 'Printed and mailed, drawn on a bank account that was registered once.',
  faxes: 'Sent to one number in the US or Canada.',
  jobs: 'How any order stands: status, receipt, cancelling.',
  pages: 'For people: to look, to pay, to keep bank numbers out of chats.',
  service: 'The service itself.',
} as const;

export type Tag = keyof typeof tags;

/** What the document must know of a use case: the name it goes by, what it takes and gives. */
type Described = Pick<UseCase<never, unknown>, 'name' | 'summary' | 'input' | 'output'>;

export interface Operation {
  readonly useCase: Described;
  readonly tag: Tag;
  /** Names of the components; a request without a body has none. */
  readonly request?: string;
  readonly answer: string;
  readonly outcomes: Partial<Readonly<Record<Outcome, string>>>;
  readonly refusals: readonly RefusalCode[];
  readonly description?: string;
}

export const productNames = Object.values(catalogue).map(({ name }) => name);

const tagOf = { letter: 'letters', check: 'checks', fax: 'faxes' } as const satisfies Record<Product['name'], Tag>;

export const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const described = <I, O>(useCase: UseCase<I, O>): Described => useCase as unknown as Described;

const quoteOf = (product: Product): Operation => ({
  useCase: described(quote(product)),
  tag: tagOf[product.name],
  request: `${titled(product.name)}QuoteRequest`,
  answer: `${titled(product.name)}Quote`,
  outcomes: { created: 'The exact price. It holds for 60 minutes: show it, and have it approved.' },
  refusals: ['invalid_request', ...(product.layout === undefined ? [] : (['content_refused', 'unavailable'] as const))],
});

const creationOf = (product: Product): Operation => ({
  useCase: described(createJob(product)),
  tag: tagOf[product.name],
  request: `${titled(product.name)}JobRequest`,
  answer: `${titled(product.name)}Job`,
  outcomes: {
    created: 'The job, waiting for payment: give `checkout_url` or `pay_url` to the user.',
    done: 'The job that was created with this idempotency key before: the same body, byte for byte.',
  },
  refusals: [
    ...(['invalid_request', 'content_refused', 'quote_unknown'] as const),
    ...(product.layout === undefined ? [] : (['quote_content_mismatch'] as const)),
    ...(['country_mismatch', 'idempotency_key_reused', 'in_progress', 'unavailable'] as const),
  ],
});

const ofProducts = productNames.map(productNamed).flatMap((product) => [quoteOf(product), creationOf(product)]);

export const operations: readonly Operation[] = [
  ...ofProducts,
  {
    useCase: described(registerBankAccount),
    tag: 'checks',
    request: 'BankAccountRequest',
    answer: 'BankAccount',
    outcomes: { created: 'The id to draw checks on.' },
    refusals: ['invalid_request', 'rate_limited', 'unavailable'],
    description:
      'Closed to pages of other origins, and held to 10 requests an hour from one address. In a chat, send people to `/bank-accounts/new` instead: bank numbers never belong into a chat.',
  },
  {
    useCase: described(getJob),
    tag: 'jobs',
    answer: 'JobStatus',
    outcomes: { done: 'How the job stands; `service` tells whose fields follow.' },
    refusals: ['not_found'],
  },
  {
    useCase: described(cancelJob),
    tag: 'jobs',
    answer: 'Cancellation',
    outcomes: {
      done: 'Cancelled, now or before.',
      declined: 'Not cancelled: `reason` and `error` say why, and nothing has changed.',
    },
    refusals: ['not_found', 'unavailable'],
  },
  {
    useCase: described(getReceipt),
    tag: 'jobs',
    answer: 'Receipt',
    outcomes: {
      done: 'The receipt as of now, signed. Beside these members stands what the product certifies: `to` and `from`, or `fax_number`; `pages`; of checks the face amount and `instruction_sha256`.',
    },
    refusals: ['not_found'],
  },
  {
    useCase: described(getLetter),
    tag: 'letters',
    answer: 'PartnerLetter',
    outcomes: { done: 'The record, as the partner wrote it.' },
    refusals: ['not_found'],
  },
  {
    useCase: described(health),
    tag: 'service',
    answer: 'Health',
    outcomes: { done: 'The service answers.' },
    refusals: [],
  },
  {
    useCase: described(showSigningKeys),
    tag: 'service',
    answer: 'SigningKeys',
    outcomes: { done: 'A JSON Web Key Set.' },
    refusals: [],
  },
];
