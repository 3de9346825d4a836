/** A provider's events: signature over the raw bytes first, then recorded, then answered. Closed to browsers. */
import { Refusal } from '../../core/refusal.ts';
import type { PartnerEvent, World } from '../../ports.ts';
import { type PartnerEventView, receivePartnerEvent } from '../../usecases/receive-partner-event.ts';
import { type EventView, receivePaymentEvent } from '../../usecases/receive-payment-event.ts';
import { json, tellJson } from './endpoint.ts';
import { bodyOf, type HttpEvent } from './http-event.ts';
import { onion } from './onion.ts';
import { statusOfOutcome } from './problem.ts';

export const paymentWebhook = (name: string, signatureHeader: string) =>
  onion(
    name,
    async ({ event, world }) => {
      const signature = event.headers[signatureHeader];
      const paymentEvent = await signed(world, async () => world.payments.readEvent(bodyOf(event), signature));
      const { outcome, body } = await receivePaymentEvent(world, paymentEvent);
      return json(statusOfOutcome[outcome], body satisfies EventView);
    },
    { tell: tellJson, openToBrowsers: false },
  );

/**
 * `read` checks the signature over the raw body first and throws a Refusal for what is not from the partner; `now` in
 * Unix ms. Headers by their lower-case names: some partners sign in more than one.
 */
export type ReadPartnerEvent = (rawBody: string, headers: HttpEvent['headers'], now: number) => PartnerEvent;

export const partnerWebhook = (name: string, read: ReadPartnerEvent) =>
  onion(
    name,
    async ({ event, world }) => {
      const partnerEvent = await signed(world, async () => read(bodyOf(event), event.headers, world.clock.now()));
      const { outcome, body } = await receivePartnerEvent(world, partnerEvent);
      return json(statusOfOutcome[outcome], body satisfies PartnerEventView);
    },
    { tell: tellJson, openToBrowsers: false },
  );

/** Counts what is not from the provider: a stranger's junk, or a secret that is no longer the provider's. */
const signed = <T>({ log }: World, read: () => Promise<T>): Promise<T> =>
  read().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'signature_invalid') log.measure('signatureFailures', 1);
    throw error;
  });
