/** The payer's view of an order, from which the pay page is drawn. */
import type { Country, Price } from '../../domain/money.ts';
import type { ProductName } from '../../domain/names.ts';
import type { Paper } from '../../domain/paper.ts';
import type { CheckFace, Product, Stamps, Statement } from '../../domain/product.ts';
import type { Warning } from '../../domain/warnings/warning.ts';
import type { copyChoiceOf } from '../../orders/create/twins.ts';
import type { addressChoiceOf } from '../../orders/pay/address-choice.ts';
import type { UsualWait } from '../../products/arrival.ts';
import type { ProgressView } from '../progress.ts';
import type { emailChoiceOf } from '../views/answer-order.ts';
import type { deletionOf } from '../views/show-pay-page.ts';

export interface PayView {
  readonly service: ProductName;
  /** `Letter to {name}` */
  readonly heading: Product['heading'];
  /** `Printing and mailing a letter` */
  readonly lineItem: Product['lineItem'];
  /** The part of the price that its cover sheet costs; missing if it has none. */
  readonly coverCents?: number | undefined;
  /** The paper of its document or enclosure. */
  readonly paper: Paper;
  /** The recipient, by name or fax number. */
  readonly recipient: string;
  readonly country: Country;
  readonly status: 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'cancelled';
  readonly progress: ProgressView;
  /** The address of its page. */
  readonly link?: string | undefined;
  readonly facts: readonly Statement[];
  /** From payment to arrival, as an estimate; missing where there is a better one. */
  readonly usualWait?: UsualWait | undefined;
  readonly price: Price;
  /** `undefined` if nothing was refunded, or if another amount was paid. */
  readonly refundedCents?: number | undefined;
  /** Only while the job can be paid. */
  readonly payUrl?: string | undefined;
  /** Unix milliseconds. */
  readonly expiresAt?: number | undefined;
  readonly isTest: boolean;
  readonly warnings: readonly Warning[];
  /** The payer's choice about the recipient's address, open or made. */
  readonly addressChoice?: ReturnType<typeof addressChoiceOf>;
  /** An identical order, and whether the payer has to confirm this one. */
  readonly copyChoice?: Awaited<ReturnType<typeof copyChoiceOf>>;
  /** Missing if this service sends no email. */
  readonly emails?: ReturnType<typeof emailChoiceOf>;
  /** The order form, filled in as for this order; missing if the order was not made on it. */
  readonly formPath?: string | undefined;
  /** The document, as long as it is stored. */
  readonly proof?:
    | {
        /** The path of the pay page, on its own origin. The pictures and the PDF are below it. */
        readonly path: string;
        readonly pages: number;
      }
    | undefined;
  /** The document was deleted, or can be. */
  readonly deletion?: ReturnType<typeof deletionOf>;
  readonly stamps?: Stamps | undefined;
  readonly checkFace?: CheckFace | undefined;
  readonly orderNumber: string;
}
