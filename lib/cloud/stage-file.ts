/** A stage is one file, `stages/NAME.json`. A mistake in it or in a flag ends the deployment before anything is built. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { manifest } from '../../functions/manifest.ts';
import { checkFormats, operatorVariables } from '../../shared/config/config.ts';
import { modeProblems } from '../../shared/config/modes.ts';
import { nearestName } from '../misspelled.ts';
import { invalidStageMessage, isStageName, mainStage } from '../stage.ts';
import { secretFields } from './lambda-rows.ts';

/** Fields of the secrets, which do not belong in git. */
const keys = new Set([...manifest.flatMap((row) => Object.values(secretFields(row)).flat()), 'RECEIPT_SIGNING_SEED']);

/** Settings of a single machine. On AWS, emails go through SES, and the browser is part of the package. */
const notOnAws = ['SMTP_URL', 'CHROMIUM_PATH', 'PDF_URL_ALLOW_HOSTS', 'MCP_OWN_HOSTS', 'HOST', 'PORT', 'DATA_DIR'];

export const stageSettings = operatorVariables().filter((name) => !keys.has(name) && !notOnAws.includes(name));

const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: `must be a whole number from ${min} to ${max}` })
    .min(min)
    .max(max);
const flag = z.boolean({ error: 'must be true or false' }).default(false);
const text = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });

/** The schema of a stage's file, with the defaults. */
export const stageFile = z.strictObject({
  /** Your own domain, and its certificate in ACM, in the region of the stack. */
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
  /** Puts CloudFront in front of the service. */
  edge: flag,
  /** A new version serves one call in ten for five minutes, then all. */
  canary: flag,
  /** No alarms, no dashboard, no metrics. */
  quiet: flag,
  /** `cdk destroy` also removes the data. */
  temporary: flag,
  /** The requests a second that the API accepts from all clients together; twice as many in a burst. */
  apiRate: wholeNumber(1, 99_999).default(200),
  /**
   * The maximum number of paid jobs, and of batches of ten events, that are processed at the same time. Jobs are limited by the
   * partners' rate limits. Slow recipients keep functions busy, so webhooks and emails together get 6 of the 10 that a new
   * account may run.
   */
  batches: z
    .strictObject({
      jobs: wholeNumber(2, 1_000).default(10),
      webhooks: wholeNumber(2, 1_000).default(4),
      emails: wholeNumber(2, 1_000).default(2),
    })
    .prefault({}),
  /** The concurrency that is reserved for a function, which is also its maximum. */
  concurrency: z
    .strictObject({
      render: wholeNumber(1, 9_999).optional(),
      fulfill: wholeNumber(10, 9_999).optional(),
      webhook: wholeNumber(1, 9_999).optional(),
      mcp: wholeNumber(1, 9_999).optional(),
    })
    .prefault({}),
  /** The settings of docs/configuration.md, by their names. */
  settings: z
    .partialRecord(z.enum(stageSettings as [string, ...string[]]), z.string({ error: 'must be text in quotes' }))
    .default({}),
});

/** A stage as its file describes it. */
export interface DeploymentStage extends z.output<typeof stageFile> {
  readonly name: string;
}

/** Parses a file's content. Throws an error with one line for each problem. */
export function stageOf(name: string, content: unknown): DeploymentStage {
  const { data, error } = stageFile.safeParse(content);
  const problems = data === undefined ? error.issues.flatMap(problemsOf) : contradictions(data);
  if (data === undefined || problems.length > 0)
    throw new Error(problems.map((line) => `stages/${name}.json: ${line}`).join('\n'));
  return { name, ...data };
}

/** The valid field names within a field of the file. */
const namesWithin = ([field]: readonly PropertyKey[]): readonly string[] => {
  if (field === undefined) return Object.keys(stageFile.shape);
  if (field === 'settings') return stageSettings;
  const { domain, batches, concurrency } = stageFile.shape;
  const objects = { domain, batches, concurrency };
  return Object.keys(objects[field as keyof typeof objects].unwrap().shape);
};

