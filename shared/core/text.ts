/** Texts that people type: the schema of one printed line, and the problem with a value. */
import * as z from 'zod/mini';

interface LineLimits {
  readonly maxLength: number;
  /** Whether a line that is too long gets no further checks. */
  readonly stopWhenTooLong?: boolean;
}

/** One printed line: no control characters, no line breaks, at least one visible letter or digit. */
export const line = (what: string, { maxLength, stopWhenTooLong = false }: LineLimits) =>
  z.string(`must be a text: ${what}`).check(
    z.trim(),
    z.minLength(1, { error: `must not be empty: ${what}`, abort: true }),
    z.maxLength(maxLength, { error: `must have at most ${maxLength} characters`, abort: stopWhenTooLong }),
    z.regex(/^[^\p{C}\u2028\u2029]*$/u, {
      error: 'must not contain line breaks, control or invisible characters',
      abort: true,
    }),
    z.regex(/[\p{L}\p{N}]/u, 'must contain a letter or a digit'),
    z.describe(what),
  );

/** HTML forms send an omitted field as an empty string. */
export const leftOutIfEmpty = z.transform((value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : (value ?? undefined),
);

export const optionalLine = (what: string, limits: LineLimits) =>
  z.optional(z.pipe(leftOutIfEmpty, z.optional(line(what, limits))));

/** A reason why a value cannot be used: the member at fault and a sentence that follows its name. */
export interface FieldProblem<Field extends string = string> {
  readonly field: Field;
  readonly problem: string;
}

export const isFieldProblem = <T extends object>(value: T): value is Extract<T, FieldProblem> => 'problem' in value;
