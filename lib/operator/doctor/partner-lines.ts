/** The partners whose keys are configured, whether or not they are in use, and how each is reached. */
import { lobApi } from '../../../shared/adapters/partners/lob/lob.ts';
import { postgridApi } from '../../../shared/adapters/partners/postgrid/postgrid.ts';
import { config } from '../../../shared/config.ts';
import type { PartnerLine } from './partner-line.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type PartnerName = 'stripe' | 'postgrid' | 'telnyx' | 'lob' | 'sinch';

/** A need whose variables are malformed is nobody's: `checkConfig` has a line on it. */
export function read<N extends Parameters<typeof config>[0]>(need: N, environment: Environment) {
  try {
    return config<N>(need, environment);
  } catch {
    return undefined;
  }
}

const basic = (user: string, password = '') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const withoutVersion = (base: string, version: string) => base.replace(new RegExp(`/${version}$`), '');

const lines: Readonly<Record<PartnerName, (environment: Environment) => PartnerLine | undefined>> = {
  stripe(environment) {
    const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base = 'https://api.stripe.com' } =
      read('stripe', environment) ?? {};
    const headers = { authorization: `Bearer ${key}` };
    return key === undefined
      ? undefined
      : { ...named('Stripe', 'STRIPE_SECRET_KEY', 'STRIPE_API_BASE'), base, headers };
  },
  postgrid(environment) {
    const { POSTGRID_API_KEY: key, POSTGRID_API_BASE: base = postgridApi } = read('postgrid', environment) ?? {};
    const headers = { 'x-api-key': `${key}` };
    return key === undefined
      ? undefined
      : { ...named('PostGrid', 'POSTGRID_API_KEY', 'POSTGRID_API_BASE'), base, headers };
  },
  telnyx(environment) {
    const { TELNYX_API_KEY: key, TELNYX_API_BASE = 'https://api.telnyx.com' } = read('telnyx', environment) ?? {};
    const base = `${withoutVersion(TELNYX_API_BASE, 'v2')}/v2`;
    const headers = { authorization: `Bearer ${key}` };
    return key === undefined ? undefined : { ...named('Telnyx', 'TELNYX_API_KEY', 'TELNYX_API_BASE'), base, headers };
  },
  lob(environment) {
    const { LOB_API_KEY: key, LOB_API_BASE: base = lobApi } = read('lob', environment) ?? {};
    return key === undefined
      ? undefined
      : { ...named('Lob', 'LOB_API_KEY', 'LOB_API_BASE'), base, headers: { authorization: basic(key) } };
  },
  sinch(environment) {
    const { SINCH_KEY_ID, SINCH_KEY_SECRET, SINCH_PROJECT_ID, SINCH_API_BASE } = read('sinch', environment) ?? {};
    if (!SINCH_KEY_ID || !SINCH_KEY_SECRET || !SINCH_PROJECT_ID) return undefined;
    const host = withoutVersion(SINCH_API_BASE ?? 'https://fax.api.sinch.com', 'v3');
    const base = `${host}/v3/projects/${encodeURIComponent(SINCH_PROJECT_ID)}`;
    const headers = { authorization: basic(SINCH_KEY_ID, SINCH_KEY_SECRET) };
    return { ...named('Sinch', 'SINCH_KEY_ID and SINCH_KEY_SECRET', 'SINCH_API_BASE'), base, headers };
  },
};

const named = (title: string, credentials: string, baseVariable: string) => ({ title, credentials, baseVariable });

/** Undefined where nothing, or not enough, is configured. */
export const lineTo = (name: PartnerName, environment: Environment): PartnerLine | undefined =>
  lines[name](environment);
