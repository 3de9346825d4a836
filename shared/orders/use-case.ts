/** A use case is a request that callers can make. Interfaces run it through `ask`: count, parse input, run, parse output. */
import type * as z from 'zod/mini';
import {
  invalidRequest,
  isEmpty,
  refuseMisplaced,
  type UnknownField,
  unknownFields,
  withUnknown,
} from '../domain/fields.ts';
import type { ProductName } from '../domain/names.ts';
import type { RequestLimits } from '../domain/network.ts';
import { invalid, Refusal, type RefusalCode } from '../domain/refusal.ts';
import { textProblem } from '../domain/text.ts';
import { holdsBankPair } from '../products/check/raw-bank-numbers.ts';
import { type CountedCaller, countRequest } from './count-request.ts';
import type { Deps } from './deps.ts';

/** The kind of result, which each protocol translates into a status or a flag. `accepted`: we will do it later. */
export type Outcome = 'done' | 'created' | 'accepted' | 'deleted' | 'declined' | 'partner_failed' | 'unhealthy';

export interface Answer<O> {
  readonly outcome: Outcome;
  readonly body: O;
}

/** The caller, as an interface knows it. */
export interface Caller extends CountedCaller {
  /** `https://host/v1`. Links in the response start with it. */
  readonly baseUrl: string;
  /** The caller is a person on the order form. */
  readonly usesOrderForm?: boolean;
  /** The caller is an AI model. It might retry a slow request without a key, and might not pass warnings on. */
  readonly isAssistant?: boolean;
}

interface ToolText {
  readonly name: string;
  readonly title: string;
  /** Text that follows the summary. Links start with the base URL. `products`: those for sale. */
  next(baseUrl: string, products: readonly ProductName[]): string;
  readonly hints: Readonly<Record<'readOnly' | 'destructive' | 'idempotent' | 'openWorld', boolean>>;
  /** Shorter descriptions of fields. Empty: the name is enough. Null: accepted, but not listed. */
  readonly descriptions?: Readonly<Record<string, string | null | undefined>>;
}

export interface UseCase<I, O> {
  /** Its name in the manifest and in the log. */
  readonly name: string;
  readonly summary: string;
  /** More details, if the summary isn't enough. */
  readonly description?: string;
  /** Its group in the docs: a product, or one of these two. */
  readonly tag: ProductName | 'jobs' | 'service';
  /** The names of its schemas in the OpenAPI document. A request or response without a body has none. */
  readonly schemas: { readonly request?: string; readonly answer?: string };
  /** Its possible outcomes and their meanings. */
  readonly outcomes: Readonly<Partial<Record<Outcome, string>>>;
  readonly refusals: readonly RefusalCode[];
  /** Missing if assistants can't call it. */
  readonly tool?: ToolText;
  readonly input: z.ZodMiniType<I>;
  readonly output: z.ZodMiniType<O>;
  /** The class in which its requests are counted by network. `ask` counts them, so no interface can skip the limit. */
  readonly limitedAs?: keyof RequestLimits;
  /** The maximum number of requests an hour from one network. Unlike `limitedAs`, it always applies. */
  readonly perHour?: number;
  /** Checks the raw request, and throws a Refusal for data that must not even be parsed. */
  readonly screen?: ((raw: unknown) => void) | undefined;
  /** `unknownFields`: the fields of the request that `input` does not have. */
  run(deps: Deps, input: I, caller: Caller, unknownFields: readonly UnknownField[]): Promise<Answer<O>>;
}

/** A use case that assistants can call as well. */
export type ToolUseCase<I, O> = UseCase<I, O> & { readonly tool: ToolText };

/** `sent` is the request or a function that reads it. If reading throws a Refusal, the request still counts. */
export async function ask<I, O>(useCase: UseCase<I, O>, deps: Deps, sent: unknown, caller: Caller): Promise<Answer<O>> {
  await countRequest(deps, useCase, caller);
  const raw: unknown = typeof sent === 'function' ? await sent() : sent;
  useCase.screen?.(raw);
  const input = useCase.input.safeParse(withoutEmpty(raw));
  const unknown = unknownFields(useCase.input, raw);
  if (!input.success) throw invalidRequest(input.error.issues, raw, unknown);
  // This comes before any text is normalized, which takes quadratic time for many accents in a row.
  const badText = findBadText(input.data);
  if (badText !== undefined) throw invalid(badText.path.join('.'), badText.problem);
  refuseMisplaced(unknown, raw);
  try {
    const { outcome, body } = await useCase.run(deps, input.data, caller, unknown);
    return { outcome, body: useCase.output.parse(body) };
  } catch (error) {
    throw error instanceof Refusal && error.code === 'invalid_request' ? withUnknown(error, unknown) : error;
  }
}

/**
 * Treats empty fields as missing, because generated clients fill in every field. Only an empty idempotency key stays, and is
 * refused: without a key, a retry would be a second order.
 */
function withoutEmpty(value: unknown, depth = 0): unknown {
  // No request has fields at a depth of more than 8. A body nested thousands of levels deep would overflow the stack.
  if (typeof value !== 'object' || value === null || depth > 8) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutEmpty(entry, depth + 1));
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member, depth + 1)] as const);
  return Object.fromEntries(members.filter(([name, member]) => name === 'idempotency_key' || !isEmpty(member)));
}

/** Fields that are stored and displayed, so a bank number in them is refused. Content and bank fields are not listed. */
const displayedFields = [
  'idempotency_key',
  'memo',
  'message',
  'name',
  'firstName',
  'lastName',
  'companyName',
  'addressLine1',
  'addressLine2',
  'city',
  'nickname',
  'account_holder_name',
  'bank_name',
];

/** Finds the first text in a request that no product accepts: its path and what is wrong with it. */
function findBadText(value: unknown): { readonly path: readonly string[]; readonly problem: string } | undefined {
  if (typeof value === 'string') {
    const problem = textProblem(value);
    return problem === undefined ? undefined : { path: [], problem };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const isDisplayed = typeof member === 'string' && displayedFields.includes(name);
    // Texts are checked first, because the search for bank numbers normalizes them.
    const problem = 'looks as if it contains a routing and an account number, which we never store: leave them out.';
    const found = findBadText(member) ?? (isDisplayed && holdsBankPair(member) ? { path: [], problem } : undefined);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}
