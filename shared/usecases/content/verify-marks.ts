/** Compares the marks of a job with those of its quote. */

import type { GivenMarks } from '../../core/given/sender-marks.ts';
import type { QuotedMarks } from '../../core/quoted-content.ts';
import type { Log } from '../../ports/log.ts';
import { quotedMarks } from './prepare-marks.ts';
import { mismatch } from './printable.ts';

/** Refuses a mark that differs from the quoted one, and names it. `path`: of the document. */
export function verifyMarks(deps: { readonly log: Log }, given: GivenMarks, quoted: QuotedMarks, path: string): void {
  const sent = quotedMarks(given);
  const compare = (name: keyof GivenMarks, own: string | undefined, known: string | undefined) => {
    if (own === known) return;
    throw mismatch(deps, { field: path + name }, difference(own, known));
  };
  compare('signature', lineOf(sent), lineOf(quoted));
  compare('letterhead', sent.letterhead, quoted.letterhead);
}

function difference(own: string | undefined, known: string | undefined): string {
  if (known === undefined) return 'the quote was made without it';
  return own === undefined ? 'the quote was made with one, and it is missing' : 'it has changed since the quote';
}

const lineOf = ({ signature }: QuotedMarks) => signature && `${signature.kind} ${signature.hash}`;
