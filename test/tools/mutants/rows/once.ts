/** The cures that keep an order from being made twice, refunded and mailed, or forgotten: each is taken out. */
import type { Mutant } from '../mutant.ts';

const behind = 'test/fulfilment/once/behind-answers.test.ts';
const late = 'test/fulfilment/once/late-conclusions.test.ts';
const between = 'test/fulfilment/once/news-in-between.test.ts';
const submit = 'shared/fulfilment/submit.ts';

export const once: readonly Mutant[] = [
  {
    bug: 'a 503 is taken as a proof that nothing was made',
    file: 'shared/fulfilment/submit.ts',
    text: "      const dueAt = mayRepeat ? Math.min(lookAt, now + delayMs(job.tries)) : lookAt;\n      return { kind: 'put_off', answeredAt: now, dueAt };",
    planted: "      return { kind: 'turned_away', dueAt: now + delayMs(job.tries) + 0 * lookAt * Number(mayRepeat) };",
    suites: [behind],
  },
  {
    bug: 'a look proves that nothing was made before the lists must be complete',
    file: submit,
    text: "!('at' in doubt) || deps.clock.now() - doubt.at >= listLagMsAt(deps, job)",
    planted: 'true',
    suites: [behind],
  },
  {
    bug: 'only the last partner is asked whether it has the order',
    file: 'shared/fulfilment/look-up.ts',
    text: 'job.called.map(',
    planted: 'job.called.slice(-1).map(',
    suites: [behind],
  },
  {
    bug: 'a refusal of a repeated call is believed at once',
    file: submit,
    text: "doubt.kind === 'none' || (doubt.kind === 'refused_once' && isProven)",
    planted: 'true',
    suites: [behind],
  },
  {
    bug: 'a refusal that a lost call has followed is still believed',
    file: 'shared/core/job/apply.ts',
    text: "        lastAnswer: undefined,\n      };\n    case 'cancel_claimed':",
    planted: "      };\n    case 'cancel_claimed':",
    suites: [behind],
  },
  {
    bug: 'an idempotency key is believed for ever',
    file: 'shared/fulfilment/partner.ts',
    text: 'clock.now() - (job.firsts.claimed ?? clock.now()) < assumed.keysLiveMs.value',
    planted: 'clock.now() > 0 && assumed.keysLiveMs.value > 0 && job.firsts !== undefined',
    suites: [behind],
  },
  {
    bug: 'a conclusion counts though another holder has claimed the job',
    file: 'shared/core/job/apply.ts',
    text: 'if (fact.claim !== undefined && fact.claim !== job.claims) return false;',
    planted: '',
    suites: [late],
  },
  {
    bug: 'a cancellation refunds without a look at its claim',
    file: 'shared/fulfilment/refund.ts',
    text: 'if (isMine && !isDue(job, deps.clock.now() + refundTimeoutMs)) await issueRefund(deps, job, claimed.claims);',
    planted: 'await issueRefund(deps, claimed, isMine ? refundTimeoutMs && claimed.claims : claimed.claims);',
    suites: [late],
  },
  {
    bug: 'our own late answer hides that a refund has failed',
    file: 'shared/fulfilment/refund.ts',
    text: "kind === 'refunded' && refund === 'contact_support' && firsts.refund_failed !== undefined",
    planted: "kind === 'refunded' && refund === 'issued' && firsts.refund_failed !== undefined",
    suites: [late],
  },
  {
    bug: 'a refund that the bank prevents is a dispute like any other',
    file: 'shared/fulfilment/refund.ts',
    text: 'disputed: () => refundDisputedFact',
    planted: "disputed: () => ({ ...refundDisputedFact, kind: 'disputed' }) as Fact",
    suites: [between],
  },
  {
    bug: 'a step that changes nothing is made again and again',
    file: 'shared/fulfilment/advance.ts',
    text: 'if (stands === before)',
    planted: "if (stands === '')",
    suites: [between],
  },
  {
    bug: 'a recall without an end is nobody’s business',
    file: 'shared/fulfilment/refund.ts',
    text: "kind: isLate ? 'undecided' : 'unanswered'",
    planted: "kind: isLate ? 'unanswered' : 'unanswered'",
    suites: [between],
  },
  {
    bug: 'a recalling job hears nothing of its partner',
    file: 'shared/core/job/apply.ts',
    text: "job.state === 'recalling' && fact.kind === 'progressed' && fact.progress.stage !== 'accepted'",
    planted: "job.state === 'recalling' && fact.kind === 'progressed' && fact.progress.stage === 'accepted'",
    suites: [between],
  },
  {
    bug: 'a warning of fraud is forgotten by a cancellation',
    file: 'shared/core/job/transitions.ts',
    text: "    fraud_warned: noted('cancelling'),\n",
    planted: '',
    suites: [between, 'test/core/job-table.test.ts'],
  },
  {
    bug: 'a dispute ends the asking for its payment',
    file: 'shared/core/job/transitions.ts',
    text: "disputed: noted('awaiting_payment')",
    planted: "disputed: to('failed')",
    suites: [between],
  },
  {
    bug: 'disputed money pays for a letter',
    file: 'shared/core/job/apply.ts',
    text: "  if (job.state === 'awaiting_payment' && kind === 'paid' && isDisputed(job)) return { to: 'parked', now: true };\n",
    planted: '',
    suites: [between],
  },
];
