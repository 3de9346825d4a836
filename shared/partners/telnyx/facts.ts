/** Telnyx: faxes to the US and Canada. It has one kind of key, and no idempotency keys. */

import { apiBase, bearer, type PartnerDescriptor, textSetting } from '../descriptor.ts';
import { careful } from '../partner.ts';

export const telnyx = {
  name: 'telnyx',
  title: 'Telnyx',
  chosenBy: ['FAX_PARTNER'],
  makes: ['fax'],
  assumed: careful,
  maxUploadBytes: 20_000_000,
  variables: {
    TELNYX_API_KEY: {
      // A header cannot hold other characters, and a call that fails for that reason looks like a lost response.
      form: () => textSetting(/^[!-~]+$/, 'must be a key without spaces or characters beyond ASCII'),
      needed: 'KEY…',
      secretTo: ['call'],
    },
    TELNYX_CONNECTION_ID: {
      form: () => textSetting(/^\S+$/, 'must be the id of the fax application'),
      needed: 'the id of the fax application',
      secretTo: ['call'],
    },
    TELNYX_FROM_NUMBER: {
      form: () => textSetting(/^\+1\d{10}$/, 'must be a number in E.164 form, for example +12125550100'),
      needed: '+12125550100',
      secretTo: ['call'],
    },
    TELNYX_PUBLIC_KEY: {
      form: () => textSetting(/^[\w+/]{43}=$/, 'must be the public key of the account: 32 bytes as base64'),
      needed: 'the public key of the account, base64',
      secretTo: ['receive'],
    },
    TELNYX_API_BASE: apiBase,
  },
  api: { base: 'https://api.telnyx.com/v2', variable: 'TELNYX_API_BASE' },
  events: {
    headers: ['Telnyx-Signature-Ed25519', 'Telnyx-Timestamp'],
    summary: 'The fax partner’s events: how far a fax has come.',
  },
  access: { credential: 'TELNYX_API_KEY', headers: bearer },
} as const satisfies PartnerDescriptor;
