/** The variables by which an operator chooses partners, and the words that each kind of product is spoken of in. */
import { type ProductName, productNames } from '../core/product.ts';

interface Choosing {
  readonly products: readonly ProductName[];
  /** Whether it chooses who takes over while the first is down. */
  readonly isSecond: boolean;
  /** For the operator who deploys. */
  readonly description: string;
  /** "faxes would be sent", "nobody sends faxes". */
  readonly words: { readonly goods: string; readonly sent: string; readonly sends: string };
}

/** All that is on paper: a new product, too. */
const printed: readonly ProductName[] = productNames.filter((name) => name !== 'fax');

const mail = { goods: 'letters', sent: 'mailed', sends: 'mails' };
const fax = { goods: 'faxes', sent: 'sent', sends: 'sends' };

export const choices = {
  PRINT_PARTNER: { products: printed, isSecond: false, description: 'Who prints and mails', words: mail },
  FAX_PARTNER: { products: ['fax'], isSecond: false, description: 'Who faxes', words: fax },
  PRINT_SECOND: {
    products: printed,
    isSecond: true,
    description: 'Who takes over US letters while the print partner is down',
    words: mail,
  },
  FAX_SECOND: {
    products: ['fax'],
    isSecond: true,
    description: 'Who takes over faxes while the fax partner is down',
    words: fax,
  },
} as const satisfies Readonly<Record<string, Choosing>>;

export type Choice = keyof typeof choices;
