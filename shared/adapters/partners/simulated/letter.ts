/** What the simulated print partner's records say of letters (PostGrid's shape). */
import type { LetterOrder } from '../../../products/letter/letter.ts';
import { mailTrade } from './mail.ts';
import type { SimulatedOrder, Trade } from './simulated.ts';

function letterRecord({ order }: SimulatedOrder): Record<string, unknown> {
  const { to, color, registered } = order as LetterOrder;
  return {
    object: 'letter',
    mailingClass: registered ? (to.countryCode === 'US' ? 'certified' : 'registered') : 'first_class',
    addressPlacement: 'top_first_page',
    color,
    doubleSided: false,
  };
}

export const letterTrade = (orderId: () => string, readyMs: number): Trade =>
  mailTrade('letter', orderId, readyMs, letterRecord);
