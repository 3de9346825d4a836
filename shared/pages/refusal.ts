/** A refusal in the reader's words: a wait is told in minutes, and a field of a form by its label. */
import { bodyTooLarge } from '../domain/refusal.ts';
import type { Reader } from './reader.ts';

interface RefusalText {
  readonly code?: string | undefined;
  /** The sentence for callers. */
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

export function refusalWords({ code, message, retryAfterSeconds }: RefusalText, reader: Reader): string {
  if (code === bodyTooLarge.code) return reader.say('The files have more than 4 MB together. Choose smaller ones.');
  if (code === 'rate_limited' && retryAfterSeconds !== undefined)
    return reader.say('Too many requests came from your network. Please try again {when}.', {
      when: reader.wait(retryAfterSeconds),
    });
  return reader.sayKnown(message);
}

/** The first fault without its field's name, which a form tells by its label; `undefined` if it names none. */
export function fieldProblem(
  { field, message }: RefusalText & { readonly field?: string | undefined },
  fields: readonly string[],
) {
  if (field === undefined || !message.startsWith(`${field} `)) return undefined;
  const [first = ''] = message.slice(field.length + 1).split(new RegExp(` (?=(?:${fields.join('|')}) )`));
  return { field, problem: first };
}
