/** Another rail is one value for its wire and one adapter for its charges: nothing else of the service changes. */
import type { Rail } from '../../../shared/ports/agent-payments.ts';
import type { TokenCharges } from '../../../shared/ports/payments.ts';
import { allSources } from '../../support/architecture/sources.ts';
import { asksToPay, refusalTo } from '../../support/fakes/agents.ts';
import { memoryDeps, paymentsBut } from '../../support/fakes/deps.ts';
import { placed } from '../../support/fakes/orders.ts';

const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');

/** The wire of x402: the demand and its answer stand in headers of their own. */
const x402: Rail = {
  async demand({ amountCents, orderNumber }) {
    const accepts = [{ scheme: 'exact', network: 'eip155:8453', amount: `${amountCents}0000`, extra: { orderNumber } }];
    const challenge = { x402Version: 2, accepts };
    return { headers: { 'payment-required': inBase64(challenge) }, challenge };
  },
  credentialIn: async (headers) => headers['payment-signature'],
  tokenOf: async (credential, { orderNumber }) =>
    `${credential}`.startsWith(`0x${orderNumber}`) ? { token: `${credential}` } : 'invalid',
  receiptOf: async ({ id }) => ({ success: true, transaction: id }),
  headersOf: async (receipt) => ({ 'payment-response': inBase64(receipt) }),
};

/** A facilitator that settles each key once. */
function facilitator(): TokenCharges & { readonly settled: Map<string, string> } {
  const settled = new Map<string, string>();
  return {
    settled,
    problemOf: async () => undefined,
    async charge({ key, token, order }) {
      const known = settled.get(key) ?? token;
      settled.set(key, known);
      if (known !== token) return { kind: 'spoilt' };
      const payment = {
        provider: 'mock',
        id: `tx_${known}`,
        by: 'token',
        amountCents: order.price.amountCents,
      } as const;
      return { kind: 'paid', payment: { ...payment, currency: order.price.currency } };
    },
    charged: async () => ({ kind: 'none' }),
  };
}

test('a rail like x402 asks, is answered and charges once, by a wire and an adapter of its own', async () => {
  const made = memoryDeps();
  const tokens = facilitator();
  const deps = { ...made, rail: x402, payments: paymentsBut(made, { tokens }) };
  const jobId = await placed(deps);
  const { demand } = await refusalTo(asksToPay(deps, jobId));
  expect(Object.keys(demand?.headers ?? {})).toEqual(['payment-required']);
  const { accepts } = JSON.parse(Buffer.from(`${demand?.headers['payment-required']}`, 'base64').toString());
  expect(accepts).toMatchObject([{ amount: '2120000' }]);
  const signature = `0x${accepts[0].extra.orderNumber}`;
  for (const shown of [`${signature}1`, `${signature}2`, undefined])
    expect((await asksToPay(deps, jobId, shown)).body).toMatchObject({
      paid: true,
      payment_receipt: { transaction: `tx_${signature}1` },
    });
  expect(tokens.settled.size).toBe(1);
});

test('ten files at most name the rail that is in use: another one is named in as many', () => {
  const naming = allSources().filter(({ text }) => /mppRail|mppMethod|AGENT_PAYMENTS/.test(text));
  expect(naming.map(({ file }) => file)).toContain('shared/adapters/payments/mpp.ts');
  expect(naming.length).toBeLessThanOrEqual(10);
});
