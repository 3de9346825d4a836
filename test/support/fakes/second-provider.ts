/** A second payment provider, planted beside the mock one: a descriptor, and an adapter with books and ids of its own. */

import type { PaymentProviderName } from '../../../shared/domain/names.ts';
import { receivePaymentEvent } from '../../../shared/orders/events/receive-payment-event.ts';
import { paymentProviders } from '../../../shared/partners/catalogue.ts';
import type { PaymentProviderDescriptor } from '../../../shared/partners/descriptor.ts';
import { mockEvent, mockPayments, movement } from '../../../shared/partners/mock/mock.ts';
import type { Payments } from '../../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps } from './deps.ts';
import { datedCollection } from './memory.ts';
import { placed } from './orders.ts';

const unlisted: string = 'acme';
const name = unlisted as PaymentProviderName;

Object.assign(paymentProviders, {
  [name]: {
    name,
    title: 'Acme',
    paymentMode: 'real',
    variables: {},
    idForm: /\bacme_(?:page|pay)_\w{4,}/,
    isTestCheckout: () => false,
  } satisfies PaymentProviderDescriptor,
});

/** The mock provider's words in those of this one. */
const own = <T>(answer: T): T =>
  answer === undefined
    ? answer
    : JSON.parse(
        JSON.stringify(answer)
          .replaceAll('"mock"', `"${name}"`)
          .replaceAll('cs_test_', 'acme_page_')
          .replaceAll('pi_test_', 'acme_pay_')
          .replaceAll(',"isTest":true', ''),
      );

const back = (text: string): string => text.replaceAll('acme_page_', 'cs_test_').replaceAll('acme_pay_', 'pi_test_');

function acmePayments({ clock, random }: Pick<MemoryDeps, 'clock' | 'random'>) {
  const sessions = datedCollection(movement);
  const behind = mockPayments({ clock, random, sessions });
  const refunds: string[] = [];
  const payments: Payments = {
    open: async (request) => own(await behind.open(request)),
    status: async (id) => own(await behind.status(back(id))),
    expire: async (id) => own(await behind.expire(back(id))),
    refund: async (jobId, payment) => {
      refunds.push(payment.id);
      return behind.refund(jobId, { ...payment, id: back(payment.id) });
    },
    movedWithin: async (span, after) => own(await behind.movedWithin(span, after)),
    taken: async (jobId, payment) => own(await behind.taken(jobId, { ...payment, id: back(payment.id) })),
    jobOf: (id) => behind.jobOf(back(id)),
    readEvent: async (body, headers) => own(await behind.readEvent(back(body), headers)),
  };
  /** The payer pays, and the event of it. */
  const pays = async (checkoutId: string): Promise<string> => {
    const paid = await behind.end(back(checkoutId), 'paid');
    if (paid === undefined) throw new Error(`no page ${checkoutId}`);
    return JSON.stringify(own(mockEvent(paid as Parameters<typeof mockEvent>[0], 'evt_1', clock.now())));
  };
  return { ...payments, name, refunds, pays };
}

/** The mock provider takes new payments, and jobs from before are at Acme. */
export function withAcme() {
  const deps: MemoryDeps = memoryDeps({ readyMs: 40 * 24 * 3_600_000 });
  const acme = acmePayments(deps);
  Object.assign(deps, { payments: { ...deps.payments, [name]: acme } });
  const placedAtAcme = (): Promise<string> =>
    placed({ ...deps, settings: { ...deps.settings, paymentProvider: name } } as MemoryDeps);
  const paidAtAcme = async (): Promise<string> => {
    const jobId = await placedAtAcme();
    const event = await acme.pays((await deps.jobs.get(jobId))?.checkout?.id ?? '');
    await receivePaymentEvent(deps, await acme.readEvent(event, {}));
    return jobId;
  };
  return { deps, acme, placedAtAcme, paidAtAcme };
}
