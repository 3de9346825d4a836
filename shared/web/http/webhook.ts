/** Serves webhooks: verifies the signature over the raw bytes, records the event, then responds. Closed to web pages. */
import type { PartnerName, PaymentProviderName } from '../../domain/names.ts';
import { Refusal } from '../../domain/refusal.ts';
import { countRequest } from '../../orders/count-request.ts';
import type { Deps } from '../../orders/deps.ts';
import { type EventView, receivePaymentEvent } from '../../orders/events/receive-payment-event.ts';
import { type PartnerEventView, receivePartnerEvent } from '../../orders/read-progress.ts';
import type { Caller } from '../../orders/use-case.ts';
import { bodyOf, json } from './http-event.ts';
import { withMiddleware } from './middleware.ts';
import { problemAsJson, statusOfOutcome } from './problem.ts';

export const paymentWebhook = (name: string, provider: PaymentProviderName) =>
  withMiddleware(
    name,
    async ({ event, deps, caller }) => {
      // In test mode, the mock provider sends its events to this URL.
      const payments = deps.payments[deps.settings.paymentProvider === 'mock' ? 'mock' : provider];
      if (payments === undefined) throw new Error(`${provider} is not configured`);
      const paymentEvent = await readSigned(deps, caller, () => payments.readEvent(bodyOf(event), event.headers));
      const { outcome, body } = await receivePaymentEvent(deps, paymentEvent);
      return json(statusOfOutcome[outcome], body satisfies EventView);
    },
    { formatProblem: problemAsJson, openToBrowsers: false },
  );

export const partnerWebhook = (name: string, partner: PartnerName) =>
  withMiddleware(
    name,
    async ({ event, deps, caller }) => {
      const partnerEvent = await readSigned(deps, caller, async () => {
        const read = deps.eventReaders[partner]?.readEvent;
        if (read === undefined) throw new Error(`${partner} sends no events`);
        return read(bodyOf(event), event.headers);
      });
      const { outcome, body } = await receivePartnerEvent(deps, partnerEvent);
      return json(statusOfOutcome[outcome], body satisfies PartnerEventView);
    },
    { formatProblem: problemAsJson, openToBrowsers: false },
  );

/**
 * Counts bad signatures, because someone is sending junk or the provider's secret has changed. Each also counts toward the
 * network's limit of reads. Signed events don't count toward any limit.
 */
const readSigned = <T>(deps: Deps, caller: Caller, read: () => Promise<T>): Promise<T> =>
  read().catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'signature_invalid') {
      deps.log.measure('signatureFailures', 1);
      await countRequest(deps, { name: 'unsigned-events', limitedAs: 'reads' }, caller);
    }
    throw error;
  });
