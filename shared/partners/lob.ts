/** Lob: letters from and to the US only. It draws no checks on accounts that it has not verified. */

import { carefulWithKeys } from './assumed.ts';
import { baseOf, basic } from './connection.ts';
import type { EnvironmentVariables, PartnerDescriptor } from './descriptor.ts';
import { apiBase, textSetting } from './forms.ts';

const api = { base: 'https://api.lob.com/v1', variable: 'LOB_API_BASE' } as const;

export const lob = {
  name: 'lob',
  title: 'Lob',
  chosenBy: ['PRINT_SECOND'],
  coverage: { letter: { countries: ['US'], registered: ['US'], returnReceipts: ['US'], returns: ['US'] } },
  assumed: {
    ...carefulWithKeys,
    keysLiveMs: { value: 24 * 3_600_000, source: 'docs.lob.com, Idempotent Requests: keys expire after 24 hours' },
    // An account without that edition would refuse the order, or print it at once.
    holdsUntilDate: { value: false, source: 'help.lob.com, Scheduled Mailings: send_date is part of paid editions' },
  },
  // docs.lob.com, Letter envelopes: more than six sheets.
  flatFromSheets: 7,
  variables: {
    LOB_API_KEY: {
      form: () => textSetting(/^(live|test)_\S+$/, 'must be a key of the form live_… or test_…'),
      needed: 'live_…',
      secretTo: ['call'],
    },
    LOB_API_BASE: apiBase('Lob'),
  },
  keys: { variable: 'LOB_API_KEY', live: /^live_/ },
  api,
  access: {
    credentials: ['LOB_API_KEY'],
    harmlessPath: '/letters?limit=1',
    connection: (environment: EnvironmentVariables) => {
      const { LOB_API_KEY: key } = environment;
      return key === undefined ? undefined : { base: baseOf(environment, api), headers: basic(key) };
    },
  },
} as const satisfies PartnerDescriptor;
