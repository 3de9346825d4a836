/** Telnyx: faxes to the US and Canada. It has one kind of key, and no idempotency keys. */
import { apiBase, bearerHeaders, type PartnerDescriptor, textSetting } from '../descriptor.ts';
import { cautiousAssumptions } from '../partner.ts';

export const telnyx = {
  name: 'telnyx',
  title: 'Telnyx',
  chosenBy: ['FAX_PARTNER'],
  makes: ['fax'],
  assumed: cautiousAssumptions,
  maxUploadBytes: 20_000_000,
  variables: {
    TELNYX_API_KEY: {
      // A header cannot hold other characters, and a call that fails for that reason looks like a lost response.
      schema: () => textSetting(/^[!-~]+$/, 'must be a key without spaces or characters beyond ASCII'),
      example: 'KEY…',
      secretFor: ['call'],
    },
    TELNYX_CONNECTION_ID: {
      schema: () => textSetting(/^\S+$/, 'must be the id of the fax application'),
      example: 'the id of the fax application',
      secretFor: ['call'],
    },
    TELNYX_FROM_NUMBER: {
      schema: () => textSetting(/^\+1\d{10}$/, 'must be a number in E.164 form, for example +12125550100'),
      example: '+12125550100',
      secretFor: ['call'],
    },
    TELNYX_PUBLIC_KEY: {
      schema: () => textSetting(/^[\w+/]{43}=$/, 'must be the public key of the account: 32 bytes as base64'),
      example: 'the public key of the account, base64',
      secretFor: ['receive'],
    },
    TELNYX_API_BASE: apiBase,
  },
  api: { base: 'https://api.telnyx.com/v2', variable: 'TELNYX_API_BASE' },
  events: {
    headers: ['Telnyx-Signature-Ed25519', 'Telnyx-Timestamp'],
    summary: 'The fax partner’s events: the progress of a fax.',
  },
  access: { credential: 'TELNYX_API_KEY', headers: bearerHeaders },
} as const satisfies PartnerDescriptor;
