/** What assistants can call, as one list. Every tool is a use case that REST serves too; here it only gets its words. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { contentKinds } from '../../core/content.ts';
import type { Product } from '../../core/product.ts';
import { catalogue, productNamed } from '../../products/index.ts';
import { cancelJob } from '../../usecases/cancel-job.ts';
import { createJob } from '../../usecases/create-job.ts';
import { getJob } from '../../usecases/get-job.ts';
import { getReceipt } from '../../usecases/get-receipt.ts';
import { quote } from '../../usecases/quote.ts';
import type { Caller, UseCase } from '../../usecases/use-case.ts';
import { inputOf, outputOf, type Sayings } from './advertise.ts';
import { bankAccountPage } from './guide.ts';
import { type Body, sayCancelled, sayCreated, sayQuote, sayReceipt, sayStatus } from './say.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly useCase: UseCase<never, Body>;
  /** Links in it start with the base URL. */
  readonly description: (baseUrl: string) => string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  /** A short text for a person, with the next step in it. */
  say(body: Body, caller: Caller): string;
  /** The member of its answer that is a page for the user to open. */
  readonly opens?: string;
}

type Hints = readonly [reads: boolean, destroys: boolean, repeats: boolean, reachesOut: boolean];

interface Words {
  readonly name: string;
  readonly title: string;
  /** What follows the summary of the use case. */
  readonly next: string | ((baseUrl: string) => string);
  readonly hints: Hints;
  readonly sayings?: Sayings;
  /** The members of an answer that the next step hangs on. */
  readonly answers: readonly string[];
  readonly say: Tool['say'];
  readonly opens?: string;
}

const tool = <I>(useCase: UseCase<I, never> | UseCase<I, Body>, words: Words): Tool => {
  const { name, title, next, hints, sayings = {}, answers, say, opens } = words;
  const [readOnlyHint, destructiveHint, idempotentHint, openWorldHint] = hints;
  return {
    ...{ name, title, say, ...(opens === undefined ? {} : { opens }) },
    useCase: useCase as unknown as Tool['useCase'],
    description: (baseUrl) => `${useCase.summary} ${typeof next === 'string' ? next : next(baseUrl)}`,
    annotations: { readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
    inputSchema: inputOf(useCase.input, sayings),
    outputSchema: outputOf(useCase.output, answers),
  };
};

const creatorOf = ({ name }: Product) => `create_${name}_job`;

const feeAlone = 'This is the fee alone; the face amount is drawn on the bank account.';

const quoting = (product: Product): Tool =>
  tool(quote(product), {
    name: `quote_${product.name}`,
    title: `Quote a ${product.name}`,
    next: `Show the user the price and any warnings; once they approve, call ${creatorOf(product)}.`,
    // Content may have to be fetched.
    hints: [true, false, true, product.layout !== undefined],
    answers: ['quote_id', ...('pages' in product.wire.quote ? ['pages'] : []), 'total', 'expires_at', 'warnings'],
    say: (body) => sayQuote(body, creatorOf(product), product.drawsOn === undefined ? undefined : feeAlone),
  });

const asQuoted = Object.fromEntries(contentKinds.map((kind) => [kind, '']));

const creating = (product: Product): Tool =>
  tool(createJob(product), {
    name: creatorOf(product),
    title: `Create a ${product.name} job`,
    next: (baseUrl) =>
      `Give the user checkout_url, then use get_job_status.${product.drawsOn === undefined ? '' : noNumbers(baseUrl)}`,
    hints: [false, false, true, true],
    sayings: {
      ...asQuoted,
      ...(product.layout === undefined
        ? {}
        : { [product.name]: `With exactly one of ${contentKinds.join(', ')}, as quoted.` }),
      ...plain,
    },
    answers: ['job_id', 'total', 'checkout_url', 'pay_url', 'warnings'],
    say: sayCreated,
    opens: 'checkout_url',
  });

const noNumbers = (baseUrl: string) =>
  ` Never pass account or routing numbers: the user registers the account at ${bankAccountPage(baseUrl)} and gives you its id.`;

/** Shorter than for readers of the OpenAPI document. */
const plain: Sayings = {
  idempotency_key: 'A fresh UUID per confirmed action; the same again when retrying.',
  quote_id: '',
  companyName: '',
  addressLine1: '',
  lastName: '',
  city: '',
  postalOrZip: '',
  addressLine2: '',
};

const reference: Sayings = { job_id: 'From the creation of the job.' };

const everyProduct = Object.keys(catalogue).join(', ');

export const tools: readonly Tool[] = [
  ...Object.values(catalogue)
    .map(({ name }) => productNamed(name))
    .flatMap((product) => [quoting(product), creating(product)]),
  tool(getJob, {
    name: 'get_job_status',
    title: 'Get the status of a job',
    next: `Any product (${everyProduct}). Claim no more than it says.`,
    hints: [true, false, true, true],
    sayings: reference,
    answers: ['status', 'payment_status', 'fulfillment_status', 'delivery_status', 'refund', 'error', 'checkout_url'],
    say: sayStatus,
  }),
  tool(cancelJob, {
    name: 'cancel_letter',
    title: 'Cancel a job',
    next: 'Any product. Ask the user first: it cannot be undone.',
    hints: [false, true, true, true],
    sayings: reference,
    answers: ['cancelled', 'refund', 'reason', 'error'],
    say: sayCancelled,
  }),
  tool(getReceipt, {
    name: 'get_proof_of_mailing',
    title: 'Get the receipt of a job',
    next: 'Any product. Claim no more than it says.',
    hints: [true, false, true, false],
    sayings: reference,
    answers: ['status', 'statement', 'signature'],
    say: sayReceipt,
  }),
];
