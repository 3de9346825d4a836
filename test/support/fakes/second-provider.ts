/** Acme, a second payment provider with its own sessions and ids. Importing this file adds it to the catalog. */
import type { PaymentProviderName } from '../../../shared/domain/names.ts';
import { receivePaymentEvent } from '../../../shared/orders/events/receive-payment-event.ts';
import { paymentProviders } from '../../../shared/partners/catalogue.ts';
import type { PaymentProviderDescriptor } from '../../../shared/partners/descriptor.ts';
import { kindAndTimeOf, mockEvent, mockPayments } from '../../../shared/partners/mock/mock.ts';
import type { Payments } from '../../../shared/partners/payments.ts';
import { type MemoryDeps, memoryDeps } from './deps.ts';
import { datedCollection } from './memory.ts';
import { placed } from './orders.ts';

const name = 'acme' as string as PaymentProviderName;

Object.assign(paymentProviders, {
  [name]: {
    name,
    title: 'Acme',
    paymentMode: 'real',
    variables: {},
    idPattern: /\bacme_(?:page|pay)_\w{4,}/,
    isTestCheckout: () => false,
  } satisfies PaymentProviderDescriptor,
});

/** Translates the mock provider's name and ids into Acme's, and makes its test payments real. */
const toAcme = <T>(answer: T): T =>
  answer === undefined
    ? answer
    : JSON.parse(
        JSON.stringify(answer)
          .replaceAll('"mock"', `"${name}"`)
          .replaceAll('cs_test_', 'acme_page_')
          .replaceAll('pi_test_', 'acme_pay_')
          .replaceAll(',"isTest":true', ''),
      );

const toMockIds = (text: string): string =>
  text.replaceAll('acme_page_', 'cs_test_').replaceAll('acme_pay_', 'pi_test_');

function acmePayments({ clock, random }: Pick<MemoryDeps, 'clock' | 'random'>) {
  const sessions = datedCollection(kindAndTimeOf);
  const mock = mockPayments({ clock, random, sessions });
  const refunds: string[] = [];
  const payments: Payments = {
    open: async (request) => toAcme(await mock.open(request)),
    status: async (id) => toAcme(await mock.status(toMockIds(id))),
    expire: async (id) => toAcme(await mock.expire(toMockIds(id))),
    refund: async (jobId, payment) => {
      refunds.push(payment.id);
      return mock.refund(jobId, { ...payment, id: toMockIds(payment.id) });
    },
    paymentsMovedWithin: async (span, after) => toAcme(await mock.paymentsMovedWithin(span, after)),
    findPayment: async (jobId, payment) =>
      toAcme(await mock.findPayment(jobId, { ...payment, id: toMockIds(payment.id) })),
    jobIdOf: (id) => mock.jobIdOf(toMockIds(id)),
    readEvent: async (body, headers) => toAcme(await mock.readEvent(toMockIds(body), headers)),
  };
  /** The payer pays. Returns the event's body. */
  const pay = async (checkoutId: string): Promise<string> => {
    const paid = await mock.end(toMockIds(checkoutId), 'paid');
    if (paid === undefined) throw new Error(`no session ${checkoutId}`);
    return JSON.stringify(toAcme(mockEvent(paid as Parameters<typeof mockEvent>[0], 'evt_1', clock.now())));
  };
  return { ...payments, name, refunds, pay };
}

/** A service whose new jobs are paid at the mock provider, and whose earlier ones are paid at Acme. */
export function withAcme() {
  const deps: MemoryDeps = memoryDeps({ readyMs: 40 * 24 * 3_600_000 });
  const acme = acmePayments(deps);
  Object.assign(deps, { payments: { ...deps.payments, [name]: acme } });
  const placedAtAcme = (): Promise<string> =>
    placed({ ...deps, settings: { ...deps.settings, paymentProvider: name } } as MemoryDeps);
  const paidAtAcme = async (): Promise<string> => {
    const jobId = await placedAtAcme();
    const event = await acme.pay((await deps.jobs.get(jobId))?.checkout?.id ?? '');
    await receivePaymentEvent(deps, await acme.readEvent(event, {}));
    return jobId;
  };
  return { deps, acme, placedAtAcme, paidAtAcme };
}
