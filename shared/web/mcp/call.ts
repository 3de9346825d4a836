/** Runs one tool call through `ask`, like a REST call, so that it counts toward the same limits. Errors become results. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ServiceDeps } from '../../config/app.ts';
import { isId } from '../../domain/ids.ts';
import { maxUrlLength } from '../../domain/input/content.ts';
import { formatMoney } from '../../domain/money.ts';
import { productNames } from '../../domain/names.ts';
import { invalid, notFound, ownFile, Refusal, refusalOf } from '../../domain/refusal.ts';
import { bankAccountPage } from '../../orders/bank-accounts/register-bank-account.ts';
import { cancelJob } from '../../orders/cancel/cancel-job.ts';
import { countInWindow } from '../../orders/count-request.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { joined } from '../../orders/follow/state-words.ts';
import { getReceipt } from '../../orders/receipts/get-receipt.ts';
import { ask, type Caller } from '../../orders/use-case.ts';
import { productNamed } from '../../products/index.ts';
import { productDocs } from '../docs/products.ts';
import { problemOf } from '../http/problem.ts';
import type { Json } from '../json-schema.ts';
import { verifyAddress } from '../verify-address.ts';
import { readArguments, readTexts } from './read-arguments.ts';
import { hiddenMembers, printedMembers } from './schemas.ts';
import { type Products, type Tool, testNote } from './tools.ts';

/** The context of a tool call, taken from its HTTP request. */
export interface CallContext {
  readonly requestId: string;
  readonly caller: Caller;
  readonly deps: ServiceDeps;
  readonly products: Products;
  /** The maximum number of calls per hour from one network. */
  readonly perHour?: number | undefined;
  /** When the client must have a response, Unix ms. */
  readonly deadline: number;
}

/** Runs the tool and formats its result for the assistant. `raw`: the arguments as the client sent them. */
export async function callTool(tool: Tool, raw: unknown, context: CallContext): Promise<CallToolResult> {
  const { clock, jobs, log, settings } = context.deps;
  const startedAt = clock.now();
  try {
    const { outcome, body, id, addresses } = await withDeadline(context, runTool(tool, raw, context));
    log.info('called', { outcome, durationMs: clock.now() - startedAt });
    const result = { ...redact(body), ...addresses };
    const note = settings.isTest && tool.name !== verifyAddress.tool.name ? testNote : undefined;
    // These texts need the job: the link of a receipt, and whether the user has already confirmed an order's address.
    const needsJob = tool.name === getReceipt.tool.name || (outcome === 'created' && 'address_check' in body);
    const message = joined(note, tool.format(result, outcome, needsJob ? await jobs.get(id) : undefined));
    if (outcome === 'declined' || outcome === 'partner_failed')
      return failure({ ...result, code: `${result.reason ?? outcome}` }, message);
    return { structuredContent: result, content: [{ type: 'text', text: message }] };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal)
      log.info('refused', { code: refusal.code, field: refusal.field, error: refusal === error ? undefined : error });
    else log.alarm('unexpected error', { error });
    const { body } = problemOf(refusal, context.requestId);
    if (refusal === undefined) return failure({ ...body, code: 'internal_error' }, body.error);
    const rewrite = rewriterFor(refusal);
    const message = explainRefusal(refusal, rewrite, context, { tool, raw });
    const errors = body.errors?.map((fault) => ({ ...fault, error: rewrite(fault.error) }));
    return failure({ ...body, error: message, errors, code: refusal.code }, message);
  }
}

