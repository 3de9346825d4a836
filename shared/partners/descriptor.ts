/** The shape of a descriptor: all that the service knows about a partner or payment provider without calling it. */
import * as z from 'zod/mini';
import { type PartnerName, type PaymentProviderName, type ProductName, productNames } from '../domain/names.ts';
import type { Assumed } from './partner.ts';

/** The address without a slash at the end, and with the API's version once: operators write it with or without. */
export const baseOf = (
  environment: EnvironmentVariables,
  { base, variable }: { readonly base: string; readonly variable: string },
  version?: string,
): string => {
  const address = (environment[variable] ?? base).replace(/\/+$/, '');
  return version === undefined ? address : `${address.replace(new RegExp(`/${version}$`), '')}/${version}`;
};

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
      /** A secret variable is a field of the secret. A function gets the ones for its task: to call, or to hear events. */
      readonly secretTo?: readonly ('call' | 'hear')[];
    };
  };
  /** Set if it has live keys and test keys. */
  readonly keys?: { readonly variable: string; readonly live: RegExp };
  /** The variable replaces the base, for tests. */
  readonly api?: { readonly base: string; readonly variable: string };
  readonly events?: {
    /** The headers that sign an event; the first holds the signature. */
    readonly headers: readonly [string, ...string[]];
    /** The summary of the events in this API's own description. */
    readonly summary: string;
  };
  /** For an operator's tools, which call it without harm; missing if it has no network address. */
  readonly access?: {
    /** The variable to check if it does not accept our key. */
    readonly credential: string;
    /** Reads one thing at most and changes nothing. Missing if the doctor has special checks for this partner. */
    readonly harmlessPath?: string;
    /** The version at the end of its address. */
    readonly version?: string;
    headers(key: string): Readonly<Record<string, string>>;
  };
}

export interface PartnerDescriptor extends Descriptor {
  readonly name: PartnerName;
  readonly chosenBy: readonly Choice[];
  readonly makes: readonly ProductName[];
  readonly assumed: Assumed;
  /** This many sheets are mailed flat, in a large envelope with one window. Missing if the partner does not say so. */
  readonly flatFromSheets?: number;
  /** A larger document is sent as a link, which the partner cannot follow to the local server. */
  readonly mostUploadBytes?: number;
}

export interface PaymentProviderDescriptor extends Descriptor {
  readonly name: PaymentProviderName;
  /** It takes new payments in this payment mode. */
  readonly paymentMode: 'real' | 'mock';
  /** Matches its ids of payment pages and payments anywhere in a text. */
  readonly idForm: RegExp;
  /** True if a checkout of this id takes test money. */
  isTestCheckout(checkoutId: string): boolean;
}

export const choices = {
  PRINT_PARTNER: {
    // Every product on paper, so that a new product is included.
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

export const textSetting = (pattern: RegExp, cure: string) => z.optional(z.string().check(z.regex(pattern, cure)));

/** One secret, or two while it is being rotated. */
export const secrets = (each: RegExp, cure: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.refine((list) => list.split(',').every((secret) => each.test(secret)), cure)),
      z.transform((list: string) => list.split(',')),
    ),
  );

export const webAddress = (cure: string) =>
  z.pipe(
    z.string().check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), cure)),
    z.transform((text: string) => text.replace(/\/+$/, '')),
  );

export const seconds = (fallback: string, least: number, cure: string) =>
  z.pipe(
    z._default(
      z.string().check(z.refine((text) => /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) >= least, cure)),
      fallback,
    ),
    z.transform(Number),
  );

export const apiBase = { form: () => z.optional(webAddress('must be an address such as https://api.example.com')) };
