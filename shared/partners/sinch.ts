/** Sinch: faxes to the US and Canada. It has one kind of key, no idempotency keys, and signs no events. */

import { careful } from './assumed.ts';
import { baseOf, basic } from './connection.ts';
import type { EnvironmentVariables, PartnerDescriptor } from './descriptor.ts';
import { apiBase, textSetting } from './forms.ts';

const api = { base: 'https://fax.api.sinch.com', variable: 'SINCH_API_BASE' } as const;

/** Sinch's own servers share one that gives tokens; a double gives its own. */
export const tokenUrl = (base: string): string =>
  `${new URL(base).hostname.endsWith('.sinch.com') ? 'https://auth.sinch.com' : new URL(base).origin}/oauth2/token`;

export const sinch = {
  name: 'sinch',
  title: 'Sinch',
  chosenBy: ['FAX_PARTNER', 'FAX_SECOND'],
  coverage: { fax: { countries: ['US', 'CA'] } },
  assumed: careful,
  // Sinch takes 20 MB, and Base64 makes four bytes of three.
  mostUploadBytes: 15_000_000,
  variables: {
    SINCH_PROJECT_ID: {
      form: () => textSetting(/^\S+$/, 'must be the id of the project'),
      needed: 'the id of the project',
      secretTo: ['call'],
    },
    SINCH_KEY_ID: {
      form: () => textSetting(/^\S+$/, 'must be the id of the access key'),
      needed: 'the id of the key',
      secretTo: ['call'],
    },
    SINCH_KEY_SECRET: {
      form: () => textSetting(/^\S+$/, 'must be the secret of the access key'),
      needed: 'its secret',
      secretTo: ['call'],
    },
    SINCH_API_BASE: apiBase('Sinch'),
  },
  api,
  access: {
    credentials: ['SINCH_KEY_ID', 'SINCH_KEY_SECRET'],
    harmlessPath: '/faxes?pageSize=1',
    connection: (environment: EnvironmentVariables) => {
      const { SINCH_KEY_ID: id, SINCH_KEY_SECRET: secret, SINCH_PROJECT_ID: project } = environment;
      if (!id || !secret || !project) return undefined;
      const base = `${baseOf(environment, api, 'v3')}/projects/${encodeURIComponent(project)}`;
      return { base, headers: {}, tokens: { url: tokenUrl(base), headers: basic(id, secret) } };
    },
  },
} as const satisfies PartnerDescriptor;
