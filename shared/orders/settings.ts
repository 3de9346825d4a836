/** The operator's settings, as the use cases see them. */
import type { PaymentProviderName, ProductName } from '../domain/names.ts';
import type { RequestLimits } from '../domain/network.ts';
import type { Operator } from '../domain/operator.ts';

export interface Settings {
  readonly paymentMode: 'mock' | 'real';
  readonly paymentProvider: PaymentProviderName;
  /** So long a payment event waits for its order; 0 is not at all. */
  readonly webhookWaitMs: number;
  /** So many payment events can be answered at the same time, as far as the deployment knows; missing if nothing limits them. */
  readonly webhooksAtOnce?: number | undefined;
  readonly retryBaseMs: number;
  /** The start of every link. If missing, links start with the host of the request. */
  readonly publicBaseUrl: string | undefined;
  /** The most requests of each class from one network; undefined counts none. */
  readonly requestLimits: RequestLimits | undefined;
  /** The most look-ups of addresses within ten minutes, for all callers together. */
  readonly addressLookUps: number;
  readonly operator: Operator;
  /** The payment key or a partner is a test one, as far as this function knows their keys. */
  readonly isTest: boolean;
  /** The products that have a partner. No other can be quoted or ordered. */
  readonly sold: readonly ProductName[];
  /** For checks on accounts that have not proven themselves. Missing if they are as all others. */
  readonly newAccounts?: { readonly waitMs: number; readonly mostCentsADay: number | undefined } | undefined;
  /** Whether this service writes e-mails. */
  readonly sendsEmail: boolean;
  /** The largest document of a product, in bytes, if its partners set a limit. */
  readonly mostBytes?: Readonly<Partial<Record<ProductName, number>>>;
  /** Mail of so many sheets goes out flat. */
  readonly flatFrom?: Readonly<Partial<Record<ProductName, number>>>;
}
