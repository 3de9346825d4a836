/** What a print partner's answer to a new order means: the one table of its errors. Reasons are sentences of ours. */
import type { PartnerOrder } from '../../../core/job.ts';
import type { OurFault } from '../../../core/our-fault.ts';
import type { SubmitOutcome } from '../../../ports.ts';
import { type Answer, asFields, type Fields } from './call.ts';

type Refused = Exclude<SubmitOutcome, { readonly kind: 'accepted' }> & {
  /** What the status alone does not tell to be our fault: a mistake in the configuration pays no job back at once. */
  readonly ours?: OurFault;
};

export type Outcome = Extract<SubmitOutcome, { readonly kind: 'accepted' }> | Refused;

/** How a partner says what has become of an order. */
export interface Dialect {
  readonly name: string;
  /** What its variables begin with: `POSTGRID` for POSTGRID_API_KEY. */
  readonly variables: string;
  /** The member of its errors that names their kind; never their message. */
  readonly errorKind: 'type' | 'code';
  /** By that kind, for what it says of the order itself. */
  readonly refusals: ReadonlyMap<unknown, string>;
  orderOf(record: Fields | undefined): PartnerOrder | undefined;
}

const astray = (reason: string): Refused => ({
  kind: 'unavailable',
  reason,
  ours: { code: 'not_found', says: 'knows no such thing at this address' },
});
const later = (reason: string): Refused => ({ kind: 'unavailable', reason });
const open = (reason: string): Refused => ({ kind: 'unknown', reason });

/** By status, where that says enough. */
const meanings: Readonly<Record<number, (dialect: Dialect) => Refused>> = {
  401: ({ name, variables }) => later(`${name} does not know our key: check ${variables}_API_KEY`),
  402: ({ name }) => later(`${name} wants our account to be paid: check its billing`),
  403: ({ name, variables }) =>
    later(`${name} does not allow our account to do this: check it and ${variables}_API_KEY`),
  // Of an order, this is said where the key is another account's or the address another service's.
  404: ({ name, variables }) =>
    astray(`${name} knows no such thing: check ${variables}_API_BASE and ${variables}_API_KEY`),
  405: ({ name, variables }) => astray(`${name} does not do this here: check ${variables}_API_BASE`),
  408: ({ name }) => open(`${name} got the request too slowly`),
  409: ({ name }) => open(`${name} is still at work on an earlier call`),
  413: () => ({ kind: 'rejected', reason: 'The print partner refused the document: it is too large.' }),
  425: ({ name }) => open(`${name} does not want the request yet`),
  429: ({ name }) => later(`${name} wants fewer calls`),
  503: ({ name }) => later(`${name} is out of service`),
};

export function outcomeOf(answer: Answer, dialect: Dialect): Outcome {
  if (answer.kind !== 'answered')
    return { kind: answer.kind === 'unreached' ? 'unavailable' : 'unknown', reason: answer.reason };
  const { status, body } = answer;
  const meaning = meanings[status];
  if (meaning !== undefined) return meaning(dialect);
  if (status >= 400 && status < 500) return refusalOf(body, status, dialect);
  const order = status >= 200 && status < 300 ? dialect.orderOf(body) : undefined;
  return order === undefined
    ? open(`${dialect.name} answered ${status} without an order`)
    : { kind: 'accepted', order };
}

/** Only what is written as the partner writes its errors is its refusal, and that of a key is not one of the order. */
function refusalOf(body: Fields | undefined, status: number, { name, errorKind, refusals }: Dialect): Refused {
  const error = asFields(body?.error);
  if (error === undefined) return open(`${name} answered ${status} without saying why`);
  const kind = error[errorKind];
  if (/idempoten|^conflict$/i.test(`${kind}`)) return open(`${name} refused the key as used`);
  return { kind: 'rejected', reason: refusals.get(kind) ?? 'The print partner refused the order.' };
}
