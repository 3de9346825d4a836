/** Serves webhooks: verifies the signature over the raw bytes, records the event, then answers. Closed to browsers. */
import type { PartnerName, PaymentProviderName } from '../../core/names.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Deps } from '../../ports/deps.ts';
import { type PartnerEventView, receivePartnerEvent } from '../../usecases/events/receive-partner-event.ts';
import { type EventView, receivePaymentEvent } from '../../usecases/events/receive-payment-event.ts';
import { json } from './endpoint.ts';
import { bodyOf } from './http-event.ts';
import { withMiddleware } from './middleware.ts';
import { statusOfOutcome } from './problem.ts';
import { problemAsJson } from './problem-json.ts';
import { refuseTooManyValues } from './read-json.ts';

export const paymentWebhook = (name: string, provider: PaymentProviderName) =>
  withMiddleware(
    name,
    async ({ event, deps }) => {
      // Test mode checks no signature, so anybody's body is parsed.
      refuseTooManyValues(bodyOf(event));
      // In test mode the mock provider sends its events to the address of the real one.
      const payments = deps.payments[deps.settings.paymentProvider === 'mock' ? 'mock' : provider];
      if (payments === undefined) throw new Error(`${provider} is not configured`);
      const paymentEvent = await readSigned(deps, () => payments.readEvent(bodyOf(event), event.headers));
      const { outcome, body } = await receivePaymentEvent(deps, paymentEvent);
      return json(statusOfOutcome[outcome], body satisfies EventView);
    },
    { formatProblem: problemAsJson, openToBrowsers: false },
  );

export const partnerWebhook = (name: string, partner: PartnerName) =>
  withMiddleware(
    name,
    async ({ event, deps }) => {
      const partnerEvent = await readSigned(deps, async () => {
        const read = deps.senders[partner]?.readEvent;
        if (read === undefined) throw new Error(`${partner} sends no events`);
        return read(bodyOf(event), event.headers);
      });
      const { outcome, body } = await receivePartnerEvent(deps, partnerEvent);
      return json(statusOfOutcome[outcome], body satisfies PartnerEventView);
    },
    { formatProblem: problemAsJson, openToBrowsers: false },
  );

/** Counts bad signatures: either a stranger's junk, or a secret that the provider has since changed. */
const readSigned = <T>({ log }: Deps, read: () => Promise<T>): Promise<T> =>
  read().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'signature_invalid') log.measure('signatureFailures', 1);
    throw error;
  });
