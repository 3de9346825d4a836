/** The list of tools for assistants. Every tool is a use case that REST also serves, and its texts come from there. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { isId } from '../../domain/ids.ts';
import type { Job } from '../../domain/job/job.ts';
import { lazy } from '../../domain/lazy.ts';
import { type ProductName, productNames } from '../../domain/names.ts';
import { cancelJob } from '../../orders/cancel/cancel-job.ts';
import { createJob } from '../../orders/create/create-job.ts';
import { getJob } from '../../orders/follow/get-job.ts';
import { joined, utcMinute } from '../../orders/follow/state-words.ts';
import { orderWithSuggestedAddress } from '../../orders/pay/address-choice.ts';
import { quote } from '../../orders/quote/quote.ts';
import { getReceipt } from '../../orders/receipts/get-receipt.ts';
import type { Outcome, ToolUseCase, UseCase } from '../../orders/use-case.ts';
import { receiptUrl } from '../../orders/views.ts';
import { productNamed } from '../../products/index.ts';
import type { Json, JsonSchema } from '../json-schema.ts';
import { verifyAddress } from '../verify-address.ts';
import { inputSchemaOf, outputSchemaOf, unlistedMembers } from './schemas.ts';

export type Products = readonly ProductName[];

/** The products at `/mcp/mail`: no checks, because app directories refuse tools that move money between people. */
export const mailedProducts: Products = productNames.filter(
  (name) => productNamed(name).bankAccountField === undefined,
);

/** The products at a path. Function URLs have no routes, and an edge forwards the full path, so `/mail` equals `/mcp/mail`. */
export const productsAt = (path: string): Products => (/\/mail\/?$/.test(path) ? mailedProducts : productNames);

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly useCase: UseCase<unknown, Json>;
  /** Links in the description start with the base URL. */
  description(baseUrl: string): string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown>;
  /** Formats a result as a short text with the next step. `job`: only for a new job and for a receipt. */
  format(body: Json, outcome?: Outcome, job?: Job): string;
  /** Whether `upload: true` in place of content returns an upload ticket. */
  readonly takesFiles?: boolean | undefined;
}

/** Schemas take a while to build, so each is built when it is first read. A call needs few of them. */
function toolOf(
  useCase: ToolUseCase<unknown, Json>,
  format: Tool['format'],
  products: Products,
  takesFiles = false,
): Tool {
  const { name, title, next, hints, descriptions = {} } = useCase.tool;
  const input = lazy(() => inputSchemaOf(useCase.input, descriptions, takesFiles));
  const output = lazy((): JsonSchema => {
    const schema = outputSchemaOf(useCase.output, unlistedMembers, products);
    if (!takesFiles) return schema;
    // Tickets have `page_url`, and quotes don't.
    return { ...schema, anyOf: [...(schema.anyOf as readonly object[]), { required: ['page_url'] }] };
  });
  return {
    name,
    title,
    format,
    useCase,
    takesFiles,
    description: (baseUrl) => `${useCase.summary} ${next(baseUrl, products)}`,
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    get inputSchema() {
      return input();
    },
    get outputSchema() {
      return output();
    },
  };
}

const toolsets = new Map<string, readonly Tool[]>();

/** The tools of these products. They are built once for each set of products. */
export function toolsFor(products: Products): readonly Tool[] {
  const key = products.join();
  const existing = toolsets.get(key);
  if (existing !== undefined) return existing;
  const ofProducts = products.map(productNamed).flatMap((product) => {
    const only = [product.name];
    const creation = toolOf(createJob(product), formatCreated, only);
    const note = product.bankAccountField && 'This is only the fee; the face amount is drawn on the bank account.';
    const format = (body: Json) => formatQuote(body, creation.name, note);
    return [toolOf(quote(product), format, only, product.paper !== undefined), creation];
  });
  const tools = [
    ...ofProducts,
    ...(products.some((name) => productNamed(name).mailsTo)
      ? [toolOf(verifyAddress, (body) => joined(`${body.message}`, suggestionOf(body)), products)]
      : []),
    toolOf(getJob, formatStatus, products),
    toolOf(cancelJob, formatCanceled, products),
    toolOf(
      getReceipt,
      // The link holds no job id, because other people may see a receipt.
      ({ statement }, _, job) =>
        `${statement} Tell the user no more than this. The signed receipt, which the user can open, print or show: ${job && receiptUrl(job)}`,
      products,
    ),
  ];
  toolsets.set(key, tools);
  return tools;
}

// Below are the texts of results, with the next step. They repeat no printed content, fetched data or text from a partner.

/** Without this note, an assistant would tell its user that a real letter is on its way. */
export const testNote = 'Test mode: all payment, printing, mailing and sending is only simulated. Tell the user so.';

const warningsOf = ({ warnings }: Json): string | undefined =>
  Array.isArray(warnings) && warnings.length > 0 ? `Show the user these warnings: ${warnings.join(' ')}` : undefined;

