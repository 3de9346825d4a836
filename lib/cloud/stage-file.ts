/** A stage is one file, `stages/NAME.json`. Whatever is wrong with it or with a flag ends the deployment before anything is built. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { manifest } from '../../functions/manifest.ts';
import { checkForms, operatorVariables } from '../../shared/config/config.ts';
import { modeProblems } from '../../shared/config/modes.ts';
import { nearest } from '../misspelled.ts';
import { isStage, mainStage, wrongStage } from '../stage.ts';
import { secretFields } from './lambda-rows.ts';

/** Fields of the secrets, which do not belong in git. */
const keys = new Set([...manifest.flatMap((row) => Object.values(secretFields(row)).flat()), 'RECEIPT_SIGNING_SEED']);

/** Settings of one machine: a function sends by SES, brings its browser, and has no private address near it. */
const notOnAws = [
  ...['SMTP_URL', 'CHROMIUM_PATH', 'PDF_URL_ALLOW_HOSTS', 'MCP_OWN_HOSTS'],
  ...['HOST', 'PORT', 'DATA_DIR'],
];

export const stageSettings = operatorVariables().filter((name) => !keys.has(name) && !notOnAws.includes(name));

const whole = (least: number, most: number) =>
  z
    .int({ error: `must be a whole number from ${least} to ${most}` })
    .min(least)
    .max(most);
const flag = z.boolean({ error: 'must be true or false' }).default(false);
const text = (pattern: RegExp, cure: string) => z.string({ error: cure }).regex(pattern, { error: cure });

/** The file of a stage, with the value of everything that it leaves out. */
export const stageFile = z.strictObject({
  /** Your own name, and its certificate in ACM, in the region of the stack. */
  domain: z
    .strictObject({
      name: text(
        /^(?=.{4,253}$)[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)+$/,
        'must be a name such as mail.example.com',
      ),
      certificate: text(
        /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]{1,64}$/,
        'must be the ARN of a certificate in ACM, arn:aws:acm:us-east-1:123456789012:certificate/…',
      ),
    })
    .optional(),
  /** CloudFront before the service. */
  edge: flag,
  /** A new version serves one call in ten for five minutes, then all. */
  canary: flag,
  /** No alarms, no dashboard, no metrics. */
  quiet: flag,
  /** `cdk destroy` also removes the data. */
  temporary: flag,
  /** How many requests a second the API takes from all callers; twice as many at once. */
  apiRate: whole(1, 99_999).default(200),
  /**
   * How many paid jobs, and batches of ten events, are worked on at a time, at most. The partners' rate limits set the
   * first. Recipients that hang keep their functions busy, and a new account runs 10 at a time: so they get 6 together.
   */
  batches: z
    .strictObject({
      jobs: whole(2, 1_000).default(10),
      webhooks: whole(2, 1_000).default(4),
      emails: whole(2, 1_000).default(2),
    })
    .prefault({}),
  /** Reserved for a function, and the most that it gets. */
  concurrency: z
    .strictObject({
      render: whole(1, 9_999).optional(),
      fulfill: whole(10, 9_999).optional(),
      webhook: whole(1, 9_999).optional(),
      mcp: whole(1, 9_999).optional(),
    })
    .prefault({}),
  /** Those of docs/configuration.md, by their names there. */
  settings: z
    .partialRecord(z.enum(stageSettings as [string, ...string[]]), z.string({ error: 'must be text in quotes' }))
    .default({}),
});

type StageFile = z.output<typeof stageFile>;

/** A stage as its file describes it. */
export interface DeploymentStage extends StageFile {
  readonly name: string;
}

/** The stage of a file's content. Throws an error with a sentence for each problem. */
export function stageOf(name: string, content: unknown): DeploymentStage {
  const { data, error } = stageFile.safeParse(content);
  const problems = error?.issues.flatMap(problemsOf) ?? combined(data as StageFile);
  if (problems.length > 0) throw new Error(problems.map((line) => `stages/${name}.json: ${line}`).join('\n'));
  return { name, ...(data as StageFile) };
}

/** The names at a place in the file. */
const namesAt = (path: readonly PropertyKey[]): readonly string[] => {
  const [at] = path;
  if (at === undefined) return Object.keys(stageFile.shape);
  if (at === 'settings') return stageSettings;
  const concurrent = ['render', 'fulfill', 'webhook', 'mcp'];
  return { domain: ['name', 'certificate'], batches: ['jobs', 'webhooks', 'emails'] }[String(at)] ?? concurrent;
};

