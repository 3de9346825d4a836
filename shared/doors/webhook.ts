/** A provider's events: signature over the raw bytes first, then recorded, then answered. Closed to browsers. */
import { type EventView, receivePaymentEvent } from '../usecases/receive-payment-event.ts';
import { json, tellJson } from './endpoint.ts';
import { bodyOf, onion } from './onion.ts';
import { statusOfOutcome } from './problem.ts';

export const paymentWebhook = (name: string, signatureHeader: string) =>
  onion(
    name,
    async ({ event, world }) => {
      const paymentEvent = await world.payments.readEvent(bodyOf(event), event.headers[signatureHeader]);
      const { outcome, body } = await receivePaymentEvent(world, paymentEvent);
      return json(statusOfOutcome[outcome], body satisfies EventView);
    },
    { tell: tellJson, openToBrowsers: false },
  );
