/** PostGrid: prints and mails letters and checks to the US and Canada. */
import { apiBase, type PartnerDescriptor, secretsSetting, textSetting } from '../descriptor.ts';
import { cautiousAssumptions } from '../partner.ts';

export const postgrid = {
  name: 'postgrid',
  title: 'PostGrid',
  chosenBy: ['PRINT_PARTNER'],
  makes: ['letter', 'check'],
  // Its API reference documents the header Idempotency-Key, but not how long it remembers a key. Other printers and payment
  // providers remember it for 24 hours.
  assumed: { ...cautiousAssumptions, keysLiveMs: 24 * 3_600_000 },
  variables: {
    POSTGRID_API_KEY: {
      // A header cannot hold other characters, and a call that fails for that reason looks like a lost response.
      schema: () => textSetting(/^(live|test)_[!-~]+$/, 'must be a key of the form live_… or test_…'),
      example: 'live_…',
      secretFor: ['call'],
    },
    POSTGRID_WEBHOOK_SECRET: {
      schema: () => secretsSetting(/^\S{20,}$/, 'must have 20 characters or more, without spaces'),
      example: 'the secret of the webhook',
      secretFor: ['receive'],
    },
    POSTGRID_API_BASE: apiBase,
  },
  keys: { variable: 'POSTGRID_API_KEY', live: /^live_/ },
  api: { base: 'https://api.postgrid.com/print-mail/v1', variable: 'POSTGRID_API_BASE' },
  events: {
    headers: ['PostGrid-Signature'],
    summary: 'The print partner’s events: the progress of a letter or check.',
  },
  access: {
    credential: 'POSTGRID_API_KEY',
    harmlessPath: '/letters?limit=1',
    headers: (key: string) => ({ 'x-api-key': key }),
  },
} as const satisfies PartnerDescriptor;
