/** Checks the addresses that payers are led to: each must answer whoever opens it, and none should be missing. */

import { kindOfKey } from '../../../shared/partners/catalogue.ts';
import type { EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import { guardedFetch } from '../../../shared/partners/http/guarded-fetch.ts';
import { stripe } from '../../../shared/partners/stripe/facts.ts';
import type { Check, Checkup } from './checkup.ts';
import { readNeed } from './partner-connections.ts';
import { type DoctorFinding, failedFinding, ok, warn } from './verdict.ts';

const policies = ['TERMS_URL', 'PRIVACY_URL', 'REFUND_POLICY_URL'] as const;
const linked = ['SUPPORT_URL', ...policies, 'LOGO_URL'] as const;

type Linked = (typeof linked)[number];

const limits = { bytes: 10_000_000, bytesTogether: 10_000_000, redirects: 5, connectMs: 5_000, totalMs: 10_000 };

/** Our own client for strangers’ addresses: https and public hosts only, with limits of time, size and redirects. */
const request = { noun: 'page', accept: '*/*', example: 'https://mail.example.com/terms', limits, allowHosts: [] };

const addressOf = (name: Linked, environment: EnvironmentVariables): string | undefined =>
  readNeed('operator', environment)?.[name];

const answers =
  (name: Linked) =>
  async ({ environment, seams }: Checkup): Promise<DoctorFinding> => {
    const url = addressOf(name, environment) ?? '';
    const fetched = await guardedFetch(url, request, seams);
    return fetched.ok
      ? ok(`${url} answers`)
      : failedFinding(`${url} does not: ${fetched.problem}`, `payers are led there: mend the page, or ${name}`);
  };

const publicBase = (environment: EnvironmentVariables): string | undefined =>
  readNeed('settings', environment)?.PUBLIC_BASE_URL;

/** The doctor may look before the service has started, so this is no failure. */
async function reached({ environment, seams }: Checkup): Promise<DoctorFinding> {
  const url = `${publicBase(environment)}/health`;
  const fetched = await guardedFetch(url, request, seams);
  return fetched.ok
    ? ok(`${url} answers`)
    : warn(`${url} does not: ${fetched.problem}`, 'every link leads there: start the service, or mend PUBLIC_BASE_URL');
}

function missing({ environment }: Checkup): DoctorFinding {
  const lacks = policies.filter((name) => addressOf(name, environment) === undefined);
  return lacks.length === 0
    ? ok('terms, privacy and refunds are linked')
    : warn(
        `${lacks.join(', ')} not set`,
        'Stripe and your payers expect them: docs/going-live.md, Before strangers pay',
      );
}

export const pageChecks: readonly Check[] = [
  {
    name: 'PUBLIC_BASE_URL',
    applies: (environment) => publicBase(environment)?.startsWith('https:') === true,
    run: reached,
  },
  ...linked.map((name) => ({
    name,
    applies: (environment: EnvironmentVariables) => addressOf(name, environment) !== undefined,
    run: answers(name),
  })),
  { name: 'policies', applies: (environment) => kindOfKey(stripe, environment) === 'live', run: missing },
];
