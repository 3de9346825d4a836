/** Rails: how agents that pay themselves are asked for money, and answer. */
import type { Payment } from '../core/job/payment.ts';
import type { Currency } from '../core/money/money.ts';
import type { EventHeaders } from './payments.ts';

/** One job's price, as a rail asks for it. */
export interface Bill {
  readonly jobId: string;
  /** A short name of the order for people: it can do nothing. */
  readonly orderNumber: string;
  readonly amountCents: number;
  readonly currency: Currency;
  readonly description: string;
  /** Unix ms. */
  readonly expiresAt: number;
  /** The host that asks. */
  readonly realm: string;
}

/** The request for money, for an HTTP answer and for a message. */
interface Demand {
  readonly headers: Readonly<Record<string, string>>;
  readonly challenge: Readonly<Record<string, unknown>>;
}

/** `malformed`: no credential at all. `invalid`: it answers another demand than this one. */
export type CredentialFault = 'malformed' | 'invalid' | 'expired';

/** How agents are asked for money, and answer. It knows no job beyond its bill, and asks nobody. */
export interface Rail {
  demand(bill: Bill): Promise<Demand>;
  /** The credential in a request's headers, whatever it is worth; undefined if there is none. */
  credentialIn(headers: EventHeaders): Promise<unknown>;
  /** The token of a credential that answers the demand for this very bill. `now`: Unix ms. */
  tokenOf(credential: unknown, bill: Bill, now: number): Promise<{ readonly token: string } | CredentialFault>;
  /** The proof of a payment. */
  receiptOf(payment: Payment, bill: Bill, paidAt: number): Promise<Readonly<Record<string, unknown>>>;
  /** The same in a header. */
  headersOf(receipt: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>>>;
}
