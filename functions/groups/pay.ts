/** The pages that a payer meets between the link and the thanks. */
import { handler as chooseAddress } from '../pages/choose-address.ts';
import { handler as chooseEmails } from '../pages/choose-emails.ts';
import { handler as mockCheckout } from '../pages/mock-checkout.ts';
import { handler as showPaidPage } from '../pages/show-paid-page.ts';
import { handler as showPayPage } from '../pages/show-pay-page.ts';
import { byHandler } from './by-handler.ts';

export const handler = byHandler({
  'choose-address': chooseAddress,
  'choose-emails': chooseEmails,
  'mock-checkout': mockCheckout,
  'show-paid-page': showPaidPage,
  'show-pay-page': showPayPage,
});
