/** `npm run doctor`: checks the configuration and the partners, and prints a line for each check, with the cure. */
import { checkConfig } from '../../../shared/config/config.ts';
import { unsoldProducts } from '../../../shared/partners/catalogue.ts';
import { misspelt } from '../../misspelt.ts';
import { checks } from './checks.ts';
import {
  type Check,
  type Checkup,
  type CheckupOptions,
  type DoctorFinding,
  failedFinding,
  findingLine,
  type Name,
  newCheckup,
  ok,
  warn,
} from './checkup.ts';

export interface DoctorOptions extends CheckupOptions {
  print(line: string): void;
  /** Starts the browser that prints HTML. Tests leave it out. */
  html?(): Promise<DoctorFinding>;
}

/** Returns the exit code: 1 if anything failed. */
export async function doctor({ print, html, ...options }: DoctorOptions): Promise<0 | 1> {
  let failed = false;
  const tell = (name: string, verdict: DoctorFinding) => {
    failed ||= verdict.grade === 'FAIL';
    print(findingLine(name, verdict));
  };
  const configuration = (environment: CheckupOptions['environment']): DoctorFinding[] => {
    const problems = [...misspelt(environment), ...checkConfig(environment)].map(
      (problem): DoctorFinding => ({ grade: 'FAIL', says: problem }),
    );
    const unsold = unsoldProducts(environment).map((line) => warn(line, 'change that setting to sell them'));
    return [...(problems.length > 0 ? problems : [ok('the service can start with it')]), ...unsold];
  };
  for (const verdict of configuration(options.environment)) tell('configuration', verdict);
  const checkup = newCheckup(options);
  const broken = new Set<Name>();
  for (const check of checks.filter(({ applies }) => applies(options.environment)))
    tell(check.name, await judged(check, checkup, broken));
  if (html !== undefined) tell('HTML', await html());
  return failed ? 1 : 0;
}

/** Skips a partner's other checks once its key has failed: they would only say it again. */
async function judged({ partner, run, name }: Check, checkup: Checkup, broken: Set<Name>): Promise<DoctorFinding> {
  if (partner !== undefined && broken.has(partner)) return warn('not looked at', 'fix the key above first');
  const verdict = await Promise.resolve()
    .then(() => run(checkup))
    .catch((error: unknown) =>
      failedFinding(
        `the check itself broke (${(error as Error).name})`,
        'this is a mistake in the doctor: please report it',
      ),
    );
  if (partner !== undefined && verdict.grade === 'FAIL' && name.endsWith(' key')) broken.add(partner);
  return verdict;
}
