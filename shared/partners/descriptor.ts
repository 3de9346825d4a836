/** The shape of a descriptor: all that the service knows about a partner or payment provider without calling it. */
import * as z from 'zod/mini';
import { type PartnerName, type PaymentProviderName, type ProductName, productNames } from '../domain/names.ts';
import type { Assumptions } from './partner.ts';

export const bearerHeaders = (key: string) => ({ authorization: `Bearer ${key}` });

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export interface Descriptor {
  readonly name: PartnerName | PaymentProviderName;
  readonly title: string;
  readonly variables: {
    readonly [variable: string]: {
      /** Makes the schema; its message says how to fix a malformed value. */
      readonly schema: () => z.ZodMiniType;
      /** A value for the error message. Set if the partner cannot be used without the variable. */
      readonly example?: string;
      /** Set for a secret: the tasks that use it. Each function gets only the secrets for its own task. */
      readonly secretFor?: readonly ('call' | 'receive')[];
    };
  };
  readonly keys?: { readonly variable: string; readonly live: RegExp };
  /** `variable`: replaces the base URL in tests. */
  readonly api?: { readonly base: string; readonly variable: string };
  readonly events?: {
    /** The headers that sign an event; the first holds the signature. */
    readonly headers: readonly [string, ...string[]];
    /** For the OpenAPI document of this service. */
    readonly summary: string;
  };
  /** How an operator's tools call it without changing anything. Missing if it makes no network calls. */
  readonly access?: {
    /** The variable that the operator should check if the partner refuses our key. */
    readonly credential: string;
    /** A path that reads at most one record. Missing if `npm run doctor` has its own checks for this partner. */
    readonly harmlessPath?: string;
    headers(key: string): Readonly<Record<string, string>>;
  };
}

export interface PartnerDescriptor extends Descriptor {
  readonly name: PartnerName;
  readonly chosenBy: readonly PartnerVariable[];
  readonly makes: readonly ProductName[];
  readonly assumed: Assumptions;
  /** A letter of this many sheets or more is mailed flat, in a large envelope with one window. Missing if not documented. */
  readonly flatFromSheets?: number;
  /** A larger document is sent as a link, which the partner cannot follow to the local server. */
  readonly maxUploadBytes?: number;
}

export interface PaymentProviderDescriptor extends Descriptor {
  readonly name: PaymentProviderName;
  readonly paymentMode: 'real' | 'mock';
  /** Matches an id of a payment page or payment anywhere in a text. */
  readonly idPattern: RegExp;
  /** Whether a checkout with this id takes test money. */
  isTestCheckout(checkoutId: string): boolean;
}

/** The environment variables that choose a partner, and the products that each decides. */
export const partnerVariables = {
  PRINT_PARTNER: {
    // A new product is on paper by default.
    products: productNames.filter((name) => name !== 'fax') as readonly ProductName[],
    mayBeNone: false,
    words: { plural: 'letters', sent: 'mailed', sends: 'mails' },
  },
  FAX_PARTNER: { products: ['fax'], mayBeNone: true, words: { plural: 'faxes', sent: 'sent', sends: 'sends' } },
} as const satisfies {
  readonly [variable: string]: {
    readonly products: readonly ProductName[];
    /** True if the variable may be `none`: then its products are not sold. */
    readonly mayBeNone: boolean;
    /** For sentences such as "faxes would be sent" and "no one sends faxes". */
    readonly words: { readonly plural: string; readonly sent: string; readonly sends: string };
  };
};

export type PartnerVariable = keyof typeof partnerVariables;

export const partnerVariableNames = Object.keys(partnerVariables) as PartnerVariable[];

export const textSetting = (pattern: RegExp, message: string) =>
  z.optional(z.string().check(z.regex(pattern, message)));

/** One secret, or two while it is being rotated. */
export const secretsSetting = (pattern: RegExp, message: string) =>
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

export function secondsSetting(fallback: string, min: number) {
  const problem = `must be a number of seconds from ${min} to 999999, with at most 3 decimals`;
  const isValid = (text: string) => /^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) >= min;
  return z.pipe(z._default(z.string().check(z.refine(isValid, problem)), fallback), z.transform(Number));
}

export const apiBase = { schema: () => z.optional(urlSetting('must be a URL such as https://api.example.com')) };
