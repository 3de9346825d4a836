/** Sinch's error codes for failed faxes, sorted by their consequences. The sentences are ours. */
import type { PartnerView } from '../../../ports/partner.ts';
import { accountProblem } from '../../http/account-problem.ts';

type Stopped = Exclude<PartnerView, 'unknown'>;

const bouncing = (stopped: string): Stopped => ({ stopped, mayBounce: true });
const final = (stopped: string): Stopped => ({ stopped });

const unread = bouncing('The fax partner could not read the document.');
const wrongNumber = final('The number is not in service.');
const noFit = final('The receiving machine cannot take this fax.');
const noAnswer = bouncing('Nobody answered the call.');
const ours = (code: number): Stopped => ({
  ...final(`The fax account of this service stopped the fax (Sinch ${code}): its operator must look into it.`),
  accountProblem: accountProblem('Sinch', `sinch_${code}`, 'stopped a fax at our account'),
});

interface SinchFailureKind {
  /** Codes of this error type with other consequences. The codes are from Sinch's client; the sorting is ours. */
  readonly codes: ReadonlyMap<number, Stopped>;
  readonly other: Stopped;
}

const call: SinchFailureKind = {
  codes: new Map([
    [15, bouncing('The telephone network is congested.')],
    [16, noAnswer],
    [17, bouncing('The receiving line was busy.')],
    [30, noAnswer],
    [32, noFit],
    [34, wrongNumber],
    [49, wrongNumber],
  ]),
  other: bouncing('The telephone line failed.'),
};

/** By Sinch's error types. `FATAL_ERROR` and `GENERAL_ERROR` say nothing about the cause, so they are not listed. */
const kinds: ReadonlyMap<string, SinchFailureKind> = new Map<string, SinchFailureKind>([
  ['CALL_ERROR', call],
  ['LINE_ERROR', call],
  [
    'FAX_ERROR',
    {
      codes: new Map([
        [7, noFit],
        [25, noFit],
        [31, noFit],
        [46, ours(46)],
        [48, noAnswer],
        [68, noFit],
        [75, final('The fax was cancelled before it was sent.')],
        [76, final('The fax could not be sent in time.')],
        [113, unread],
        [133, ours(133)],
      ]),
      other: bouncing('The receiving machine broke off, or is no fax machine.'),
    },
  ],
  [
    'DOCUMENT_CONVERSION_ERROR',
    {
      codes: new Map([
        [54, unread],
        [57, unread],
        [69, unread],
      ]),
      other: final('The fax partner could not use the document.'),
    },
  ],
]);

export function stoppedBySinch(type: string | null | undefined, code: number | null | undefined): Stopped {
  const kind = kinds.get(type ?? '');
  return kind?.codes.get(code ?? 0) ?? kind?.other ?? final('The fax could not be sent.');
}
