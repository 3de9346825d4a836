/** The shape of a descriptor: everything known about a partner or payment provider before the first call. */
import type * as z from 'zod/mini';
import type { PartnerName, PaymentProviderName, ProductName } from '../domain/names.ts';
import type { Assumed } from './assumed.ts';
import type { Choice } from './choices.ts';

/** The address without a slash at the end, and with the API's version once: operators write it with or without. */
export const baseOf = (
  environment: EnvironmentVariables,
  { base, variable }: { readonly base: string; readonly variable: string },
  version?: string,
): string => {
  const given = (environment[variable] ?? base).replace(/\/+$/, '');
  return version === undefined ? given : `${given.replace(new RegExp(`/${version}$`), '')}/${version}`;
};

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

interface Variable {
  /** Makes the schema; its message says how to fix a malformed value. */
  readonly form: () => z.ZodMiniType;
  /** Set if the partner cannot be used without the variable: the example shown if it is missing. */
  readonly needed?: string;
  /** A secret variable is a field of the one secret. A function gets those for its task: to call, or to hear events. */
  readonly secretTo?: readonly ('call' | 'hear')[];
  /** The stack's parameter for a variable that is not secret. */
  readonly parameter?: { readonly description: string; readonly pattern: string };
}

/** The address of a partner and our key. */
export interface Connection {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Descriptor {
  readonly name: PartnerName | PaymentProviderName;
  /** The name that people read. */
  readonly title: string;
  /** The environment variables that belong to this partner alone. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** Set if it has live keys and test keys. */
  readonly keys?: { readonly variable: string; readonly live: RegExp };
  /** Its own address, and the variable that replaces it. */
  readonly api?: { readonly base: string; readonly variable: string };
  /** Set if it sends events. */
  readonly events?: {
    /** The headers that sign an event; the first holds the signature. */
    readonly headers: readonly [string, ...string[]];
    /** The summary of the events in this API's own description. */
    readonly summary: string;
  };
  /** Lets an operator's tools call it without harm; missing if it has no network address. */
  readonly access?: {
    /** The variable to check if it does not accept our key. */
    readonly credential: string;
    /** Reads one thing at most and changes nothing. Missing if the doctor has special checks for this partner. */
    readonly harmlessPath?: string;
    /** `undefined` if the environment lacks a variable that a call needs. */
    connection(environment: EnvironmentVariables): Connection | undefined;
  };
}

export interface PartnerDescriptor extends Descriptor {
  readonly name: PartnerName;
  /** The variables that can choose it. */
  readonly chosenBy: readonly Choice[];
  readonly makes: readonly ProductName[];
  readonly assumed: Assumed;
  /** So many sheets are not folded: they go out flat, in a large envelope with one window. Missing if nobody says so. */
  readonly flatFromSheets?: number;
  /** A larger document goes by a link, which the partner cannot follow to a service on one machine. */
  readonly mostUploadBytes?: number;
}

export interface PaymentProviderDescriptor extends Descriptor {
  readonly name: PaymentProviderName;
  /** It takes new payments in this payment mode. */
  readonly paymentMode: 'real' | 'mock';
  /** Its ids of payment pages and payments, wherever they stand in a text. */
  readonly idForm: RegExp;
  /** True if a checkout of this id takes test money. */
  isTestCheckout(checkoutId: string): boolean;
}