/** `addresses`: as `readArguments` returns them. `id`: the job's id, even if the client sent a pay link. */
async function runTool({ useCase }: Tool, raw: unknown, context: CallContext) {
  const { deps, perHour, products } = context;
  const caller = { ...context.caller, isAssistant: true };
  if (perHour !== undefined) await countInWindow(deps, { name: 'mcp', max: perHour, windowSeconds: 3_600 }, caller);
  const code = useCase.tag === 'jobs' ? payCodeIn(raw) : undefined;
  let args: ReturnType<typeof readArguments> = { request: raw, addresses: {} };
  const readRequest = async () => {
    const parsed = readTexts(useCase.input, raw);
    // An assistant may mix up the tools, so every tool refuses the data that one product refuses.
    for (const name of productNames) productNamed(name).screen?.(parsed);
    if (code !== undefined && useCase.name === cancelJob.name)
      throw invalid(
        'job_id',
        'is a pay link, which cannot cancel an order. Send the job_id (job_…). Without it, the user can cancel a paid order on the page that the link opens; an unpaid order expires at no cost.',
      );
    args = readArguments(code === undefined ? parsed : { job_id: (await jobByPayCode(deps, code)).id });
    // A toolset finds no job of a product that it doesn't have.
    const { job_id: jobId } = (args.request ?? {}) as { readonly job_id?: unknown };
    const isPartial = products.length < productNames.length;
    const job = isPartial && typeof jobId === 'string' && isId('job', jobId) ? await deps.jobs.get(jobId) : undefined;
    if (job !== undefined && !products.includes(job.product)) throw notFound('job');
    return args.request;
  };
  const { outcome, body } = await ask(useCase, deps, readRequest, caller);
  const id = `${body.job_id}`;
  return { outcome, id, addresses: args.addresses, body: code === undefined ? body : { ...body, job_id: code } };
}

/** The code of a pay link that the client sent instead of a job's id. Its holder may see the status, but not the id. */
function payCodeIn(raw: unknown): string | undefined {
  const { job_id: link } = (raw ?? {}) as { readonly job_id?: unknown };
  if (typeof link !== 'string' || link.length >= maxUrlLength) return undefined;
  const code = /\bpay_\w+/i.exec(link)?.[0].toLowerCase();
  return code !== undefined && isId('pay', code) ? code : undefined;
}

const failure = (body: Json, message: string): CallToolResult => ({
  isError: true,
  structuredContent: body,
  content: [{ type: 'text', text: message }],
});

/** Stops waiting at the deadline. The work may still finish, and a retry with the same key finds its result. */
async function withDeadline<T>({ deadline, deps }: CallContext, work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const refusal = new Refusal(
    'unavailable',
    'This took too long, and may still finish. Send the same request again, with the same idempotency_key if it has one.',
  );
  const timer = setTimeout(() => timeout.reject(refusal), Math.max(0, deadline - deps.clock.now()));
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Removes the members of a result that assistants must not read: printed content and text that strangers wrote. */
export function redact(body: Json): Json {
  // With `what`, `message` is our own sentence about an address. Otherwise, it is the text printed on a check.
  const isOurs = (name: string) => 'what' in body && printedMembers.includes(name);
  const isHidden = (name: string) => hiddenMembers.includes(name) && !isOurs(name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isHidden(name)));
}

/**
 * Rewrites the sentences of a refusal for an assistant, which cannot upload a file itself, and must not read the name of an
 * element, because the author of the HTML chose it.
 */
const rewriterFor =
  ({ details }: Refusal) =>
  (sentence: string): string => {
    const withoutUpload = sentence.replaceAll(` ${ownFile}`, '');
    return details?.kind === 'element' ? withoutUpload.replaceAll(details.name, 'An element') : withoutUpload;
  };

