/** What the tests of a life have to know of each product, and nothing more: its words, and how soon it gets on. */
import type { ProductName } from '../../shared/core/product.ts';

export interface Description {
  /** `fulfillment_status` once the partner holds it, and once it has left. */
  readonly held: string;
  readonly left: string;
  /** The receipt's word, and the name of its time, once it has left. */
  readonly receipt: 'mailed' | 'sent';
  /** Long enough for the simulated partner to let it go. */
  readonly leavesWithinMs: number;
  readonly partnerId: RegExp;
}

export const lives: Readonly<Record<ProductName, Description>> = {
  letter: {
    held: 'in_production',
    left: 'mailed',
    receipt: 'mailed',
    leavesWithinMs: 125_000,
    partnerId: /^letter_/,
  },
  check: { held: 'in_production', left: 'mailed', receipt: 'mailed', leavesWithinMs: 125_000, partnerId: /^cheque_/ },
  fax: { held: 'queued', left: 'sent', receipt: 'sent', leavesWithinMs: 5_000, partnerId: /^fax_/ },
};

export const products = Object.keys(lives) as ProductName[];
