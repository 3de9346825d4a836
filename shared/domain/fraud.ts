/** Whether an account is proven, or may have been copied off a check by a stranger; and the traits that the stop list compares. */

import type { Contact } from './address.ts';
import { addressKeys, nameKey, namesOn, unpartedNameKey } from './addresses/known-address.ts';
import { hasLeft, isDelivered, isDisputed, type Lifecycle } from './job/lifecycle.ts';
import { mailboxOf } from './job/notify.ts';
import { accountProvenMs } from './lifetimes.ts';
import { siteOf } from './network.ts';

/** Its first check was mailed long ago, and neither came back nor was contested since. */
export function isProven(trial: Lifecycle | undefined, now: number): boolean {
  if (trial?.state !== 'fulfilled' || trial.refund !== 'not_applicable' || !hasLeft(trial)) return false;
  const { dispatched = now, returned, dispute_lost: lost, fraud_warned: warned } = trial.firstSeenAt;
  if (isDisputed(trial) || lost !== undefined || warned !== undefined) return false;
  return (returned === undefined || isDelivered(trial)) && now - dispatched >= accountProvenMs;
}

/** A check on an account that has not proven itself. `day`: of its hand-over, in UTC. */
export interface DrawnCheck {
  readonly jobId: string;
  readonly day: string;
  readonly cents: number;
}

export const traitKinds = ['name', 'address', 'fax', 'account', 'network', 'email'] as const;

export type TraitKind = (typeof traitKinds)[number];

/** `address:` and 32 digits of a keyed digest. */
export type Trait = `${TraitKind}:${string}`;

/** The forms in which the same person, place or network always reads the same. An account is a digest already. */
const plain: Readonly<Record<TraitKind, (text: string) => string>> = {
  name: (text) => text,
  address: (text) => text,
  fax: (text) => text.replace(/\D/g, '').slice(-10),
  account: (text) => text,
  network: siteOf,
  email: mailboxOf,
};

type TraitDigest = (purpose: 'trait', value: string) => string;

export const traitOf = (fingerprint: TraitDigest, kind: TraitKind, text: string): Trait =>
  `${kind}:${fingerprint('trait', `${kind}\n${plain[kind](text)}`).slice(0, 32)}`;

interface TraitSource {
  /** The recipient, and the suggested address, which may replace it. */
  readonly to: readonly Contact[];
  readonly from?: Contact | undefined;
  readonly faxNumber?: string | undefined;
  readonly counterId?: string | undefined;
  /** The IP address of the caller. */
  readonly callerAddress?: string | undefined;
  readonly email?: string | undefined;
}

export const traitsOf = (
  fingerprint: TraitDigest,
  { to, from, faxNumber, counterId, callerAddress, email }: TraitSource,
): Trait[] => {
  const texts: readonly (readonly [TraitKind, string | undefined])[] = [
    ...[...to, ...(from ? [from] : [])].flatMap((contact) => [
      ...namesOn(contact)
        .flatMap(nameKeys)
        .map((key) => ['name', key] as const),
      ...addressKeys(contact).map((key) => ['address', key] as const),
    ]),
    ['fax', faxNumber],
    ['account', counterId],
    ['network', callerAddress],
    ['email', email],
  ];
  const traits = texts.flatMap(([kind, text]) => (text === undefined ? [] : [traitOf(fingerprint, kind, text)]));
  return [...new Set(traits)];
};

export const nameKeys = (name: string): string[] => [nameKey(name), unpartedNameKey(name)];

/** The keys of the person, the company or the place that a contact names. */
export const contactKeys = (kind: 'name' | 'address', contact: Contact): string[] => {
  if (kind === 'address') return addressKeys(contact);
  const { firstName, lastName, companyName } = contact;
  const names = [[firstName, lastName].filter(Boolean).join(' '), companyName];
  return names.filter((name) => name !== undefined && name !== '').flatMap((name = '') => nameKeys(name));
};

/** A contact in the form that reads the same however it was written: by its postal code, or without one by its city. */
export const contactKey = (contact: Contact): string =>
  [...contactKeys('name', contact), addressKeys(contact)[0]].join('\n');
