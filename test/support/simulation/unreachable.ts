/** Cells of the table of transitions that no run meets, each with its reason. */

const byHand = 'only a person at the payment provider refunds an order that goes on, and no run has one';
const exactSum = 'the simulated provider takes the exact sum, and takes it at once';
const oneMachine = 'only the start of the service on one machine releases claims, and no run starts twice';

export const unreachable: Readonly<Record<string, string>> = {
  'awaiting_payment mispaid': exactSum,
  'awaiting_payment payment_failed': exactSum,
  'cancelled mispaid': exactSum,
  'failed mispaid': exactSum,
  'failed paid': exactSum,
  'awaiting_payment refunded': byHand,
  'paid refunded': byHand,
  'parked refunded': byHand,
  'recalling refunded': byHand,
  'fulfilled refund_failed': byHand,
  'recalling refund_failed': byHand,
  'parked refund_failed': byHand,
  'submitting released': oneMachine,
  'cancelling released': oneMachine,
  'recalling released': oneMachine,
  'cancelling accepted':
    'a job is paid again only after its partner’s lists were complete, so a cancellation finds no order there',
};

const twoNews = 'two pieces of news of a bank must arrive within the seconds of a cancellation';
const late = 'news of a bank must arrive while a refund is still owed, and only a postponed refund is owed for long';

const lateAnswer = 'the answer to a refund must stand still until the job has moved on';
const edge = 'two processes must meet within the same seconds';

/** Met once in some thousand seeds or less: a run of twenty thousand proves nothing about them. */
export const rarelyMet: Readonly<Record<string, string>> = {
  'cancelling dispute_won': twoNews,
  'cancelling dispute_lost': twoNews,
  'recalling dispute_won': twoNews,
  'recalling dispute_lost': twoNews,
  'cancelled disputed': late,
  'cancelled dispute_lost': late,
  'cancelled dispute_won': late,
  'failed dispute_won': late,
  'paid fraud_warned': twoNews,
  'cancelled redriven': edge,
  'cancelling fraud_warned': twoNews,
  'paid dispute_lost': twoNews,
  'cancelling disputed': twoNews,
  'submitting dispute_won': twoNews,
  'recalling redriven': edge,
  'paid redriven': edge,
  'submitting dispute_lost': twoNews,
  'failed redriven': edge,
  'recalling disputed': twoNews,
  'recalling fraud_warned': twoNews,
  'cancelling refund_disputed': twoNews,
  'paid dispute_won': twoNews,
  'submitting refunded': lateAnswer,
  'failed disputed': late,
  'fulfilled refunded': lateAnswer,
  'cancelled paid': edge,
  'cancelling refund_failed': lateAnswer,
  'failed dispute_lost': late,
};
