/** Planted bugs in what payers meet: forms, taxes, receipts, accounts, identity. */
import type { Mutant } from '../mutant.ts';

export const payers: readonly Mutant[] = [
  {
    bug: 'the page cancels an order that nobody has paid',
    file: 'shared/usecases/after-paying/cancel-from-page.ts',
    text: "  if (job.state === 'awaiting_payment') return viewOf(job, deps.clock.now(), 'asks');\n",
    planted: '',
    suites: ['test/usecases/after-paying/cancel-from-page.test.ts'],
  },
  {
    bug: 'a form of another site counts',
    file: 'shared/doors/http/own-site.ts',
    text: "return site !== 'same-origin' && site !== 'none';",
    planted: 'return false;',
    suites: ['test/doors/own-site.test.ts'],
  },
  {
    bug: 'another tax than the quoted one is not told',
    file: 'shared/core/warnings/quoted-tax.ts',
    text: 'if (tax === undefined || tax.label === quoted.tax?.label) return [];',
    planted: 'if (tax === undefined || quoted.tax !== undefined) return [];',
    suites: ['test/usecases/quoted-tax.test.ts'],
  },
  {
    bug: 'a removed account loses the numbers of a paid check',
    file: 'shared/usecases/bank-accounts/remove-bank-account.ts',
    text: '    if (!isNeeded) await forget',
    planted: '    await forget',
    suites: ['test/usecases/remove-bank-account.test.ts'],
  },
  {
    bug: 'a check is drawn on a removed account',
    file: 'shared/usecases/bank-accounts/remove-bank-account.ts',
    text: "{ ...account, nickname: 'Removed account', removedAt }",
    planted: "{ ...account, nickname: 'Removed account' }",
    suites: ['test/usecases/remove-bank-account.test.ts'],
  },
  {
    bug: 'text around a true signature is not compared',
    file: 'shared/usecases/receipt/verify-receipt.ts',
    text: 'Object.keys(told).length > 0 && canonicalize(told) !== canonicalize(receipt)',
    planted: 'false',
    suites: ['test/receipts/verify.test.ts'],
  },
  {
    bug: 'any document is the one that was sent',
    file: 'shared/usecases/receipt/verify-receipt.ts',
    text: "return hash === printed ? 'printed' : hash === content ? 'content' : 'other';",
    planted: "return hash === content ? 'content' : 'printed';",
    suites: ['test/receipts/verify.test.ts'],
  },
  {
    bug: 'a live key needs no name',
    file: 'shared/modes.ts',
    text: 'when: (service) => isReal(service) && !service.environment.SERVICE_NAME,',
    planted: 'when: () => false,',
    suites: ['test/modes.test.ts'],
  },
  {
    bug: 'simulated partners are no test',
    file: 'shared/modes.ts',
    text: "(part) => isSimulated(part) || isDouble(part) || keyOf(part) === 'test'",
    planted: "(part) => isDouble(part) || keyOf(part) === 'test'",
    suites: ['test/modes.test.ts'],
  },
];
