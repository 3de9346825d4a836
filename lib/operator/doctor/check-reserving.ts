/**
 * Checks how the payments of this account can be reserved, where the service is to reserve them. Shapes and days follow
 * Stripe's references (payment_method_configurations; Place a hold on a payment method).
 */
import { asFields, type Fields } from '../../../shared/adapters/http/body.ts';
import type { Checkup } from './checkup.ts';
import { listedIn } from './partner-connection.ts';
import { answeredFinding, type DoctorFinding, failedFinding, ok, warn } from './verdict.ts';

/** Cards, and what pays by them: a customer's reservation lasts seven days. */
const byCard: ReadonlySet<string> = new Set([
  'card',
  'link',
  'apple_pay',
  'google_pay',
  'samsung_pay',
  'cartes_bancaires',
]);

const offeredIn = (configuration: Fields): string[] =>
  Object.entries(configuration).flatMap(([name, method]) => (asFields(method)?.available === true ? [name] : []));

export async function reservesPayments(checkup: Checkup): Promise<DoctorFinding> {
  const reply = await checkup.ask('stripe', { method: 'GET', path: '/v1/payment_method_configurations?limit=100' });
  if (reply.kind === 'answered' && reply.status === 403)
    return warn(
      'the key may not read payment method configurations',
      'see in Stripe’s dashboard that cards are on; other ways to pay may not be reservable',
    );
  const answer = answeredFinding(reply, checkup.connection('stripe'));
  if ('wrong' in answer) return answer.wrong;
  const ours = listedIn(answer.body)?.find(
    ({ is_default: isDefault, application }) => isDefault === true && !application,
  );
  if (ours === undefined)
    return warn('Stripe names no ways to pay', 'see in its dashboard that cards are on: only they are surely reserved');
  const offered = offeredIn(ours);
  if (!offered.includes('card'))
    return failedFinding(
      'cards are switched off, so hardly a payment can be reserved',
      'switch them on in Stripe’s dashboard',
    );
  const others = offered.filter((name) => !byCard.has(name));
  const cards =
    'cards are reserved for seven days, or five where one does not say; orders for later are charged at once';
  return others.length === 0
    ? ok(cards)
    : warn(
        `${cards}; ${others.join(', ')} may be reservable for less, or not at all, and are not offered then`,
        'switch them off in Stripe’s dashboard, or keep CAPTURE=at_once, if payers need them',
      );
}
