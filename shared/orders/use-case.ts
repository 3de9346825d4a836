/** A use case is one request that callers can make. Doors serve it through `ask`: count, parse input, run, parse output. */
import type * as z from 'zod/mini';
import {
  invalidRequest,
  isNothing,
  refuseLost,
  type UnknownField,
  unknownFields,
  withUnknown,
} from '../domain/fields.ts';
import type { ProductName } from '../domain/names.ts';
import type { RequestLimits } from '../domain/network.ts';
import { invalid, Refusal, type RefusalCode } from '../domain/refusal.ts';
import { textProblem } from '../domain/text.ts';
import { holdsBankPair } from '../products/check/raw-bank-numbers.ts';
import { countRequest, type Quota } from './count-request.ts';
import type { Deps } from './deps.ts';

/** The result of a request, which each protocol translates into a status or a flag. `accepted`: it will be done. */
export type Outcome = 'done' | 'created' | 'accepted' | 'deleted' | 'declined' | 'partner_failed' | 'unhealthy';

export interface Answer<O> {
  readonly outcome: Outcome;
  readonly body: O;
}

/** The caller, as far as a door knows it. */
export interface Caller {
  /** `https://host/v1`: links in the answer start with it. */
  readonly baseUrl: string;
  /** The IP address of the connection, never one that a header claims. */
  readonly address: string;
  /** A person on the order form. */
  readonly isByHand?: boolean;
  /** A model: it retries without a key if a response is late, and may not pass on warnings. */
  readonly isAssistant?: boolean;
  /** Called with each limit that has counted the request. */
  readonly onCounted?: (quota: Quota) => void;
}

interface ToolText {
  readonly name: string;
  readonly title: string;
  /** Text that follows the summary. Its links start with the base URL. `products`: those that the caller can order. */
  next(baseUrl: string, products: readonly ProductName[]): string;
  readonly hints: readonly [reads: boolean, destroys: boolean, repeats: boolean, reachesOut: boolean];
  /** Shorter descriptions of members. Empty: the name says enough; null: left out of the list, but taken. */
  readonly descriptions?: Readonly<Record<string, string | null | undefined>>;
}

export interface UseCase<I, O> {
  /** The name of the file, of the Lambda and in the log. */
  readonly name: string;
  readonly summary: string;
  /** More detail for readers, if the summary is not enough. */
  readonly description?: string;
  /** The group that lists it: a product, or one of these two. */
  readonly tag: ProductName | 'jobs' | 'service';
  /** The names of its schemas in documents. A request or answer without a body has none. */
  readonly schemas: { readonly request?: string; readonly answer?: string };
  /** Its possible outcomes and their meanings. */
  readonly outcomes: Readonly<Partial<Record<Outcome, string>>>;
  readonly refusals: readonly RefusalCode[];
  /** Missing if assistants have no use for it. */
  readonly tool?: ToolText;
  readonly input: z.ZodMiniType<I>;
  readonly output: z.ZodMiniType<O>;
  /** The class in which its requests are counted by network. `ask` counts them, so no door can forget the limit. */
  readonly limitedAs?: keyof RequestLimits;
  /** The most requests an hour from one network, in every mode and home. */
  readonly perHour?: number;
  /** Sees the raw request, and throws a Refusal for data that may not even be parsed. */
  readonly screen?: ((raw: unknown) => void) | undefined;
  /** `unknown`: the fields of the request that `input` does not know. */
  run(deps: Deps, input: I, caller: Caller, unknown: readonly UnknownField[]): Promise<Answer<O>>;
}

/** A use case that assistants can call as well. */
export type ToolUseCase<I, O> = UseCase<I, O> & { readonly tool: ToolText };

/** `sent` is the request or a function that reads it. If reading throws a refusal, the request still counts. */
export async function ask<I, O>(useCase: UseCase<I, O>, deps: Deps, sent: unknown, caller: Caller): Promise<Answer<O>> {
  await countRequest(deps, useCase, caller);
  const raw: unknown = typeof sent === 'function' ? await sent() : sent;
  useCase.screen?.(raw);
  const input = useCase.input.safeParse(withoutEmpty(raw));
  const unknown = unknownFields(useCase.input, raw);
  if (!input.success) throw invalidRequest(input.error.issues, raw, unknown);
  // Before anything normalizes a text: that takes quadratic time on accents in a row.
  const unfit = unfitText(input.data);
  if (unfit !== undefined) throw invalid(unfit.path.join('.'), unfit.problem);
  refuseLost(unknown, raw);
  try {
    const { outcome, body } = await useCase.run(deps, input.data, caller, unknown);
    return { outcome, body: useCase.output.parse(body) };
  } catch (error) {
    throw error instanceof Refusal && error.code === 'invalid_request' ? withUnknown(error, unknown) : error;
  }
}

/**
 * Generated clients fill in every field, so an empty one is as if it were missing. Only an empty idempotency key stays,
 * and is refused: without it a retry would be a second order.
 */
function withoutEmpty(value: unknown, depth = 0): unknown {
  // No field of a request lies deeper than 8. Bodies nested thousands of levels deep would use up the stack.
  if (typeof value !== 'object' || value === null || depth > 8) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutEmpty(entry, depth + 1));
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member, depth + 1)] as const);
  return Object.fromEntries(members.filter(([name, member]) => name === 'idempotency_key' || !isNothing(member)));
}

/** Fields whose text is stored and displayed. A letter may hold any number, and the fields for bank numbers must. */
const displayedFields = new Set(
  'idempotency_key memo message name firstName lastName companyName nickname account_holder_name bank_name'.split(' '),
);

/** The first text in a request that no product may have. */
function unfitText(value: unknown): { readonly path: readonly string[]; readonly problem: string } | undefined {
  if (typeof value === 'string') {
    const problem = textProblem(value);
    return problem === undefined ? undefined : { path: [], problem };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const isKept = typeof member === 'string' && displayedFields.has(name);
    // In this order: the search for numbers normalizes the text.
    const problem =
      'looks as if it held a routing and an account number, and those are never kept here: leave them out.';
    const inside = unfitText(member) ?? (isKept && holdsBankPair(member) ? { path: [], problem } : undefined);
    if (inside !== undefined) return { ...inside, path: [name, ...inside.path] };
  }
  return undefined;
}
