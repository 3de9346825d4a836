/** Everything a caller may ask for is one value, a use case; every door serves it through `ask`: count, parse in, run, parse out. */
import type * as z from 'zod/mini';
import type { ProductName } from '../core/product.ts';
import { invalid, Refusal, type RefusalCode } from '../core/refusal.ts';
import type { Deps } from '../ports.ts';
import { countRequest } from './count-request.ts';

/** How a request ended; doors translate it, a status or a flag. */
export type Outcome = 'done' | 'created' | 'declined' | 'partner_failed';

export interface Answer<O> {
  readonly outcome: Outcome;
  readonly body: O;
}

/** What a door knows about who asks. */
export interface Caller {
  /** `https://host/v1`: what links in the answer start with. */
  readonly baseUrl: string;
  /** The IP address that the connection came from, whatever headers claim. */
  readonly address: string;
}

/** How assistants are shown a use case. */
interface ToolWords {
  readonly name: string;
  readonly title: string;
  /** Follows the summary; links in it start with the base URL. */
  next(baseUrl: string): string;
  readonly hints: readonly [reads: boolean, destroys: boolean, repeats: boolean, reachesOut: boolean];
  /** Descriptions of members that are shorter than in the schema; empty where the name says enough. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** The members of an answer that the next step hangs on. */
  readonly answers: readonly string[];
  /** The member of its answer that is a page for the user to open. */
  readonly opens?: string;
}

export interface UseCase<I, O> {
  /** The file's, the Lambda's and the log's name. */
  readonly name: string;
  readonly summary: string;
  /** More for readers, where the summary does not say it all. */
  readonly description?: string;
  /** The group that it is listed in: that of a product, or one of these two. */
  readonly tag: ProductName | 'jobs' | 'service';
  /** Names of its schemas in documents; a request without a body has none. */
  readonly schemas: { readonly request?: string; readonly answer: string };
  /** Each outcome that it knows, and what that means. */
  readonly outcomes: Readonly<Partial<Record<Outcome, string>>>;
  /** The codes that it may refuse with. */
  readonly refusals: readonly RefusalCode[];
  /** Missing where assistants have no use for it. */
  readonly tool?: ToolWords;
  readonly input: z.ZodMiniType<I>;
  readonly output: z.ZodMiniType<O>;
  /** The most requests an hour from one network. `ask` counts them, so no door can forget the limit. */
  readonly perHour?: number;
  /** Throws a Refusal for what may not even be read; sees the request as it came. */
  readonly screen?: ((raw: unknown) => void) | undefined;
  run(deps: Deps, input: I, caller: Caller): Promise<Answer<O>>;
}

/** A use case that assistants can call, too. */
export type ToolUseCase<I, O> = UseCase<I, O> & { readonly tool: ToolWords };

/** `sent`: the request, or how to read it. Reading may refuse it, and a refused request counts against the limit, too. */
export async function ask<I, O>(useCase: UseCase<I, O>, deps: Deps, sent: unknown, caller: Caller): Promise<Answer<O>> {
  await countRequest(deps, useCase, caller);
  const raw: unknown = typeof sent === 'function' ? sent() : sent;
  useCase.screen?.(raw);
  const input = useCase.input.safeParse(raw);
  if (!input.success) throw refusalOf(input.error.issues, raw);
  const broken = brokenText(input.data);
  if (broken !== undefined) throw invalid(broken.join('.'), 'holds half of a character: send valid Unicode.');
  const { outcome, body } = await useCase.run(deps, input.data, caller);
  return { outcome, body: useCase.output.parse(body) };
}

/** Where a lone surrogate stands: JSON can carry one, but UTF-8 cannot, so that no hash could speak of it. */
function brokenText(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const inside = brokenText(member);
    if (inside !== undefined) return [name, ...inside];
  }
  return undefined;
}

type Issue = z.core.$ZodIssue;

/** At most this many sentences: who has made more mistakes is helped by the first ones. */
const mostProblems = 5;

/** Each problem names its field and the cure; the first field is repeated for programs. */
function refusalOf(issues: readonly Issue[], raw: unknown): Refusal {
  const [first] = issues;
  const field = first === undefined ? '' : pathOf(first);
  const message = issues
    .slice(0, mostProblems)
    .map((issue) => sentence(issue, raw))
    .join(' ');
  return new Refusal({ code: 'invalid_request', message, field: field === '' ? undefined : field });
}

function sentence(issue: Issue, raw: unknown): string {
  const field = pathOf(issue);
  const text = issue.message.endsWith('.') ? issue.message : `${issue.message}.`;
  if (field === '') return `The body ${text}`;
  return valueAt(raw, issue.path) == null ? `${field} is missing: it ${text}` : `${field} ${text}`;
}

const pathOf = (issue: Issue): string => issue.path.map(String).join('.');

const valueAt = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], raw);
