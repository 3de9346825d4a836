/** The variables by which an operator chooses partners, and the words for each kind of product. */
import { type ProductName, productNames } from '../domain/names.ts';

interface Choosing {
  readonly products: readonly ProductName[];
  /** True if `none` may stand there: then its products are not sold. */
  readonly mayBeNone: boolean;
  /** The operator who deploys reads this text. */
  readonly description: string;
  /** "faxes would be sent", "nobody sends faxes". */
  readonly words: { readonly goods: string; readonly sent: string; readonly sends: string };
}

/** Every product on paper, so that a new product is included. */
const printed: readonly ProductName[] = productNames.filter((name) => name !== 'fax');

const mail = { goods: 'letters', sent: 'mailed', sends: 'mails' };
const fax = { goods: 'faxes', sent: 'sent', sends: 'sends' };

export const choices = {
  PRINT_PARTNER: { products: printed, mayBeNone: false, description: 'Who prints and mails', words: mail },
  FAX_PARTNER: { products: ['fax'], mayBeNone: true, description: 'Who faxes; none: no faxes are sold', words: fax },
} as const satisfies Readonly<Record<string, Choosing>>;

const product = `(${productNames.join('|')})`;

/** The form of PRODUCTS, by which an operator says what is for sale. What is already paid for goes on. */
export const productsForm = `(none|${product}(,${product})*)`;

export type Choice = keyof typeof choices;
