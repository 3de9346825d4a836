/** Every sentence of the pages in French, by its English. Each part has a file of its own. */
import { bankAccount, bankAccountProblems } from './bank-account.ts';
import { card } from './card.ts';
import { checkout } from './checkout.ts';
import { emails } from './emails.ts';
import { home } from './home.ts';
import { labels } from './labels.ts';
import { order } from './order.ts';
import { orderForm } from './order-form.ts';
import { pay } from './pay.ts';
import { reasons } from './reasons.ts';
import { receipt } from './receipt.ts';
import { shell } from './shell.ts';
import { statements } from './statements.ts';
import { upload } from './upload.ts';
import { verify } from './verify.ts';
import { warnings } from './warnings.ts';

export const french = {
  ...shell,
  ...home,
  ...pay,
  ...warnings,
  ...order,
  ...orderForm,
  ...receipt,
  ...verify,
  ...bankAccount,
  ...checkout,
  ...card,
  ...upload,
  ...emails,
} as const;

/** Texts that products, fulfilment and refusals write in English, and pages show. Their placeholders are figures. */
export const known = { ...labels, ...statements, ...reasons, ...bankAccountProblems } as const;
