/**
 * The cures that the worlds have called for. A row of `test/tools/mutants` takes each of them out, and in its world a
 * promise is then broken within so many seeds.
 */
interface Cure {
  /** The row's own words. */
  readonly bug: string;
  /** A world that finds it. */
  readonly world: string;
  readonly within: number;
}

const bank = 'disputes, warnings and orders that die';
const carriers = 'carriers that scan, and have it signed for';
const account = 'a bank account that is removed';

export const cures: readonly Cure[] = [
  { bug: 'a 503 is taken as a proof that nothing was made', world: 'the same without keys', within: 100 },
  {
    bug: 'a look proves that nothing was made before the lists must be complete',
    world: 'orders that are made behind any answer',
    within: 6_000,
  },
  { bug: 'a refusal of a repeated call is believed at once', world: 'repeated calls that are refused', within: 100 },
  { bug: 'an idempotency key is believed for ever', world: 'a partner that has forgotten its keys', within: 100 },
  {
    bug: 'a conclusion counts though another holder has claimed the job',
    world: 'slow partners without keys, and stalls after their calls',
    within: 1_000,
  },
  {
    bug: 'a cancellation refunds without a look at its claim',
    world: 'stalls before refunds that may be refused',
    within: 8_000,
  },
  { bug: 'a refund that the bank prevents is a dispute like any other', world: bank, within: 200 },
  { bug: 'a warning of fraud is forgotten by a cancellation', world: bank, within: 800 },
  { bug: 'a warning between two rounds of a fax is only noted', world: bank, within: 1_000 },
  { bug: 'a dispute ends the asking for its payment', world: bank, within: 200 },
  { bug: 'a recall without an end is nobody’s business', world: 'recalls that nobody decides', within: 200 },
  {
    bug: 'news of a partner has no place in a recall',
    world: 'events of partners, lost and early and late',
    within: 3_000,
  },
  {
    bug: 'the alarm of a refused refund waits for its write',
    world: 'refunds that are refused or postponed',
    within: 3_000,
  },
  { bug: 'the file of a signature is written over by another one', world: carriers, within: 1_000 },
  { bug: 'a carrier’s word is told of a letter that has not left', world: carriers, within: 100 },
  { bug: 'a scan with its moment and without it are two', world: carriers, within: 100 },
  { bug: 'whoever was told that nobody has signed hears of no signature', world: carriers, within: 200 },
  { bug: 'a check outlives the account that is removed while it is written', world: account, within: 4_000 },
];
