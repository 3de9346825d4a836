/** The shape of a descriptor: all that the service knows about a partner or payment provider without calling it. */
import * as z from 'zod/mini';
import { type PartnerName, type PaymentProviderName, type ProductName, productNames } from '../domain/names.ts';
import type { Assumed } from './partner.ts';

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface Descriptor {
  readonly name: PartnerName | PaymentProviderName;
  readonly title: string;
  readonly variables: {
    readonly [variable: string]: {
      /** Makes the schema; its message says how to fix a malformed value. */
      readonly form: () => z.ZodMiniType;
      /** Set if the partner cannot be used without the variable: an example for the error if it is missing. */
      readonly needed?: string;
      /** Set for a secret. Each function gets only those for its task: calling the partner, or receiving its events. */
      readonly secretTo?: readonly ('call' | 'receive')[];
    };
  };
  readonly keys?: { readonly variable: string; readonly live: RegExp };
  /** The variable replaces the base, for tests. */
  readonly api?: { readonly base: string; readonly variable: string };
  readonly events?: {
    /** The headers that sign an event; the first holds the signature. */
    readonly headers: readonly [string, ...string[]];
    /** The summary of the events in this API's own description. */
    readonly summary: string;
  };
  /** How an operator's tools call it without changing anything; missing if it is not on the network. */
  readonly access?: {
    /** The variable to check if the partner refuses our key. */
    readonly credential: string;
    /** A read of one record at most. Missing if the doctor has special checks for this partner. */
    readonly harmlessPath?: string;
    headers(key: string): Readonly<Record<string, string>>;
  };
}

export interface PartnerDescriptor extends Descriptor {
  readonly name: PartnerName;
  readonly chosenBy: readonly Choice[];
  readonly makes: readonly ProductName[];
  readonly assumed: Assumed;
  /** From this many sheets on, a letter is mailed flat in a large envelope with one window. Missing if not documented. */
  readonly flatFromSheets?: number;
  /** A larger document is sent as a link, which the partner cannot follow to the local server. */
  readonly maxUploadBytes?: number;
}

export interface PaymentProviderDescriptor extends Descriptor {
  readonly name: PaymentProviderName;
  readonly paymentMode: 'real' | 'mock';
  /** Matches an id of a payment page or payment anywhere in a text. */
  readonly idForm: RegExp;
  /** True if a checkout of this id takes test money. */
  isTestCheckout(checkoutId: string): boolean;
}

export const choices = {
  PRINT_PARTNER: {
    // Everything but faxes is on paper, and so is a new product.
    products: productNames.filter((name) => name !== 'fax') as readonly ProductName[],
    mayBeNone: false,
    words: { goods: 'letters', sent: 'mailed', sends: 'mails' },
  },
  FAX_PARTNER: { products: ['fax'], mayBeNone: true, words: { goods: 'faxes', sent: 'sent', sends: 'sends' } },
} as const satisfies {
  readonly [variable: string]: {
    readonly products: readonly ProductName[];
    /** True if the variable may be `none`: then its products are not sold. */
    readonly mayBeNone: boolean;
    /** "faxes would be sent", "no one sends faxes". */
    readonly words: { readonly goods: string; readonly sent: string; readonly sends: string };
  };
};

export type Choice = keyof typeof choices;

export const textSetting = (pattern: RegExp, message: string) =>
  z.optional(z.string().check(z.regex(pattern, message)));

/** One secret, or two while it is being rotated. */
export const secrets = (pattern: RegExp, message: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.refine((list) => list.split(',').every((secret) => pattern.test(secret)), message)),
      z.transform((list: string) => list.split(',')),
    ),
  );

export const urlSetting = (message: string) =>
  z.pipe(
    z.string().check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), message)),
    z.transform((text: string) => text.replace(/\/+$/, '')),
  );

export const seconds = (fallback: string, min: number, message: string) =>
  z.pipe(
    z._default(
      z.string().check(z.refine((text) => /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) >= min, message)),
      fallback,
    ),
    z.transform(Number),
  );

export const apiBase = { form: () => z.optional(urlSetting('must be a URL such as https://api.example.com')) };
