/** Jobs with `notify`, and the events that their receivers and clients get. */
import type { ProductName } from '../../shared/domain/names.ts';
import type { PostOutcome } from '../../shared/notify/deps.ts';
import { getJobEvents } from '../../shared/notify/notifications.ts';
import { ask } from '../../shared/orders/use-case.ts';
import type { MemoryDeps } from './fakes/deps.ts';
import { caller, orderedAs, quotedAs, requestFor } from './fakes/orders.ts';

export const hook = 'https://shop.example.com/hooks/s3cret-path?token=s3cret-token';
export const secret = `whsec_${Buffer.from('only the receiver knows this long secret').toString('base64')}`;
export const webhookAndEmail = { webhook_url: hook, webhook_secret: secret, email: 'Grace.Hopper@mail.example.com' };

export async function placedWithNotify(
  deps: MemoryDeps,
  notify: object = webhookAndEmail,
  product: ProductName = 'letter',
) {
  const { quote_id } = await quotedAs(deps, product);
  const { body } = await orderedAs(deps, product, requestFor(product, quote_id, 'none', { notify }));
  return body.job_id as string;
}

export const eventsOf = async (deps: MemoryDeps, job_id: string) =>
  (await ask(getJobEvents, deps, { job_id }, caller)).body.notifications;

export function setReceiverResponse(deps: MemoryDeps, response: PostOutcome): void {
  deps.receivers.answer = () => response;
}

/** The events that the receiver got, oldest first, repeats included. */
export const receivedEvents = (deps: MemoryDeps) =>
  deps.receivers.received.map(({ body, headers }) => ({
    type: JSON.parse(body).type as string,
    id: headers['webhook-id'],
  }));