function unknownName(name: string, path: readonly PropertyKey[]): string {
  if (keys.has(name)) return `${name} is a key: put it into its secret (docs/deploy.md#keys), not into a file.`;
  if (notOnAws.includes(name)) return `${name} has no meaning on AWS: take it out.`;
  if (path.length === 0 && stageSettings.includes(name)) return `${name} belongs in settings: move it there.`;
  if (/^alarmemail$/i.test(name))
    return `${name} doesn't belong in git: deploy with --parameters PrintAndMail:AlarmEmail=you@example.com.`;
  if (path[0] === 'settings' && Object.hasOwn(stageFile.shape, name))
    return `settings.${name} belongs beside settings: move it there.`;
  const names = namesAt(path);
  const meant = nearest(name, names) ?? nearest(name.toUpperCase(), names);
  const listed = path[0] === 'settings' ? 'docs/configuration.md has all names' : `the names are ${names.join(', ')}`;
  const cure = meant === undefined ? listed : `did you mean ${meant}?`;
  return `${[...path, name].join('.')} isn't a setting: ${cure}${cure.endsWith('?') ? '' : '.'}`;
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownName(name, path));
  if (issue.code === 'invalid_key') return [unknownName(String(path.at(-1)), path.slice(0, -1))];
  if (path.length === 0) return ['it must be an object, {} at least.'];
  if (issue.code === 'too_small') return [`${path.join('.')} must be ${issue.minimum} or more.`];
  if (issue.code === 'too_big') return [`${path.join('.')} must be ${issue.maximum} or less.`];
  const isWorded = issue.message.startsWith('must ');
  return [`${path.join('.')} ${isWorded ? issue.message : 'must be an object with fields'}.`];
}

/** Problems between fields that are each right alone. */
function combined({ domain, edge, batches, concurrency, settings }: StageFile): string[] {
  const problems: string[] = [];
  if (edge && domain === undefined) problems.push('edge needs domain: CloudFront serves under a name of yours.');
  if (edge && domain !== undefined && !domain.certificate.includes(':us-east-1:'))
    problems.push('domain.certificate must be of us-east-1: CloudFront takes no other with edge.');
  if (concurrency.fulfill !== undefined && concurrency.fulfill < batches.jobs)
    problems.push(
      `concurrency.fulfill must be ${batches.jobs} or more, as batches.jobs: jobs would be throttled again and again.`,
    );
  // With their names and values, in bytes. Lambda takes 4 kB of environment with the stack's own.
  const mostSettingBytes = 1_250;
  const bytes = Object.entries(settings).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  if (bytes > mostSettingBytes)
    problems.push(
      `settings take ${bytes} bytes: shorten them to ${mostSettingBytes} together, or Lambda refuses them.`,
    );
  // The keys are in their secret, so nothing is said of them here.
  const example = { PUBLIC_BASE_URL: 'https://mail.example.com/v1', AWS_LAMBDA_FUNCTION_NAME: 'any', ...settings };
  const malformed = checkForms(settings);
  const names = malformed.map((line) => line.split(' ')[0] ?? '');
  const modes = modeProblems(example, names).filter((line) => ![...keys].some((key) => line.startsWith(key)));
  return [...problems, ...[...malformed, ...modes].map((line) => `settings.${line}`)];
}

/** The names that a deployment may be given by `--context`, beside the CDK's own. */
const contextNames = ['stage', 'release', 'packages'];

/** Each sentence names a flag that does not exist, or whose value can't be used. */
export const wrongFlags = (context: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(context).flatMap(([name, value]) => {
    // It goes into the descriptions of functions, which have a length.
    if (name === 'release' && !/^[\w.-]{0,60}$/.test(`${value}`))
      return '--context release must be a name of at most 60 letters, digits, dots and dashes, for example new-key.';
    if (/^(@aws-cdk|aws:|cli-telemetry$)/.test(name) || contextNames.includes(name)) return [];
    if (Object.hasOwn(stageFile.shape, name))
      return `--context ${name} is set in the file of the stage, stages/NAME.json.`;
    const meant = nearest(name, contextNames);
    return `--context ${name} isn't a flag: ${meant === undefined ? 'the flags are stage and release.' : `did you mean ${meant}?`}`;
  });

/** Reads the file of a stage in `folder`. */
export function readStage(folder: string, name: string = mainStage): DeploymentStage {
  const file = join(folder, `${name}.json`);
  if (!isStage(name)) throw new Error(wrongStage(name));
  if (!existsSync(file)) {
    const others = existsSync(folder) ? readdirSync(folder).map((each) => each.replace(/\.json$/, '')) : [];
    const meant = nearest(name, others);
    const hint = meant === undefined ? `copy stages/${mainStage}.json to it` : `did you mean ${meant}?`;
    throw new Error(`There is no stages/${name}.json: ${hint}${hint.endsWith('?') ? '' : '.'}`);
  }
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`stages/${name}.json is not JSON: ${(error as Error).message}.`);
  }
  return stageOf(name, content);
}
