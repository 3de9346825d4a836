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

/** Met once in ten thousand seeds or less: a run of fewer proves nothing about them. */
export const rarelyMet: Readonly<Record<string, string>> = {
  'cancelling dispute_won': twoNews,
  'cancelling dispute_lost': twoNews,
  'recalling dispute_won': twoNews,
  'recalling dispute_lost': twoNews,
  'cancelled disputed': late,
  'cancelled dispute_lost': late,
  'cancelled dispute_won': late,
  'failed dispute_won': late,
};
