/** One run of the doctor: the configuration, its connections to partners, the answers so far, and the findings. */
import { config } from '../../../shared/config/config.ts';
import { described } from '../../../shared/partners/catalogue.ts';
import { baseOf, type Descriptor, type EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import type { FetchSeams } from '../../../shared/partners/http/guarded-fetch.ts';
import {
  accountProblemIn,
  asFields,
  type Call,
  type Fields,
  isSuccess,
  type Reply,
} from '../../../shared/partners/http/partner-client.ts';

export interface Checkup {
  readonly environment: EnvironmentVariables;
  /** Throws if the partner is not configured; its checks do not apply then. */
  connection(partner: Name): DoctorConnection;
  /** Keeps answers to GET, so that nothing is read twice. */
  ask(partner: Name, call: Call): Promise<Reply>;
  /** Milliseconds that our clock is ahead of each partner's clock, for partners that send a date. */
  readonly aheadMs: ReadonlyMap<Name, number>;
  /** The parts of the way to linked pages that a test replaces. */
  readonly seams?: Partial<FetchSeams> | undefined;
}

export interface Check {
  readonly name: string;
  /** The partner that is checked; undefined if the check concerns all of them. */
  readonly partner?: Name;
  applies(environment: EnvironmentVariables): boolean;
  run(checkup: Checkup): DoctorFinding | Promise<DoctorFinding>;
}

export interface DoctorFinding {
  readonly grade: 'ok' | 'warn' | 'FAIL';
  readonly says: string;
  readonly cure?: string;
}

export const ok = (says: string): DoctorFinding => ({ grade: 'ok', says });
export const warn = (says: string, cure: string): DoctorFinding => ({ grade: 'warn', says, cure });
export const failedFinding = (says: string, cure: string): DoctorFinding => ({ grade: 'FAIL', says, cure });

export function answeredFinding(
  reply: Reply,
  connection: DoctorConnection,
): { readonly body: Fields } | { readonly wrong: DoctorFinding } {
  if (reply.kind !== 'answered') {
    const { title, baseVariable } = connection;
    const settings = reply.code === 'TIMEOUT' ? '' : ` and ${baseVariable}`;
    const cure = `check the network${settings}, and ${title}’s status page`;
    return { wrong: failedFinding(`${title} did not answer (${reply.code})`, cure) };
  }
  const { status } = reply;
  const body = asFields(reply.body);
  if (isSuccess(status) && body !== undefined) return { body };
  return { wrong: refusal(status, connection) };
}

function refusal(status: number, { title, credential, baseVariable }: DoctorConnection): DoctorFinding {
  const answers = `${title} answered ${status}`;
  const problem = accountProblemIn(title, status)?.code;
  if (problem === 'key_refused')
    return failedFinding(`${title} does not know ${credential} (401)`, `copy it once more from ${title}’s dashboard`);
  if (problem === 'account_unpaid') return failedFinding(answers, `see to the billing of the account at ${title}`);
  if (problem === 'not_allowed')
    return failedFinding(
      `${title} knows ${credential}, but does not allow it this (403)`,
      `give the key more rights, or the account what it lacks, in ${title}’s dashboard`,
    );
  if (status === 429 || status >= 500) return warn(answers, 'nothing can be said now: run the doctor again later');
  return failedFinding(answers, `check ${baseVariable}: this is not the answer of ${title}’s API`);
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
export const listedIn = (body: Fields | undefined): Fields[] | undefined => {
  const list = body?.data;
  return Array.isArray(list) ? list.map(asFields).filter((one) => one !== undefined) : undefined;
};

export type Name = Descriptor['name'];

/** Returns undefined if the variables are malformed: `checkConfig` reports them. */
export function readNeed<N extends Parameters<typeof config>[0]>(need: N, environment: EnvironmentVariables) {
  try {
    return config<N>(need, environment);
  } catch {
    return undefined;
  }
}

/** Returns undefined if nothing, or not enough, is configured. */
export function connectionTo(name: Name, environment: EnvironmentVariables): DoctorConnection | undefined {
  const { title, access, api }: Descriptor = described[name];
  if (access === undefined || api === undefined || readNeed(name, environment) === undefined) return undefined;
  const { credential, version, headers } = access;
  const key = environment[credential];
  if (key === undefined) return undefined;
  const base = baseOf(environment, api, version);
  return { title, credential, baseVariable: api.variable, base, headers: headers(key) };
}
