/** `npm run doctor`: checks the configuration and the partners, and prints a line for each check, with a fix. */
import { notForSaleNotices } from '../../../shared/partners/catalogue.ts';
import type { EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import type { FetchSeams } from '../../../shared/partners/http/guarded-fetch.ts';
import { type Reply, startConversation } from '../../../shared/partners/http/partner-client.ts';
import { type BrowserChoice, findBrowser, thisMachine } from '../../../shared/rendering/chromium/find-browser.ts';
import { launchChromium } from '../../../shared/rendering/chromium/launch-chromium.ts';
import { readSettings } from '../../local/settings.ts';
import { checks } from './checks.ts';
import {
  type Check,
  type Checkup,
  connectionTo,
  type DescriptorName,
  type DoctorConnection,
  type DoctorFinding,
  failedFinding,
  ok,
  warn,
} from './checkup.ts';

export interface DoctorOptions {
  readonly environment: EnvironmentVariables;
  /** Our clock, in Unix ms. */
  readonly now: () => number;
  /** Replaced in tests. */
  readonly seams?: Partial<FetchSeams>;
  print(line: string): void;
  /** Starts the browser that prints HTML. Tests leave it out. */
  checkHtml?(): Promise<DoctorFinding>;
}

/** The groups of findings by what an operator sets up, each with a pattern. All other findings are about the service. */
const groups = [
  ['Stripe', /stripe/i],
  ['Print', /postgrid|PRINT_PARTNER/i],
  ['Fax', /telnyx|FAX_PARTNER/i],
  ['Your name', /SERVICE_NAME|SUPPORT_CONTACT|POSTAL_ADDRESS|policies|(?:TERMS|PRIVACY|POLICY|LOGO)_URL/i],
] as const;

/** Returns the exit code: 1 if anything failed. */
export async function runDoctor({ print, checkHtml, ...options }: DoctorOptions): Promise<0 | 1> {
  const lines: { readonly group: string; readonly grade: DoctorFinding['grade']; readonly text: string }[] = [];
  const report = (name: string, { grade, message, fix }: DoctorFinding) => {
    // The fix is not searched, because it may mention another group.
    const group = groups.find(([, pattern]) => pattern.test(`${name} ${message}`))?.[0] ?? 'Service';
    const text = `${grade.padEnd(4)}  ${name}: ${message}${fix === undefined ? '' : ` — ${fix}`}`;
    lines.push({ group, grade, text });
  };
  const { environment } = options;
  const { problems } = readSettings(environment);
  for (const message of problems) report('configuration', { grade: 'FAIL', message });
  if (problems.length === 0) report('configuration', ok('the service can start with it'));
  for (const line of notForSaleNotices(environment))
    report('configuration', warn(line, 'change that setting to sell them'));
  const checkup = newCheckup(options);
  const failed = new Set<DescriptorName>();
  const applicable = checks.filter(({ applies }) => applies(environment));
  for (const check of applicable) report(check.name, await findingOf(check, checkup, failed));
  if (!applicable.some(({ partner }) => partner))
    report(
      'partners',
      warn(
        'this shell has no partner keys, so no partner was checked',
        'load your settings first: set -a; . ~/mail.env; set +a',
      ),
    );
  if (checkHtml !== undefined) report('HTML', await checkHtml());
  const groupNames = groups.map(([name]) => name);
  for (const name of ['Service', ...groupNames]) {
    const groupLines = lines.filter(({ group }) => group === name);
    if (groupLines.length > 0) print(name);
    for (const { text } of groupLines) print(text);
  }
  const failedGroups = new Set(lines.filter(({ grade }) => grade === 'FAIL').map(({ group }) => group));
  const incomplete = groupNames.filter((name) => failedGroups.has(name));
  if (incomplete.length > 0)
    print(`${incomplete.length} of ${groups.length} groups incomplete: ${incomplete.join(', ')}.`);
  return failedGroups.size > 0 ? 1 : 0;
}

/** Skips a partner's other checks if its first check, of the key, has failed. They would only repeat that. */
async function findingOf(
  { partner, run, isFirst }: Check,
  checkup: Checkup,
  failed: Set<DescriptorName>,
): Promise<DoctorFinding> {
  if (partner !== undefined && failed.has(partner)) return warn('not checked', 'fix the key above first');
  let finding: DoctorFinding;
  try {
    finding = await run(checkup);
  } catch (error) {
    const message = `the check itself failed (${(error as Error).name})`;
    finding = failedFinding(message, 'this is a bug in the doctor: please report it');
  }
  if (partner !== undefined && finding.grade === 'FAIL' && isFirst) failed.add(partner);
  return finding;
}

/** Whether HTML can be printed here. A machine that only deploys needs no browser, because the renderer on AWS has its own. */
export async function checkBrowser(configuredPath: string | undefined, choice?: BrowserChoice): Promise<DoctorFinding> {
  const browser = choice ?? findBrowser(thisMachine(configuredPath));
  if (browser.kind === 'none')
    return (configuredPath === undefined ? warn : failedFinding)(
      'can’t be printed',
      `${browser.reason} ${browser.fix}`,
    );
  try {
    const chromium = await launchChromium(browser);
    chromium.kill();
    return ok(`printed by ${chromium.engine ?? 'the project’s own Chromium'}`);
  } catch (error) {
    const [, reason = ''] = /([^\n]*error while loading[^\n]*)/.exec(String(error)) ?? [];
    return failedFinding(
      `can’t be printed: the browser doesn’t start${reason === '' ? '' : ` (${reason.trim()})`}`,
      'install what it lacks, or set CHROMIUM_PATH to another Chrome, Edge or Chromium',
    );
  }
}

function newCheckup({ environment, now, seams }: Pick<DoctorOptions, 'environment' | 'now' | 'seams'>): Checkup {
  const replies = new Map<string, Promise<Reply>>();
  const aheadMs = new Map<DescriptorName, number>();
  const connection = (partner: DescriptorName): DoctorConnection => {
    const match = connectionTo(partner, environment);
    if (match === undefined) throw new Error(`${partner} is not configured`);
    return match;
  };

  async function send(partner: DescriptorName, path: string): Promise<Reply> {
    const sentAt = now();
    const { title, base, headers } = connection(partner);
    // The operator sees the result right away, so no alarm is needed.
    const log = { alarm: () => {} };
    const settings = { name: title, baseUrl: base, headers, timeoutMs: 10_000, log };
    const reply = await startConversation(settings)({ method: 'GET', path });
    const partnerTime = reply.kind === 'answered' ? Date.parse(reply.date ?? '') : Number.NaN;
    // The header has whole seconds, so on average half a second is missing.
    if (!Number.isNaN(partnerTime)) aheadMs.set(partner, (sentAt + now()) / 2 - (partnerTime + 500));
    return reply;
  }

  function read(partner: DescriptorName, path: string): Promise<Reply> {
    const name = `${partner} ${path}`;
    const reply = replies.get(name) ?? send(partner, path);
    replies.set(name, reply);
    return reply;
  }

  return { environment, connection, read, aheadMs, seams };
}