function unknownName(name: string, path: readonly PropertyKey[]): string {
  if (keys.has(name)) return `${name} is a key: put it into its secret (docs/deploy.md#keys), not into a file.`;
  if (notOnAws.includes(name)) return `${name} isn't used on AWS: remove it.`;
  if (path.length === 0 && stageSettings.includes(name)) return `${name} belongs in settings: move it there.`;
  if (/^alarm_?email$/i.test(name))
    return `${name} doesn't belong in git: deploy with --parameters PrintAndMail:AlarmEmail=you@example.com, in another stage PrintAndMail-NAME:AlarmEmail.`;
  if (path[0] === 'settings' && Object.hasOwn(stageFile.shape, name))
    return `settings.${name} isn't one of the settings: move it to the top level.`;
  const names = namesWithin(path);
  const suggestion = nearestName(name, names) ?? nearestName(name.toUpperCase(), names);
  const allNames =
    path[0] === 'settings' ? 'docs/configuration.md has all names.' : `the names are ${names.join(', ')}.`;
  return `${[...path, name].join('.')} isn't a setting: ${suggestion === undefined ? allNames : `did you mean ${suggestion}?`}`;
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownName(name, path));
  if (issue.code === 'invalid_key') return [unknownName(String(path.at(-1)), path.slice(0, -1))];
  if (path.length === 0) return ['it must be a JSON object, such as {}.'];
  if (issue.code === 'too_small') return [`${path.join('.')} must be ${issue.minimum} or more.`];
  if (issue.code === 'too_big') return [`${path.join('.')} must be ${issue.maximum} or less.`];
  // Our messages begin with `must`. The only other one is Zod's, for a field that must be an object.
  const message = issue.message.startsWith('must ') ? issue.message : 'must be an object with fields';
  return [`${path.join('.')} ${message}.`];
}

/** Contradictions between fields that are valid on their own. */
function contradictions({ domain, edge, batches, concurrency, settings }: z.output<typeof stageFile>): string[] {
  const problems: string[] = [];
  if (edge && domain === undefined) problems.push('edge needs domain: CloudFront serves under your own name.');
  if (edge && domain !== undefined && !domain.certificate.includes(':us-east-1:'))
    problems.push('domain.certificate must be in us-east-1, the only region that CloudFront accepts for edge.');
  if (concurrency.fulfill !== undefined && concurrency.fulfill < batches.jobs)
    problems.push(
      `concurrency.fulfill must be at least batches.jobs, ${batches.jobs}: otherwise jobs would be throttled again and again.`,
    );
  // Names and values together. Lambda accepts 4 kB of environment variables, including those of the stack.
  const maxSettingBytes = 1_250;
  const bytes = Object.entries(settings).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  if (bytes > maxSettingBytes)
    problems.push(`settings take ${bytes} bytes: shorten them to ${maxSettingBytes} in total, or Lambda refuses them.`);
  // The keys are in their secret, so problems with them are left out here.
  const environment = { PUBLIC_BASE_URL: 'https://mail.example.com/v1', AWS_LAMBDA_FUNCTION_NAME: 'any', ...settings };
  const malformed = checkFormats(settings);
  const names = malformed.map((line) => line.split(' ')[0] ?? '');
  const modes = modeProblems(environment, names).filter((line) => ![...keys].some((key) => line.startsWith(key)));
  return [...problems, ...[...malformed, ...modes].map((line) => `settings.${line}`)];
}

/** A line for each flag that does not exist or has an invalid value. */
export const wrongFlags = (context: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(context).flatMap(([name, value]) => {
    // The flags of `--context`, apart from the CDK's own. People have no use for `packages`, so the error leaves it out.
    const contextNames = ['stage', 'release', 'packages'];
    // The release becomes part of the functions' descriptions, whose length is limited.
    if (name === 'release' && !/^[\w.-]{0,60}$/.test(`${value}`))
      return '--context release must be a name of at most 60 letters, digits, dots and dashes, for example new-key.';
    if (/^(@aws-cdk|aws:|cli-telemetry$)/.test(name) || contextNames.includes(name)) return [];
    if (Object.hasOwn(stageFile.shape, name)) return `--context ${name} isn't a flag: set ${name} in stages/NAME.json.`;
    const suggestion = nearestName(name, contextNames);
    const hint = suggestion === undefined ? 'the flags are stage and release.' : `did you mean ${suggestion}?`;
    return `--context ${name} isn't a flag: ${hint}`;
  });

/** Reads the file of a stage in `folder`. */
export function readStage(folder: string, name: string = mainStage): DeploymentStage {
  const file = join(folder, `${name}.json`);
  if (!isStageName(name)) throw new Error(invalidStageMessage(name));
  if (!existsSync(file)) {
    const stageNames = existsSync(folder) ? readdirSync(folder).map((each) => each.replace(/\.json$/, '')) : [];
    const suggestion = nearestName(name, stageNames);
    const hint = suggestion === undefined ? `copy stages/${mainStage}.json to it.` : `did you mean ${suggestion}?`;
    throw new Error(`There is no stages/${name}.json: ${hint}`);
  }
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`stages/${name}.json is not JSON: ${(error as Error).message}.`);
  }
  return stageOf(name, content);
}