/** Says what an assistant or its user can do about a refusal. */
function explainRefusal(
  refusal: Refusal,
  rewrite: (sentence: string) => string,
  { caller, deps, products }: CallContext,
  { tool, raw }: { readonly tool: Pick<Tool, 'useCase' | 'takesFiles'>; readonly raw: unknown },
): string {
  if (refusal.code === 'not_found')
    return `No job has this id. ${hintForId(raw, tool.useCase.name === cancelJob.name)}`;
  const { field = '', details, faults } = refusal;
  const message = rewrite(refusal.message);
  const howToAttach =
    'quote with upload: true instead of pdf_url: the result has a page where the user can attach the file.';
  const offersChecks = deps.settings.sold.includes('check') && products.includes('check');
  const howToRegister = offersChecks
    ? `The user registers the account at ${bankAccountPage(caller.baseUrl)} and gives you its id, bank_….`
    : undefined;
  const unknownFields = faults.filter(({ code }) => code === 'field_unknown').map(({ error }) => rewrite(error));
  const reply = (...sentences: readonly (string | undefined)[]): string => joined(...sentences, ...unknownFields);
  switch (details?.kind) {
    case 'fetched_resource':
      return `${field}: The HTML refers to an external file, and nothing is fetched for print. Use a data: URI instead.`;
    case 'upload_lost':
      return details.page === undefined
        ? reply(
            `${field}: The file of this upload is gone, or differs from the size, type or hash in the upload request. To attach it again, ${howToAttach}`,
          )
        : reply(
            `${field}: No file has arrived yet. Give the user the page ${details.page}, where they can attach it; then quote again.`,
          );
    case 'two_contents':
      return reply(message);
    case 'own_file':
      return reply(`${field}: The URL must begin with https://. For the user's own file, ${howToAttach}`);
    case 'raw_bank_number':
      return joined(`${field} is a raw bank number, which is never accepted here. Do not pass it on.`, howToRegister);
    case 'unknown_account':
      return reply(`${field} is not a registered bank account.`, howToRegister);
    case 'no_content': {
      if (field !== '') return reply(`${field}.content_hash is missing: send the content_hash of the quote.`);
      const prices = priceText(tool.useCase.tag);
      return `${message} For the user's own file, ${howToAttach} Without content there is no exact price. Before tax: ${prices}.`;
    }
  }
  const lacksAccount = faults.some((fault) => fault.field === 'check.bank_account' && fault.code === 'field_missing');
  const namesFile =
    tool.takesFiles === true && [field, ...faults.map((fault) => fault.field)].some((name) => /pdf|file/i.test(name));
  // The page of an upload takes files until one of them is quoted.
  const isUpload = namesFile && JSON.stringify(raw).includes('/uploads/upload_');
  const whereToAttach = isUpload
    ? 'The user can attach another file on the same page.'
    : `For the user's own file, ${howToAttach}`;
  return joined(message, lacksAccount ? howToRegister : undefined, namesFile ? whereToAttach : undefined);
}

/** Says which id to send. `isCancellation`: only the job's id can cancel a job. */
function hintForId(raw: unknown, isCancellation: boolean): string {
  const otherIds: Readonly<Record<string, string>> = {
    quote:
      'That is the id of a quote, which orders and charges nothing. An order has a job_id, which was returned when it was created.',
    upload: 'That is the id of an upload: quote it by its pdf_url, and create the job with the quote.',
    bank: 'That is the id of a bank account: send the job_id that was returned when the job was created.',
  };
  const { job_id } = (raw ?? {}) as { readonly job_id?: unknown };
  const [prefix = ''] = /^[a-z]+(?=_)/i.exec(`${job_id}`.trim()) ?? [];
  return (
    otherIds[prefix.toLowerCase()] ??
    `Send the job_id that was returned when the job was created${isCancellation ? '' : ', or its pay link'}. An order number only works with support.`
  );
}

/** `Letter, one page in color $2.44 to the US, CA$6.44 to Canada; …` */
const priceText = (product: string): string =>
  (productDocs.find(({ name }) => name === product)?.priceLines ?? [])
    .map(({ label, cents, currency }) => {
      const [us, canada] = [formatMoney(cents.US, currency.US), formatMoney(cents.CA, currency.CA)];
      return us === canada ? `${label} ${us}` : `${label} ${us} to the US, ${canada} to Canada`;
    })
    .join('; ');