/** `note`: what else a person must know about the price. */
export function formatQuote(body: Json, creator: string, note?: string): string {
  const { quote_id, content_hash, registered, tax_pending } = body;
  const content = content_hash === undefined ? '' : `, and content_hash ${content_hash} in place of the content,`;
  return joined(
    `${body.summary} Nothing is charged yet.`,
    registered === true ? 'It is tracked, and no return receipt comes with it.' : undefined,
    note,
    warningsOf(body),
    tax_pending === true
      ? 'Ask the user for the province, and quote again.'
      : `Show the user this price and ask for approval, then call ${creator} with ${quote_id}${content} within the hour.`,
  );
}

/** The suggested address, if it has only characters of an address, because no other text from a partner may reach the model. */
function suggestionOf(verdict: unknown): string | undefined {
  const { suggestion } = (verdict ?? {}) as { readonly suggestion?: Readonly<Record<string, string | undefined>> };
  if (suggestion === undefined) return undefined;
  const { addressLine1, addressLine2, city, provinceOrState = '', postalOrZip = '' } = suggestion;
  const line = [addressLine1, addressLine2, city, `${provinceOrState} ${postalOrZip}`.trim()]
    .filter(Boolean)
    .join(', ');
  if (!/^[\p{Lu}\p{Ll}\p{M}\d #&'./,-]{1,120}$/u.test(line)) return undefined;
  return `Suggested address: ${line}.`;
}

/** `done`: this repeats the response to the first request with the same key. The job may have changed since then. */
function formatCreated(body: Json, outcome?: Outcome, job?: Job): string {
  if (outcome === 'done')
    return `This request already created the job ${body.job_id}: ${body.summary ?? ''} Nothing new was created; this is the first response again. get_job_status and the page ${body.pay_url} show its payment and status. To place another order, use a new UUID as the idempotency_key.`;
  return joined(
    `The job ${body.job_id}: ${body.summary ?? ''} It is waiting for a payment; nothing is charged until a person pays.`,
    warningsOf(body),
    addressNote(body.address_check, job),
    `Read this back to the user, and give them the page ${body.pay_url}, not checkout_url: it shows what will be sent, and links to the payment.`,
    `It can be paid until ${utcMinute(body.expires_at)}; unpaid, it can be canceled at no cost. Follow it with get_job_status.`,
  );
}

/** A sentence that an assistant must say about the address, unless the warnings say it already. */
function addressNote(verdict: unknown, job: Job | undefined): string | undefined {
  const confirmedNotes: Readonly<Record<string, string>> = {
    undeliverable: 'The post office does not know this address, and the order says that the user has confirmed it.',
    corrected:
      'A correction was suggested for this address, and the order says that the user has confirmed it as it is.',
  };
  const { status, message, what } = (verdict ?? {}) as Json;
  // With reasons to doubt the address, the warnings have the same message.
  if (status === 'unknown') return Array.isArray(what) && what.length > 0 ? undefined : `${message}`;
  if (job?.addressCheck?.acceptedAt !== undefined) return confirmedNotes[`${status}`];
  const suggestion = suggestionOf(verdict);
  const use = job && orderWithSuggestedAddress(job) ? 'The user can accept it on the page, or you can' : 'To use it,';
  return suggestion && `${suggestion} ${use} cancel this job and create another with it.`;
}

function formatCanceled({ job_id, cancelled, refund, error }: Json): string {
  if (cancelled !== true) return `${error} See get_job_status.`;
  const sentences: Readonly<Record<string, string>> = {
    not_applicable: 'Nothing was charged.',
    issued: 'The full payment has been refunded.',
    contact_support: 'The refund is not confirmed yet: get_job_status shows whether it is.',
  };
  return `The job ${job_id} is canceled; nothing will be sent. ${sentences[`${refund}`]} Tell the user.`;
}

/** Formats the status of a job. Its `error` is one of our own sentences, never the partner's. */
export function formatStatus(body: Json): string {
  const { status, cancellable, cancel_until: until, job_id, fulfillment_status: fulfillment } = body;
  const nextStep = (): string | undefined => {
    // The payment page has closed, or a bank payment is in progress.
    if (status === 'awaiting_payment' && body.checkout_url === undefined)
      return 'Ask again tomorrow. It can be canceled at no cost; a payment that still arrives is then refunded.';
    if (status === 'awaiting_payment')
      return joined(
        `Give the user this page: ${body.pay_url}, not checkout_url.`,
        'A payment just made can take a minute: if the user says that they have paid, ask again in a minute, and do not order again. They cannot be charged twice for this order.',
        'Unpaid, it can be canceled at no cost.',
      );
    if (status !== 'paid' && status !== 'fulfilled') return undefined;
    const noMore = fulfillment === 'unknown' ? undefined : 'Tell the user no more than this.';
    if (fulfillment === 'mailed' || fulfillment === 'sent')
      return joined(body.returned_at === undefined ? 'It cannot be recalled.' : '', noMore);
    if (cancellable !== true) return joined('It cannot be canceled now.', noMore);
    const by = until === undefined ? '' : ` until ${utcMinute(until)}`;
    return joined(
      isId('pay', `${job_id}`)
        ? `It can be canceled${by} on its page: cancel_letter needs the job_id, which this link does not give.`
        : `It can be canceled${by} with cancel_letter, if the user wants that.`,
      noMore,
    );
  };
  const sentences = [body.same_order, body.error].filter((sentence) => typeof sentence === 'string');
  return joined(`The job ${job_id}: ${body.summary}`, nextStep(), ...sentences);
}
