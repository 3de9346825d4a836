/** Every sentence of the pages in French, by its English. Each part has a file of its own. */
import { bankAccount } from './bank-account.ts';
import { checkout } from './checkout.ts';
import { emails } from './emails.ts';
import { frenchHome } from './home.ts';
import { order } from './order.ts';
import { frenchOrderForm } from './order-form.ts';
import { pay } from './pay.ts';
import { receipt } from './receipt.ts';
import { shell } from './shell.ts';
import { upload } from './upload.ts';
import { verify } from './verify.ts';
import { warnings } from './warnings.ts';

export const french = {
  ...shell,
  ...frenchHome,
  ...pay,
  ...warnings,
  ...order,
  ...frenchOrderForm,
  ...receipt,
  ...verify,
  ...bankAccount,
  ...checkout,
  ...upload,
  ...emails,
} as const;

export { inFrench } from './known.ts';
