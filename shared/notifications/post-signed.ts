/** Posts one signed message to a receiver. */
import type { WebhookTarget } from '../core/notify/notify.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventSigner, Posted, Receivers } from '../ports/notifications.ts';

export type PostDeps = { readonly clock: Clock; readonly receivers: Receivers; readonly eventSigner: EventSigner };

export async function postSigned(
  { clock, receivers, eventSigner }: PostDeps,
  { url, secret }: Pick<WebhookTarget, 'url' | 'secret'>,
  id: string,
  message: object,
): Promise<Omit<Posted, 'retryAfterMs'> & { readonly notBefore: number | undefined }> {
  const body = JSON.stringify(message);
  const headers = eventSigner.headersOf({ id, at: clock.now(), body }, secret);
  const { retryAfterMs, ...posted } = await receivers.post(url, body, headers);
  return { ...posted, notBefore: retryAfterMs === undefined ? undefined : clock.now() + retryAfterMs };
}
