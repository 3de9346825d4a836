/** The sentence about a field that a request does not have. Every function that reads requests carries it, so it is alone here. */
import { ownFile } from '../given/own-file.ts';
import type { Warning } from './warning.ts';

/** A refused request ignores nothing, so its `verdict` is empty. */
export function unknownFieldSentence(
  { holder, name, meant, decidedByQuote }: Extract<Warning, { readonly code: 'field_unknown' }>,
  verdict: '' | ' and was ignored',
): string {
  const field =
    name === undefined
      ? `${holder ?? 'The body'} has a field that is not known here${verdict}`
      : `${holder === undefined ? name : `${holder}.${name}`} is not a field of this request${verdict}`;
  if (decidedByQuote) return `${field}: the quote decides it.`;
  if (meant === undefined) return `${field}.`;
  return `${field}: did you mean ${meant}?${meant.endsWith('pdf_url') ? ` ${ownFile}` : ''}`;
}
