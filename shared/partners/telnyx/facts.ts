/** Telnyx: faxes to the US and Canada. It has one kind of key, and no idempotency keys. */

import {
  apiBase,
  baseOf,
  bearer,
  type EnvironmentVariables,
  type PartnerDescriptor,
  textSetting,
} from '../descriptor.ts';
import { careful } from '../partner.ts';

const api = { base: 'https://api.telnyx.com', variable: 'TELNYX_API_BASE' } as const;

export const telnyx = {
  name: 'telnyx',
  title: 'Telnyx',
  chosenBy: ['FAX_PARTNER'],
  makes: ['fax'],
  assumed: careful,
  mostUploadBytes: 20_000_000,
  variables: {
    TELNYX_API_KEY: {
      form: () => textSetting(/^\S+$/, 'must be a key without spaces'),
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
      secretTo: ['hear'],
    },
    TELNYX_API_BASE: apiBase,
  },
  api,
  events: {
    headers: ['Telnyx-Signature-Ed25519', 'Telnyx-Timestamp'],
    summary: 'The fax partner’s events: how far a fax has come.',
  },
  access: {
    credential: 'TELNYX_API_KEY',
    connection: (environment: EnvironmentVariables) => {
      const { TELNYX_API_KEY: key } = environment;
      return key === undefined ? undefined : { base: baseOf(environment, api, 'v2'), headers: bearer(key) };
    },
  },
} as const satisfies PartnerDescriptor;
