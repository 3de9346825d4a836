/** `npm run doctor`: what is wrong with the configuration and at the partners, a line each, and how to mend it. */
import { checkConfig } from '../../../shared/config.ts';
import { type Check, checks } from './checks.ts';
import { type Checkup, type CheckupOptions, newCheckup } from './checkup.ts';
import type { Name } from './partner-lines.ts';
import { failure, linesOf, ok, type Verdict, warn } from './verdict.ts';

export interface DoctorOptions extends CheckupOptions {
  print(line: string): void;
}

/** The exit code: 1 where anything failed. */
export async function doctor({ print, ...options }: DoctorOptions): Promise<0 | 1> {
  let failed = false;
  const tell = (name: string, verdict: Verdict) => {
    failed ||= verdict.grade === 'FAIL';
    for (const line of linesOf(name, verdict)) print(line);
  };
  for (const verdict of configuration(options.environment)) tell('configuration', verdict);
  const round = newCheckup(options);
  const broken = new Set<Name>();
  for (const check of checks.filter(({ applies }) => applies(options.environment)))
    tell(check.name, await judged(check, round, broken));
  return failed ? 1 : 0;
}

function configuration(environment: CheckupOptions['environment']): Verdict[] {
  const problems = checkConfig(environment).map((problem): Verdict => ({ grade: 'FAIL', says: problem }));
  return problems.length > 0 ? problems : [ok('the service can start with it')];
}

/** Where a partner does not know us, its other checks would only say it again. */
async function judged({ of, run, name }: Check, round: Checkup, broken: Set<Name>): Promise<Verdict> {
  if (of !== undefined && broken.has(of)) return warn('not looked at', 'mend the key above first');
  const verdict = await Promise.resolve()
    .then(() => run(round))
    .catch(accident);
  if (of !== undefined && verdict.grade === 'FAIL' && name.endsWith(' key')) broken.add(of);
  return verdict;
}

const accident = (error: unknown): Verdict =>
  failure(`the check itself broke (${(error as Error).name})`, 'this is a mistake in the doctor: please report it');
