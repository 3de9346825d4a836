/** The payer's view of an order, from which the pay page is drawn. */
import type { Contact } from '../../domain/address.ts';
import type { AddressFault, CorrectedField } from '../../domain/addresses/findings.ts';
import type { Country } from '../../domain/money/money.ts';
import type { Price } from '../../domain/money/price.ts';
import type { ProductName } from '../../domain/names.ts';
import type { Paper } from '../../domain/paper.ts';
import type { CheckFace, Product, Stamps, Statement } from '../../domain/product.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { ProgressView } from '../progress.ts';

export interface PayView {
  readonly service: ProductName;
  /** `Letter to {name}` */
  readonly heading: Product['heading'];
  /** `Printing and mailing a letter` */
  readonly lineItem: Product['lineItem'];
  /** The paper of its document or enclosure. */
  readonly paper: Paper;
  /** The recipient, by name or fax number. */
  readonly recipient: string;
  readonly country: Country;
  readonly status: 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled';
  readonly progress: ProgressView;
  readonly facts: readonly Statement[];
  /** From payment to arrival, as an estimate; missing where more is known. */
  readonly usualWait?: WaitView | undefined;
  readonly price: Price;
  /** Only while the job can be paid. */
  readonly payUrl?: string | undefined;
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined;
  readonly isTest: boolean;
  readonly warnings: readonly Warning[];
  /** The payer's choice about the recipient's address, open or made. */
  readonly addressChoice?: AddressChoice | undefined;
  /** Missing if this service writes no e-mails. */
  readonly emails?: EmailChoice | undefined;
  /** The order form, filled in as for this order; missing if the order was not made on it. */
  readonly formPath?: string | undefined;
  readonly contentHash?: string | undefined;
  /** The document, while it is kept. */
  readonly proof?: ProofView | undefined;
  readonly stamps?: Stamps | undefined;
  readonly checkFace?: CheckFace | undefined;
  /** Unix milliseconds. */
  readonly jobCreatedAt: number;
  readonly orderNumber: string;
}

/** `token` stands in the form of the page alone. */
export type AddressChoice = {
  readonly token: string;
  /** The lines of the address that is printed now. */
  readonly ordered: readonly string[];
  readonly country: Country;
} & (
  | { readonly kind: 'taken' }
  | { readonly kind: 'doubtful'; readonly what: readonly AddressFault[] }
  | {
      readonly kind: 'corrected';
      readonly what: readonly CorrectedField[];
      readonly suggestion: Contact;
      readonly suggested: readonly string[];
      /** Price and content stay as they are. */
      readonly mayTake: boolean;
    }
);

/** `token` stands in the forms of the page alone. */
export interface EmailChoice {
  readonly token: string;
  /** The payer has asked for them. */
  readonly isTicked: boolean;
  /** The addresses that are written to, `a…@example.com`. */
  readonly to: readonly string[];
}

interface WaitView {
  readonly least: number;
  readonly most: number;
  readonly unit: 'minutes' | 'business days';
  readonly isFromItsDay?: boolean;
}

export interface ProofView {
  /** The path of the pay page, on its own origin. Pictures and the PDF stand below it. */
  readonly path: string;
  readonly pages: number;
}
