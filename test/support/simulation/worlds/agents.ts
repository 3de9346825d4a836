/** Agents that pay beside the person on the page: tokens that are declined, minted anew, and charged without an answer. */
import type { TokenCharges } from '../../../../shared/ports/payments.ts';
import { asksToPay, challengeFor, credentialWith, testRail } from '../../fakes/agents.ts';
import { paymentsBut } from '../../fakes/deps.ts';
import { oneOf } from '../chance.ts';
import { type World, withoutMore } from './world.ts';

const kinds = ['paid', 'paid', 'paid', 'lost', 'declined', 'action', 'consumed'] as const;

export const payingAgents: World = (made, rare, mayFail) => {
  const { clock } = made;
  const memory = { ...made, rail: testRail };
  let minted = 0;
  /** A call may be lost, may be slow, may lose its answer, and may land after its caller has given up. */
  const flaky = async <T>(call: () => Promise<T>): Promise<T> => {
    const fate = mayFail() ? rare() : 1;
    if (fate < 0.1) throw new Error('no way to the provider');
    if (fate < 0.2) void clock.sleep(rare() * 30_000).then(call, () => {});
    if (fate < 0.2) throw new Error('no answer in time');
    await clock.sleep(rare() * 8_000);
    const answer = await call();
    if (fate < 0.4) throw new Error('the answer is lost');
    return answer;
  };
  /** An error is the answer to some charges that are made, and a list shows those a moment later. */
  let hiddenUntil = 0;
  const flakyTokens = (tokens: TokenCharges): TokenCharges => ({
    problemOf: (...asked) => flaky(() => tokens.problemOf(...asked)),
    charge: (request) =>
      flaky(async () => {
        const outcome = await tokens.charge(request);
        if (outcome.kind !== 'paid' || !mayFail() || rare() > 0.1) return outcome;
        hiddenUntil = clock.now() + rare() * 1_500;
        return { kind: 'spoilt' };
      }),
    async charged(...asked) {
      const isHidden = clock.now() < hiddenUntil;
      return flaky(async () => (isHidden ? { kind: 'none' } : await tokens.charged(...asked)));
    },
  });
  return {
    ...withoutMore(memory),
    process: (deps) => {
      const { tokens } = deps.payments.mock;
      return { ...deps, payments: paymentsBut(deps, { tokens: tokens && flakyTokens(tokens) }) };
    },
    async beside(jobId, process) {
      const agent = async () => {
        for (let attempt = 0; attempt < 3; attempt += 1) {
          await clock.sleep(rare() * 15_000 * 4 ** attempt);
          const challenge = await challengeFor(process(), jobId).catch(() => undefined);
          minted += 1;
          const token = `spt_test_${oneOf(kinds, rare)}_${minted}`;
          // A person approves meanwhile.
          await clock.sleep(rare() ** 3 * 60_000);
          if (challenge !== undefined)
            await asksToPay(process(), jobId, credentialWith(challenge, token)).catch(() => undefined);
        }
      };
      await Promise.all([agent(), agent()]);
    },
    broken({ id, payment, checkout }) {
      const paid = made.sessions.all().filter(({ request, status }) => request.jobId === id && status === 'paid');
      // A reservation that ended before anybody heard of it has cost nothing.
      const charged = paid.filter(({ releasedAt }) => releasedAt === undefined);
      const page = made.sessions.all().find((session) => session.id === checkout?.id);
      const promises = {
        'an order is charged once, by page or token': charged.length <= 1,
        'what was charged is known, or paid back': charged.every(
          (one) => one.payment.id === payment?.id || one.refundedAt !== undefined,
        ),
        'nobody can pay an order that is paid': charged.length === 0 || page?.status !== 'open',
      };
      return Object.entries(promises).flatMap(([promise, kept]) => (kept ? [] : [promise]));
    },
    // Another page stands in the place of one that was closed for a token.
    counts: (promise) => promise !== 'one checkout session a job',
  };
};
