/** Runs one tool call through `ask`, as REST does. It always returns a value: no thrown error reaches the client. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { productNames } from '../../core/product.ts';
import { Refusal, type RefusalCode } from '../../core/refusal.ts';
import type { Deps } from '../../ports.ts';
import { productNamed } from '../../products/index.ts';
import { countRequest } from '../../usecases/count-request.ts';
import { ask, type Caller } from '../../usecases/use-case.ts';
import { problemOf } from '../http/problem.ts';
import type { Body } from './messages.ts';
import { shown } from './redact.ts';
import type { Tool } from './tools.ts';

/** The context of a tool call, taken from its HTTP request. */
export interface Calling {
  readonly requestId: string;
  readonly caller: Caller;
  readonly deps: Deps;
  /** The most calls an hour from one network. */
  readonly perHour?: number | undefined;
  /** The client must have an answer by then, Unix ms. */
  readonly deadline: number;
}

export async function callTool(tool: Tool, raw: unknown, calling: Calling): Promise<CallToolResult> {
  const { log, clock } = calling.deps;
  const startedAt = clock.now();
  try {
    const { outcome, body } = await inTime(calling, served(tool, raw, calling));
    log.info('called', { outcome, durationMs: clock.now() - startedAt });
    const result = shown(body);
    if (outcome === 'declined' || outcome === 'partner_failed')
      return failure({ ...result, code: `${result.reason ?? outcome}` }, tool.say(result, calling.caller));
    return { structuredContent: result, content: [text(tool.say(result, calling.caller))] };
  } catch (error) {
    if (error instanceof Refusal) log.info('refused', { code: error.code, ...(error.field && { field: error.field }) });
    else log.alarm('accident', { error });
    return told(error, calling);
  }
}

async function served({ useCase }: Tool, raw: unknown, { deps, caller, perHour }: Calling) {
  if (perHour !== undefined) await countRequest(deps, { name: 'mcp', perHour }, caller);
  const screened = () => {
    for (const screen of screens) screen(raw);
    return raw;
  };
  return ask(useCase, deps, screened, caller);
}

/** The screens of all products. An assistant may confuse the tools, so data that one refuses is refused by all. */
const screens = productNames.flatMap((name) => productNamed(name).screen ?? []);

const text = (said: string) => ({ type: 'text' as const, text: said });

const failure = (body: Body, said: string): CallToolResult => ({
  isError: true,
  structuredContent: body,
  content: [text(said)],
});

function told(error: unknown, { requestId, caller }: Calling): CallToolResult {
  const { body } = problemOf(error, requestId);
  const code = error instanceof Refusal ? error.code : 'accident';
  // Assistants do not know the base URL of our paths.
  const sentence = body.error.replace(/\bat (?=\/\w)/g, `at ${caller.baseUrl}`);
  const hint = error instanceof Refusal ? hints[error.code] : undefined;
  return failure({ ...body, error: sentence, code }, hint ?? sentence);
}

const hints: Partial<Record<RefusalCode, string>> = {
  not_found: 'not_found: there is no such job. Send the job_id that the creation of the job has returned.',
};

/** Stops waiting at the deadline. The work may still finish, and a retry with the same key finds it. */
async function inTime<T>({ deadline, deps }: Calling, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), Math.max(0, deadline - deps.clock.now()));
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = () =>
  new Refusal({
    code: 'unavailable',
    message:
      'This took too long, and may still come to its end. Send the same request again, with the same idempotency_key if it has one.',
  });
