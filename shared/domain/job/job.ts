/** A job: an order and its life. */
import type { AddressCheck } from '../addresses/address-check.ts';
import type { Drawing } from '../bank-account.ts';
import type { Trait } from '../fraud/traits.ts';
import type { QuotedContent, StoredDocument } from '../given/quoted-content.ts';
import type { Limits } from '../money/limits.ts';
import type { Price, ProvinceCode } from '../money/money.ts';
import type { ProductName } from '../names.ts';
import type { Stored } from '../stored.ts';
import type { Warning } from '../warnings/warning.ts';
import type { Events } from './event.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Notify } from './notify.ts';

export interface Job<Order = unknown> extends Stored, Lifecycle {
  readonly product: ProductName;
  readonly quoteId: string;
  readonly order: Order;
  readonly content?: QuotedContent;
  /** The exact bytes that the partner gets. */
  readonly document?: StoredDocument;
  /** A one-page preview of the order's insert; the partner renders its own. */
  readonly insert?: StoredDocument;
  readonly drawing?: Drawing;
  readonly price: Price;
  /** The province that taxes it, where it is known. */
  readonly province?: ProvinceCode | undefined;
  /** The caller's limits to what it may cost; the order is within them. */
  readonly limits?: Limits | undefined;
  readonly warnings: readonly Warning[];
  /** The sentence of its creation. It stays when the payer takes another address, so that a retry gets the same bytes. */
  readonly summary?: string | undefined;
  /** The check of the recipient's address, for products that are mailed. */
  readonly addressCheck?: AddressCheck | undefined;
  /** Keyed digests of whom it goes to, of its account and of its caller: the stop list knows it by them. */
  readonly traits?: readonly Trait[] | undefined;
  /** Opens the pay page. Its holder sees the order, may pay it, and may cancel it once it is paid. */
  readonly payCode: string;
  /** The base of this job's links: the address that the creating request came to. */
  readonly baseUrl: string;
  /** Equal orders that were there before it, those of the same quote first. */
  readonly twinIds?: readonly string[] | undefined;
  /** The latest order that equals this one and was made after it. */
  readonly copyId?: string | undefined;
  /** The payer has confirmed that it is meant as another copy, Unix ms. */
  readonly copyConfirmedAt?: number | undefined;
  /** Ordered on the order form, by the person who reads its pages. */
  readonly isByHand?: boolean | undefined;
  /** Who is told of its events. Without it, no events are recorded. */
  readonly notify?: Notify | undefined;
  readonly events?: Events | undefined;
}

type PayLink = Pick<Job, 'baseUrl' | 'payCode'>;

/** Shows what will be sent, and leads to the payment. */
export const payUrl = ({ baseUrl, payCode }: PayLink): string => `${baseUrl}/pay/${payCode}`;

/** The payment provider leads a payer there who has paid. */
export const paidUrl = (job: PayLink): string => `${payUrl(job)}/paid`;
