/**
 * `npm run probe-partners`: measures at PostGrid, with a test key only, what its documentation leaves open, and asks every
 * partner for what the service assumes of it. It refuses live keys, and stops at the first answer of PostGrid that does not
 * call itself a test.
 */
import type { CheckupOptions } from '../../../lib/operator/doctor/checkup.ts';
import { connectionTo } from '../../../lib/operator/doctor/partner-connections.ts';
import { described, kindOfKey } from '../../../shared/partners/catalogue.ts';
import type { EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import { findingsAt } from './assumptions.ts';
import { type Bench, bodyOf, idOf, newBench, order, said } from './bench.ts';
import { type Assumption, type Finding, tableOf } from './finding.ts';
import { housesIn } from './houses.ts';
import { laterFindings } from './later.ts';
import { questions } from './questions.ts';
import { stripeFindings } from './stripe-assumptions.ts';
import { draftOf, type UsedKey } from './used-key.ts';

export interface ProbeOptions extends Pick<CheckupOptions, 'environment' | 'now'> {
  sleep(ms: number): Promise<unknown>;
  print(line: string): void;
  /** The key of an earlier probe: nothing else is asked then. */
  readonly again?: UsedKey;
  /** Only the questions about PostGrid: no partner is asked for assumptions, which takes minutes. */
  readonly isQuick?: boolean;
  /** A fax may be sent to the number that Sinch emulates. */
  readonly mayFax?: boolean;
}

/** `used`: the key to ask about again, a day later. */
export type Probed = { readonly exit: 0 | 1; readonly used?: UsedKey };

export async function probe({
  environment,
  again,
  isQuick = false,
  mayFax = false,
  print,
  ...time
}: ProbeOptions): Promise<Probed> {
  const stop = (why: string): Probed => {
    print(why);
    return { exit: 1 };
  };
  const line = connectionTo('postgrid', environment);
  if (line === undefined)
    return stop('POSTGRID_API_KEY is missing, or not of the form test_…: the probe needs a test key.');
  if (!environment.POSTGRID_API_KEY?.startsWith('test_'))
    return stop('POSTGRID_API_KEY is a live key: the probe makes letters, so it takes test keys only.');
  const bench = newBench(line, time);
  if (again !== undefined) {
    const { text, findings } = await laterFindings(line, bench, again);
    print(row('a used key, later', text));
    return { exit: shown(findings, print) };
  }
  const first = await useKey(bench);
  if (typeof first === 'string') return stop(first);
  for (const { asks, find } of questions) print(row(asks, await find(bench)));
  if (!isQuick) print('\nWhat the service assumes of each partner is asked now: a minute or two for each …');
  const findings = isQuick ? [] : await findingsIn(environment, bench, mayFax);
  return { exit: shown(findings, print), used: first };
}

/** 1 if an assumption does not hold. */
function shown(findings: readonly Finding[], print: (line: string) => void): 0 | 1 {
  if (findings.length > 0) print('');
  for (const line of findings.length === 0 ? [] : tableOf(findings)) print(line);
  return findings.some(({ verdict }) => verdict === 'does not hold') ? 1 : 0;
}

async function findingsIn(environment: EnvironmentVariables, bench: Bench, mayFax: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const house of housesIn(environment, { since: bench.now(), mayFax }))
    findings.push(...('descriptor' in house ? await findingsAt(house, bench) : notAsked(house.title, house.reason)));
  const stripe = connectionTo('stripe', environment);
  if (stripe === undefined) return [...findings, ...notAsked('Stripe', 'no key of Stripe is configured')];
  if (kindOfKey(described.stripe, environment) !== 'test')
    return [...findings, ...notAsked('Stripe', 'STRIPE_SECRET_KEY is a live key, and the probe makes payments')];
  return [...findings, ...(await stripeFindings(stripe, bench))];
}

const assumedOf = (title: string): readonly Assumption[] =>
  title === 'Stripe' ? ['A5', 'A8'] : ['A1', 'A2', 'A3', 'A7'];

const notAsked = (partner: string, answer: string): Finding[] =>
  assumedOf(partner).map((assumption) => ({
    ...{ partner, assumption, answer },
    ...{ asked: 'everything', verdict: 'cannot be asked' },
  }));

const width = Math.max(...questions.map(({ asks }) => asks.length));

const row = (asks: string, seen: string): string => `${asks.padEnd(width)} — ${seen}`;

/** The first letter, which is left standing under its key; or why nothing else must be tried. */
async function useKey(bench: Bench): Promise<UsedKey | string> {
  const key = bench.word();
  const made = await bench.ask(order(draftOf(key)));
  const letterId = idOf(made);
  if (letterId === undefined)
    return `PostGrid has not taken the first test letter (${said(made)}): nothing was measured.`;
  if (bodyOf(made).live === false) return { key, letterId, usedAt: bench.now() };
  const cancelled = await bench.ask({ method: 'DELETE', path: `/letters/${letterId}` });
  return `PostGrid does not call ${letterId} a test (cancelled: ${said(cancelled)}): nothing else was tried.`;
}
