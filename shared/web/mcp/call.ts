/** Runs one tool call through `ask`, as REST does, so it counts towards the limits of that REST call. It always returns a value: no thrown error reaches the client. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ServiceDeps } from '../../config/app.ts';
import { isId } from '../../domain/ids.ts';
import { maxUrlLength } from '../../domain/input/content.ts';
import { productNames } from '../../domain/names.ts';
import { invalid, notFound, Refusal, refusalOf } from '../../domain/refusal.ts';
import { cancelJob } from '../../orders/cancel/cancel-job.ts';
import { countInWindow } from '../../orders/count-request.ts';
import { jobByPayCode } from '../../orders/follow/find-job.ts';
import { joined } from '../../orders/follow/state-words.ts';
import { ask, type Caller } from '../../orders/use-case.ts';
import { receiptUrl } from '../../orders/views.ts';
import { productNamed } from '../../products/index.ts';
import { problemOf } from '../http/problem.ts';
import { type RpcBody, testNote } from './messages.ts';
import { readArguments, readTexts } from './read-arguments.ts';
import { forAssistants, redact } from './redact.ts';
import type { Tool, Toolset } from './tools.ts';

/** The context of a tool call, taken from its HTTP request. */
export interface CallContext {
  readonly requestId: string;
  readonly caller: Caller;
  readonly deps: ServiceDeps;
  /** Without it, all. */
  readonly products?: Toolset | undefined;
  /** The most calls an hour from one network. */
  readonly perHour?: number | undefined;
  /** The client must have an answer by then, Unix ms. */
  readonly deadline: number;
}

/** Runs the tool and formats its result for the assistant. */
export async function callTool(tool: Tool, raw: unknown, context: CallContext): Promise<CallToolResult> {
  const { log, clock } = context.deps;
  const startedAt = clock.now();
  try {
    const { outcome, body, id, read } = await inTime(context, run(tool, raw, context));
    log.info('called', { outcome, durationMs: clock.now() - startedAt });
    const result = { ...redact(body), ...read };
    const note = tool.statesProgress && context.deps.settings.isTest ? testNote : undefined;
    const job = tool.linksReceipt ? await context.deps.jobs.get(id) : undefined;
    // The link holds no job id, because other people may see a receipt.
    const receipt = job && receiptUrl(job);
    const response = receipt === undefined ? result : { ...result, receipt_url: receipt };
    const message = joined(note, tool.format(response, outcome));
    if (outcome === 'declined' || outcome === 'partner_failed')
      return failure({ ...result, code: `${result.reason ?? outcome}` }, message);
    return { structuredContent: result, content: [{ type: 'text', text: message }] };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal)
      log.info('refused', { code: refusal.code, field: refusal.field, error: refusal === error ? undefined : error });
    else log.alarm('accident', { error });
    const { body } = problemOf(refusal, context.requestId);
    const sentence =
      refusal === undefined ? body.error : forAssistants(refusal, { baseUrl: context.caller.baseUrl, tool, sent: raw });
    const text = refusal?.code === 'not_found' ? body.error : sentence;
    return failure({ ...body, error: text, code: refusal?.code ?? 'accident' }, sentence);
  }
}

async function run({ useCase }: Tool, sent: unknown, context: CallContext) {
  const { deps, perHour, products } = context;
  const caller = { ...context.caller, isAssistant: true };
  if (perHour !== undefined) await countInWindow(deps, { name: 'mcp', most: perHour, windowSeconds: 3_600 }, caller);
  const code = useCase.tag === 'jobs' ? payCodeIn(sent) : undefined;
  let read: ReturnType<typeof readArguments> = { request: sent, addresses: {} };
  const screened = async () => {
    const texts = readTexts(useCase.input, sent);
    // An assistant may mix up the tools, so data that one product refuses is refused by all.
    for (const name of productNames) productNamed(name).screen?.(texts);
    if (code !== undefined && useCase.name === cancelJob.name)
      throw invalid(
        'job_id',
        'is a pay link, and that does not cancel an order: send the job_id, job_…. With the link alone, the user can cancel on its page once it is paid; unpaid, it ends by itself and costs nothing.',
      );
    read = readArguments(code === undefined ? texts : { job_id: (await jobByPayCode(deps, code)).id });
    // A job of a product that this toolset does not have is refused as if there were none.
    const { job_id: jobId } = (read.request ?? {}) as { readonly job_id?: unknown };
    const isPartial = products !== undefined && products.length < productNames.length;
    const job = isPartial && typeof jobId === 'string' && isId('job', jobId) ? await deps.jobs.get(jobId) : undefined;
    if (job !== undefined && !products?.includes(job.product)) throw notFound('job');
    return read.request;
  };
  const { outcome, body } = await ask(useCase, deps, screened, caller);
  const id = `${body.job_id}`;
  return { outcome, id, read: read.addresses, body: code === undefined ? body : { ...body, job_id: code } };
}

/** The code of a pay link, in place of a job's id. Its holder may see the order's status, and never learns the id. */
function payCodeIn(raw: unknown): string | undefined {
  const { job_id: link } = (raw ?? {}) as { readonly job_id?: unknown };
  const [code] = typeof link === 'string' && link.length < maxUrlLength ? (/\bpay_\w+/i.exec(link) ?? []) : [];
  const lower = code?.toLowerCase();
  return lower !== undefined && isId('pay', lower) ? lower : undefined;
}

const failure = (body: RpcBody, message: string): CallToolResult => ({
  isError: true,
  structuredContent: body,
  content: [{ type: 'text', text: message }],
});

/** Stops waiting at the deadline. The work may still finish, and a retry with the same key finds it. */
async function inTime<T>({ deadline, deps }: CallContext, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const tooLate = new Refusal(
    'unavailable',
    'This took too long, and may still come to its end. Send the same request again, with the same idempotency_key if it has one.',
  );
  const timer = setTimeout(() => late.reject(tooLate), Math.max(0, deadline - deps.clock.now()));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
