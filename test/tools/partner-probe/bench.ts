/** Where the probe tries things out: PostGrid's sandbox, letters that nobody prints, and what was answered in few words. */
import { randomBytes } from 'node:crypto';
import {
  type Answer,
  type Call,
  callPartner,
  type Fields,
  fieldsIn,
  isSuccess,
  type PartnerLine,
} from '../../../lib/operator/doctor/partner-line.ts';

export interface Bench {
  ask(call: Call): Promise<Answer>;
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** A word that nobody has used before. */
  word(): string;
}

export const newBench = (line: PartnerLine, time: Pick<Bench, 'now' | 'sleep'>): Bench => ({
  now: time.now,
  sleep: time.sleep,
  ask: (call) => callPartner(line, call, time.now),
  word: () => `probe_${randomBytes(8).toString('hex')}`,
});

type Country = 'US' | 'CA';

/** Nobody lives there: a made-up street, and the postal code that Canada keeps for Father Christmas. */
const places: Readonly<Record<Country, Fields>> = {
  US: { addressLine1: '1 Example St', city: 'Albany', provinceOrState: 'NY', postalOrZip: '12207', countryCode: 'US' },
  CA: {
    addressLine1: '1 Example St',
    city: 'Montreal',
    provinceOrState: 'QC',
    postalOrZip: 'H0H 0H0',
    countryCode: 'CA',
  },
};

export interface Draft {
  readonly country?: Country;
  readonly text?: string;
  /** What the order says beside the usual. */
  readonly extra?: Fields;
  readonly reference?: string;
  readonly key?: string;
}

/** The same draft is the same bytes. */
export const order = ({ country = 'US', text = 'first', extra = {}, reference, key }: Draft): Call => ({
  method: 'POST',
  path: '/letters',
  ...(key && { idempotencyKey: key }),
  body: {
    to: { companyName: 'Example Recipient', ...places[country] },
    from: { companyName: 'Example Sender', ...places[country] },
    html: `<p>${text}</p>`,
    description: `probe: ${text}`,
    ...(reference && { metadata: { reference } }),
    ...extra,
  },
});

export const bodyOf = (answer: Answer): Fields => (answer.kind === 'answered' ? (answer.body ?? {}) : {});

export function idOf(answer: Answer): string | undefined {
  const { id } = bodyOf(answer);
  return isGood(answer) && typeof id === 'string' && /^\w{1,80}$/.test(id) ? id : undefined;
}

export const isGood = (answer: Answer): boolean => answer.kind === 'answered' && isSuccess(answer.status);

const plain = (value: unknown): string => (/^[\w.-]{1,60}$/.test(`${value}`) ? `${value}` : 'something else');

/** The status and the kind of an error, never its text; of a letter, how it stands. */
export function said(answer: Answer): string {
  if (answer.kind !== 'answered') return `no answer (${answer.code})`;
  const { error, status, deleted } = bodyOf(answer);
  if (!isGood(answer)) return `refused: ${answer.status} ${plain(fieldsIn(error)?.type ?? 'without a type')}`;
  return `${answer.status}, ${deleted === true ? 'deleted' : plain(status ?? 'without a status')}`;
}
