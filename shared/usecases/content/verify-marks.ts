/** Compares the marks of a job with those of its quote. */
import type { QuotedMarks } from '../../core/content.ts';
import type { GivenMarks } from '../../core/given/sender-marks.ts';
import type { Deps } from '../../ports.ts';
import { quotedMarks } from './prepare-marks.ts';
import { mismatch } from './printable.ts';

/** Refuses a mark that differs from the quoted one, and names it. `path`: of the document. */
export function verifyMarks(deps: Pick<Deps, 'log'>, given: GivenMarks, quoted: QuotedMarks, path: string): void {
  const sent = quotedMarks(given);
  const compare = (name: keyof GivenMarks, own: string | undefined, known: string | undefined) => {
    if (own === known) return;
    const why =
      known === undefined
        ? 'the quote was made without it'
        : own === undefined
          ? 'the quote was made with one, and it is missing'
          : 'it has changed since the quote';
    throw mismatch(deps, { field: path + name }, why);
  };
  compare('signature', lineOf(sent), lineOf(quoted));
  compare('letterhead', sent.letterhead, quoted.letterhead);
}

const lineOf = ({ signature }: QuotedMarks) => signature && `${signature.kind} ${signature.hash}`;
