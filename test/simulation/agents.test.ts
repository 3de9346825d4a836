/** Agents that pay beside a person: one charge for an order, and the field's own two defects are found. */
import type { ChargeRequest, TokenCharges } from '../../shared/ports/payments.ts';
import { paymentsBut } from '../support/fakes/deps.ts';
import { times } from '../support/proofs.ts';
import { chaos, type Plant } from '../support/simulation/chaos.ts';
import { payingAgents } from '../support/simulation/worlds/agents.ts';

const seeds = Number(process.env.SEEDS ?? times(10_000, 300, 'seeds of agents that pay'));
const first = Number(process.env.FIRST_SEED ?? 1);

const none: TokenCharges['charged'] = async () => ({ kind: 'none' });

/** A provider whose tokens are charged in another way, and looked at by nobody. */
const charging =
  (change: (charge: TokenCharges['charge'], request: ChargeRequest) => ReturnType<TokenCharges['charge']>): Plant =>
  (deps) => {
    const { tokens } = deps.payments.mock;
    if (tokens === undefined) throw new Error('the mock takes tokens');
    const charge: TokenCharges['charge'] = (request) => change(tokens.charge, request);
    return { ...deps, payments: paymentsBut(deps, { tokens: { ...tokens, charge, charged: none } }) };
  };

const defects: Readonly<Record<string, Plant>> = {
  'a key that is made of the token': charging((charge, request) =>
    charge({ ...request, key: `${request.key}_${request.token}` }),
  ),
  'a repeated charge that is taken for fraud': charging(async (charge, request) => {
    const outcome = await charge(request);
    return outcome.kind === 'spoilt' ? { kind: 'declined', why: 'declined' } : outcome;
  }),
  'a page that stays open while a token is charged': (deps) => ({
    ...deps,
    payments: paymentsBut(deps, {
      expire: async (id) => {
        const page = await deps.payments.mock.status(id);
        return page.status === 'paid' ? page : { status: 'expired' };
      },
    }),
  }),
};

test(`in ${seeds} runs no order is charged twice, and none beyond what was approved`, async () => {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { broken } = await chaos(seed, undefined, payingAgents);
    if (broken.length > 0) throw new Error(`seed ${seed}: ${broken.join('; ')}`);
  }
}, 1_800_000);

test.each(Object.entries(defects))('a run finds %s', async (_, plant) => {
  let found: readonly string[] = [];
  for (let seed = 1; found.length === 0 && seed <= 300; seed += 1)
    found = (await chaos(seed, plant, payingAgents)).broken;
  expect(found).not.toEqual([]);
});
