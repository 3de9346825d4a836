/** Texts that people type: the schema of one printed line, and limits that keep them harmless. */
import * as z from 'zod/mini';

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `letters, checks and faxes` */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The longest run of accents in any language (UAX #15, "Stream-Safe Text Format"). */
const maxMarks = 30;

/** Runs of accents of any length. A search for {31,} would start again at each accent, which takes quadratic time. */
const runsOfMarks = /\p{M}{2,}/gu;

/** Normalizes a text without the accents beyond `maxMarks` in each run, which it would sort in quadratic time. */
export const normalized = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text
    .replace(runsOfMarks, (run) =>
      run.length <= maxMarks ? run : [...run.slice(0, 2 * maxMarks)].slice(0, maxMarks).join(''),
    )
    .normalize(form);

/** Refuses a text that is too long, and stops further checks of it. */
export const atMost = (maxLength: number, advice = '') =>
  z.maxLength(maxLength, { error: `must have at most ${maxLength} characters${advice}`, abort: true });

/** The kind of value that each error of `mustBe` asks for. A missing or empty value gets a different error about it. */
export const kindsByError = new Map<string, { readonly kind: string; readonly whenEmpty: string | undefined }>();

/** The error for a required value of the wrong kind, which it registers. `whenEmpty`: the error for an empty text. */
export function mustBe(kind: string, whenEmpty?: string): string {
  const error = `must be ${kind}`;
  kindsByError.set(error, { kind, whenEmpty });
  return error;
}

/**
 * One printed line with a letter or digit, and without control or invisible characters. Errors repeat the first sentence of
 * `what`. `isNote`: it may have line breaks.
 */
export const lineField = (
  what: string,
  { maxLength, isNote = false }: { readonly maxLength: number; readonly isNote?: boolean },
) => {
  // The first sentence, in lower case because it is put in parentheses. An abbreviation stays in capitals.
  const hint = what.replace(/\.( .*)?$/, '').replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
  const empty = `must not be empty (${hint})`;
  return z
    .string(mustBe(`a string (${hint})`, empty))
    .check(
      z.trim(),
      z.minLength(1, { error: empty, abort: true }),
      atMost(maxLength, isNote ? ': shorten it, or put it on a page of the content' : ''),
      z.regex(isNote ? /^(?:[\t\n\r]|[^\p{C}])*$/u : /^[^\p{C}\u2028\u2029]*$/u, {
        error: isNote
          ? 'must not contain control or invisible characters: remove them'
          : 'must not contain line breaks or invisible characters: remove them',
        abort: true,
      }),
      z.regex(/[\p{L}\p{N}]/u, 'must contain a letter or a digit'),
      z.describe(what),
    );
};

/** The problem with a text that isn't valid Unicode, or stacks so many accents that it slows us down. Takes linear time. */
export function textProblem(text: string): string | undefined {
  // JSON can carry half of a surrogate pair, but UTF-8 cannot, so such a text has no reliable hash.
  if (!text.isWellFormed()) return 'contains half of a character (a lone surrogate): remove or replace it.';
  for (const [run] of text.matchAll(runsOfMarks))
    if (Array.from(run.slice(0, 2 * maxMarks + 2)).length > maxMarks)
      return `has more than ${maxMarks} accents or other combining marks in a row: remove them.`;
  return undefined;
}

/** An optional field. Empty means omitted, because HTML forms send every field. */
export function optionalField<Output, Input extends string>(schema: z.ZodMiniType<Output, Input>) {
  const leftOutIfEmpty = z.transform((value: unknown) =>
    typeof value === 'string' && value.trim() === '' ? undefined : (value ?? undefined),
  );
  return z.optional(z.pipe(leftOutIfEmpty, z.optional(schema)));
}

export const optionalLineField = (what: string, limits: Parameters<typeof lineField>[1]) =>
  optionalField(lineField(what, limits));
