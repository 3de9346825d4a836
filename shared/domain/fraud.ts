/** Whether a bank account is proven; and the traits of an order, which are looked up in the stop list. */
import { type Contact, personName } from './address.ts';
import { addressKeys, nameKeys, namesOn } from './addresses/normalized-address.ts';
import { hasEnded, isDelivered, isDisputed, type Lifecycle } from './job/lifecycle.ts';
import { mailboxOf } from './job/notify.ts';
import { siteOf } from './network.ts';
import { lifetimesMs } from './times.ts';

/** Whether the job of an account's first check may still prove the account: it hasn't ended, come back or been contested. */
export function canProve(trial: Lifecycle): boolean {
  const { refund, firstSeenAt } = trial;
  const isOver = hasEnded(trial) || refund !== 'not_applicable';
  const isBack = firstSeenAt.returned !== undefined && !isDelivered(trial);
  return !isOver && !isBack && !isDisputed(trial) && firstSeenAt.fraud_warned === undefined;
}

/** Whether the first check on an account was mailed long enough ago, and has not been returned or contested since. */
export const isProven = (trial: Lifecycle | undefined, now: number): boolean =>
  trial?.state === 'fulfilled' &&
  canProve(trial) &&
  now - (trial.firstSeenAt.dispatched ?? now) >= lifetimesMs.accountTrial;

/** A check on an account that is not proven yet. `day`: the UTC day on which it is sent to the print partner. */
export interface UnprovenCheck {
  readonly jobId: string;
  readonly day: string;
  readonly cents: number;
}

export const traitKinds = ['name', 'address', 'fax', 'account', 'network', 'email'] as const;
export type TraitKind = (typeof traitKinds)[number];

/** The kind, and 32 hexadecimal digits of a keyed digest: `address:3f…`. */
export type Trait = `${TraitKind}:${string}`;

/** `text`: a key of a name or an address, the digest of an account, or a fax number, IP address or email address. */
export function traitOf(
  fingerprint: (purpose: 'trait', value: string) => string,
  kind: TraitKind,
  text: string,
): Trait {
  const normalizers: { readonly [kind in TraitKind]?: (text: string) => string } = {
    fax: (number) => number.replace(/\D/g, '').slice(-10),
    network: siteOf,
    email: mailboxOf,
  };
  const normalized = normalizers[kind]?.(text) ?? text;
  return `${kind}:${fingerprint('trait', `${kind}\n${normalized}`).slice(0, 32)}`;
}

/**
 * The traits of an order. `to`: the recipient, and the suggested address, which may replace it. `counterId`: the digest of
 * the bank account. `callerAddress`: the caller's IP address.
 */
export function traitsOf(
  fingerprint: (purpose: 'trait', value: string) => string,
  order: {
    readonly to: readonly Contact[];
    readonly from?: Contact | undefined;
    readonly faxNumber?: string | undefined;
    readonly counterId?: string | undefined;
    readonly callerAddress?: string | undefined;
    readonly email?: string | undefined;
  },
): Trait[] {
  const contacts = order.from === undefined ? order.to : [...order.to, order.from];
  const texts: Readonly<Record<TraitKind, readonly (string | undefined)[]>> = {
    name: contacts.flatMap(namesOn).flatMap(nameKeys),
    address: contacts.flatMap(addressKeys),
    fax: [order.faxNumber],
    account: [order.counterId],
    network: [order.callerAddress],
    email: [order.email],
  };
  const traits = traitKinds.flatMap((kind) =>
    texts[kind].filter((text) => text !== undefined).map((text) => traitOf(fingerprint, kind, text)),
  );
  return [...new Set(traits)];
}

/** The keys of the names of a contact's person and company, or of its address. */
export const contactKeys = (kind: 'name' | 'address', contact: Contact): string[] =>
  kind === 'address'
    ? addressKeys(contact)
    : [personName(contact), contact.companyName ?? ''].filter((name) => name !== '').flatMap(nameKeys);
