/** The probe's workbench: PostGrid's sandbox, letters that nobody prints, and its answers in a few words. */
import { randomBytes } from 'node:crypto';
import { askPartner, type DoctorConnection } from '../../../lib/operator/doctor/partner-connection.ts';
import { isSuccess } from '../../../shared/adapters/http/answers.ts';
import { asFields, type Fields, jsonBody } from '../../../shared/adapters/http/body.ts';
import type { Call, Reply } from '../../../shared/adapters/http/partner-client.ts';

export interface Bench {
  ask(call: Call): Promise<Reply>;
  /** The file behind a link of the partner. */
  file(url: string): Promise<Uint8Array>;
  now(): number;
  sleep(ms: number): Promise<unknown>;
  /** A word that nobody has used before. */
  word(): string;
}

export const newBench = (line: DoctorConnection, time: Pick<Bench, 'now' | 'sleep'>): Bench => ({
  now: time.now,
  sleep: time.sleep,
  ask: (call) => askPartner(line, call),
  file: async (url) => (await fetch(url, { signal: AbortSignal.timeout(20_000) })).bytes(),
  word: () => `probe_${randomBytes(8).toString('hex')}`,
});

type Country = 'US' | 'CA';

/** Places where nobody lives: a made-up street, and the postal code that Canada keeps for Father Christmas. */
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
  /** Further fields of the order. */
  readonly extra?: Fields;
  readonly reference?: string;
  readonly key?: string;
}

/** The same draft is the same bytes. */
export const order = ({ country = 'US', text = 'first', extra = {}, reference, key }: Draft): Call => ({
  method: 'POST',
  path: '/letters',
  idempotencyKey: key,
  body: jsonBody({
    to: { companyName: 'Example Recipient', ...places[country] },
    from: { companyName: 'Example Sender', ...places[country] },
    html: `<p>${text}</p>`,
    description: `probe: ${text}`,
    ...(reference && { metadata: { reference } }),
    ...extra,
  }),
});

export const bodyOf = (reply: Reply): Fields => (reply.kind === 'answered' ? (asFields(reply.body) ?? {}) : {});

export function idOf(reply: Reply): string | undefined {
  const { id } = bodyOf(reply);
  return isGood(reply) && typeof id === 'string' && /^\w{1,80}$/.test(id) ? id : undefined;
}

export const isGood = (reply: Reply): boolean => reply.kind === 'answered' && isSuccess(reply.status);

const plain = (value: unknown): string => (/^[\w.-]{1,60}$/.test(`${value}`) ? `${value}` : 'something else');

const wordOf = (value: unknown, missing: string): string => (value === undefined ? missing : plain(value));

const kindOf = (error: Fields | undefined): string => wordOf(error?.type ?? error?.code, 'without a type');

/** The status and the kind of an error, never its text; of a letter, how it stands. */
export function said(reply: Reply): string {
  if (reply.kind !== 'answered') return `no answer (${reply.code})`;
  const { error, status, deleted } = bodyOf(reply);
  if (!isGood(reply)) return `refused: ${reply.status} ${kindOf(asFields(error))}`;
  return `${reply.status}, ${deleted === true ? 'deleted' : wordOf(status, 'without a status')}`;
}
