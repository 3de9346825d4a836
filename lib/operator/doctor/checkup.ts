/** Shared by the doctor's checks: the configuration, the connections to partners, their responses, and the findings. */
import { config } from '../../../shared/config/config.ts';
import { descriptorsByName } from '../../../shared/partners/catalogue.ts';
import type { Descriptor, EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import type { FetchSeams } from '../../../shared/partners/http/guarded-fetch.ts';
import {
  accountProblemByStatus,
  asFields,
  type Fields,
  isSuccess,
  type Reply,
} from '../../../shared/partners/http/partner-client.ts';

export interface Checkup {
  readonly environment: EnvironmentVariables;
  /** Throws if the partner is not configured, in which case its checks do not apply. */
  connection(partner: DescriptorName): DoctorConnection;
  /** Sends a GET. Each response is cached, so that nothing is read twice. */
  read(partner: DescriptorName, path: string): Promise<Reply>;
  /** How many milliseconds our clock is ahead of each partner's clock, for partners that send a date. */
  readonly aheadMs: ReadonlyMap<DescriptorName, number>;
  /** Replaced in tests. */
  readonly seams?: Partial<FetchSeams> | undefined;
}

export interface Check {
  readonly name: string;
  /** The partner that is checked; `undefined` if the check is about the service. */
  readonly partner?: DescriptorName;
  /** The partner's first check. If it fails, the partner's others are skipped. */
  readonly isFirst?: boolean;
  applies(environment: EnvironmentVariables): boolean;
  run(checkup: Checkup): DoctorFinding | Promise<DoctorFinding>;
}

export interface DoctorFinding {
  readonly grade: 'ok' | 'warn' | 'FAIL';
  readonly message: string;
  readonly fix?: string;
}

export const ok = (message: string): DoctorFinding => ({ grade: 'ok', message });
export const warn = (message: string, fix: string): DoctorFinding => ({ grade: 'warn', message, fix });
export const failedFinding = (message: string, fix: string): DoctorFinding => ({ grade: 'FAIL', message, fix });

/** The body of a successful response, or a finding about any other response. */
export function bodyOrFinding(
  reply: Reply,
  connection: DoctorConnection,
): { readonly body: Fields } | { readonly finding: DoctorFinding } {
  if (reply.kind !== 'answered') {
    const { title, baseVariable } = connection;
    const settings = reply.code === 'TIMEOUT' ? '' : ` and ${baseVariable}`;
    const fix = `check the network${settings}, and ${title}’s status page`;
    return { finding: failedFinding(`${title} did not respond (${reply.code})`, fix) };
  }
  const { status } = reply;
  const body = asFields(reply.body);
  if (isSuccess(status) && body !== undefined) return { body };
  return { finding: refusalFinding(status, connection) };
}

function refusalFinding(status: number, { title, credential, baseVariable }: DoctorConnection): DoctorFinding {
  const message = `${title} responded with ${status}`;
  const problem = accountProblemByStatus(title, status)?.code;
  if (problem === 'key_refused')
    return failedFinding(`${title} rejected ${credential} (401)`, `copy it again from ${title}’s dashboard`);
  if (problem === 'account_unpaid') return failedFinding(message, `check the billing of the account at ${title}`);
  if (problem === 'not_allowed')
    return failedFinding(
      `${title} accepts ${credential}, but does not allow this call (403)`,
      `give the key or the account more permissions in ${title}’s dashboard`,
    );
  if (status === 429 || status >= 500) return warn(message, 'run the doctor again later');
  return failedFinding(message, `check ${baseVariable}: this is not a response from ${title}’s API`);
}

export interface DoctorConnection {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The partner's name, for people. */
  readonly title: string;
  /** The variable to check if the partner refuses the key. */
  readonly credential: string;
  readonly baseVariable: string;
}

/** The objects of a partner's list. */
export const dataList = (body: Fields | undefined): Fields[] | undefined => {
  const list = body?.data;
  return Array.isArray(list) ? list.map(asFields).filter((fields) => fields !== undefined) : undefined;
};

export type DescriptorName = Descriptor['name'];

/** Returns undefined if the variables are malformed, which `checkConfig` reports. */
export function readConfig<N extends Parameters<typeof config>[0]>(need: N, environment: EnvironmentVariables) {
  try {
    return config<N>(need, environment);
  } catch {
    return undefined;
  }
}

/** Returns undefined if the partner is not fully configured. */
export function connectionTo(name: DescriptorName, environment: EnvironmentVariables): DoctorConnection | undefined {
  const { title, access, api }: Descriptor = descriptorsByName[name];
  if (access === undefined || api === undefined || readConfig(name, environment) === undefined) return undefined;
  const { credential, headers } = access;
  const key = environment[credential];
  if (key === undefined) return undefined;
  const base = (environment[api.variable] ?? api.base).replace(/\/+$/, '');
  return { title, credential, baseVariable: api.variable, base, headers: headers(key) };
}
