/** Content that cannot be printed, as an answer and as an error. Each is a sentence for the API's user. */
import type { Unprintable } from '../domain/paper.ts';

export const unprintable = (problem: string): Unprintable => ({ ok: false, problem });

export class ContentRefused extends Error {
  override readonly name = 'ContentRefused';
}
