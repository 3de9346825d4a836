/** Planted bugs between the service and its partners: searches, time limits, tokens, numbers of checks, deletions. */
import type { Mutant } from '../mutant.ts';

export const partners: readonly Mutant[] = [
  {
    bug: 'PostGrid is searched without quotes',
    file: 'shared/adapters/partners/postgrid/postgrid.ts',
    text: `search: \`"\${reference}"\``,
    planted: 'search: reference',
    suites: ['test/contracts/postgrid.test.ts'],
  },
  {
    bug: 'a claim ends while its order is being made',
    file: 'shared/core/retry.ts',
    text: 'callTimeoutMs + submitTimeoutMs(baseMs) + tableTimeMs',
    planted: 'callTimeoutMs + tableTimeMs',
    suites: ['test/cloud/service.test.ts'],
  },
  {
    bug: 'a refused token is used again',
    file: 'shared/adapters/http/access-token.ts',
    text: 'kept === undefined || isRefused ||',
    planted: 'kept === undefined ||',
    suites: ['test/adapters/sinch/sinch.test.ts'],
  },
  {
    bug: 'a lost token leaves an order in doubt',
    file: 'shared/adapters/http/access-token.ts',
    text: "{ kind: 'unreached', code: 'NO_TOKEN' }",
    planted: 'reply',
    suites: ['test/adapters/sinch/sinch.test.ts'],
  },
  {
    bug: 'each registration counts its checks by itself',
    file: 'shared/usecases/bank-accounts/register-bank-account.ts',
    text: "deps.fingerprint('bank account', identityOf(details))",
    planted: 'id',
    suites: ['test/usecases/bank-accounts.test.ts'],
  },
  {
    bug: 'the sweep deletes accounts that are in use',
    file: 'shared/operations/sweep.ts',
    text: '      if (await isNeeded(deps, reference)) continue;\n',
    planted: '',
    suites: ['test/operations/sweep.test.ts'],
  },
  {
    bug: 'accounts of other services are listed as ours',
    file: 'shared/adapters/partners/postgrid/vault.ts',
    text: 'metadata?.owner !== owner || ',
    planted: '',
    suites: ['test/adapters/postgrid/vault.test.ts'],
  },
  {
    bug: 'a partner that never tells calls nobody',
    file: 'shared/fulfilment/read-progress.ts',
    text: 'unread % unreadBeforeAlarm !== 0',
    planted: 'unread > 0',
    suites: ['test/fulfilment/unread.test.ts'],
  },
  {
    bug: 'Lob is offered a state that is spelled out',
    file: 'shared/adapters/partners/lob/lob.ts',
    text: "  /^[A-Z]{2}$/.test(contact.provinceOrState ?? '') &&\n",
    planted: '',
    suites: ['test/adapters/lob/lob.test.ts'],
  },
];
