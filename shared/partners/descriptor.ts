/** The shape of a descriptor: all that is known of a partner, or of a payment provider, before anybody calls it. */
import type * as z from 'zod/mini';
import type { PartnerName, PaymentProviderName } from '../core/names.ts';
import type { Coverage } from '../core/route-partner.ts';
import type { Choice } from './choices.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable {
  /** Also holds the sentence that says how to mend a malformed value. */
  readonly form: z.ZodMiniType;
  /** Set where the partner cannot be used without the variable: shown in place of what is missing. */
  readonly needed?: string;
  /** A secret variable is a field of the one secret. A function takes those for what it does: call, or hear events. */
  readonly secretTo?: readonly ('call' | 'hear')[];
  /** How the stack asks for a variable that is not secret. */
  readonly parameter?: { readonly description: string; readonly pattern: string };
}

export interface Descriptor {
  readonly name: PartnerName | PaymentProviderName;
  /** For people. */
  readonly title: string;
  /** The environment variables that belong to it alone. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** Set where it has live keys and test keys. */
  readonly keys?: { readonly variable: string; readonly live: RegExp };
  /** Its own address, and the variable that puts another in its place. */
  readonly api?: { readonly base: string; readonly variable: string };
  /** Set where it sends events. */
  readonly events?: {
    /** The headers that sign an event; the first holds the signature. */
    readonly headers: readonly [string, ...string[]];
    /** What the API's own description says of them. */
    readonly summary: string;
  };
  /** How an operator's tools ask it something harmless; missing where it has no network address. */
  readonly access?: {
    /** The variables to look at when it does not know us. */
    readonly credentials: readonly [string, ...string[]];
    /** Reads one thing at most, and changes nothing. Missing where the doctor has checks for this partner alone. */
    readonly harmlessPath?: string;
    /** `undefined` where the environment lacks what a call needs. */
    line(
      environment: Environment,
    ): { readonly base: string; readonly headers: Readonly<Record<string, string>> } | undefined;
  };
}

export interface PartnerDescriptor extends Descriptor {
  readonly name: PartnerName;
  /** The variables that an operator chooses it by. */
  readonly chosenBy: readonly Choice[];
  readonly coverage: Coverage;
  /** Whether a second call under the same reference makes nothing new. */
  readonly hasKeys: boolean;
}

export interface PaymentProviderDescriptor extends Descriptor {
  readonly name: PaymentProviderName;
  /** The payment mode that it takes new payments in. */
  readonly paymentMode: 'real' | 'mock';
}
