/** A stage's file accepts every setting of a local service, and a mistake gets a message that says how to fix it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows, secretFields } from '../../lib/cloud/lambda-rows.ts';
import { root } from '../../lib/cloud/packaging/bundles.ts';
import { readStage, stageFile, stageOf, stageSettings, wrongFlags } from '../../lib/cloud/stage-file.ts';
import { operatorVariables } from '../../shared/config/config.ts';
import { domain, synthesized } from '../support/cloud/synthesized.ts';
import { newFolder } from '../support/new-folder.ts';

const errorOf = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

const refusal = (content: unknown): string => errorOf(() => stageOf('main', content));

test('every stage that is in git can be deployed', () => {
  const names = readdirSync(join(root, 'stages'));
  expect(names).toContain('main.json');
  for (const name of names) expect(() => readStage(join(root, 'stages'), name.replace(/\.json$/, ''))).not.toThrow();
});

test('every variable of a local service is a setting of a stage, a field of a secret, or not used on AWS', () => {
  const secrets = new Set(manifest.flatMap((row) => Object.values(secretFields(row)).flat()));
  const notOnAws = ['PDF_URL_ALLOW_HOSTS', 'SMTP_URL', 'CHROMIUM_PATH', 'MCP_OWN_HOSTS'];
  const covered = [...stageSettings, ...notOnAws, ...secrets];
  expect(new Set(covered).size).toBe(covered.length);
  expect(operatorVariables().filter((name) => !covered.includes(name))).toEqual([]);
});

test.each([
  [{ egde: true }, "egde isn't a setting: did you mean edge?"],
  [{ colour: 'red' }, "colour isn't a setting: the names are domain, edge, canary, quiet, temporary,"],
  [{ edge: 'yes' }, 'edge must be true or false.'],
  [{ edge: true }, 'edge needs domain: CloudFront serves under your own name.'],
  [{ domain: 'mail.example.com' }, 'domain must be an object with fields.'],
  [{ domain: { ...domain, name: 'https://mail.example.com' } }, 'domain.name must be a name such as mail.example.com.'],
  [{ domain: { name: 'mail.example.com' } }, 'domain.certificate must be the ARN of a certificate in ACM,'],
  [{ domain: { ...domain, certficate: '' } }, "domain.certficate isn't a setting: did you mean certificate?"],
  [{ domain: { ...domain, name: '-mail.example.com' } }, 'domain.name must be a name such as mail.example.com.'],
  [
    { edge: true, domain: { ...domain, certificate: domain.certificate.replace('us-east-1', 'eu-central-1') } },
    'domain.certificate must be in us-east-1, the only region that CloudFront accepts for edge.',
  ],
  [
    { AlarmEmail: 'ops@example.com' },
    "AlarmEmail doesn't belong in git: deploy with --parameters PrintAndMail:AlarmEmail=",
  ],
  [{ settings: { ALARM_EMAIL: 'ops@example.com' } }, "ALARM_EMAIL doesn't belong in git: deploy with --parameters"],
  [{ settings: { toString: 'x' } }, "settings.toString isn't a setting: docs/configuration.md has all names."],
  [{ apiRate: 9.5 }, 'apiRate must be a whole number from 1 to 99999.'],
  [{ apiRate: 100_000 }, 'apiRate must be 99999 or less.'],
  [{ batches: { jobs: 1 } }, 'batches.jobs must be 2 or more.'],
  [{ batches: { job: 4 } }, "batches.job isn't a setting: did you mean jobs?"],
  [{ concurrency: { fulfill: 9 } }, 'concurrency.fulfill must be 10 or more.'],
  [{ concurrency: { fulfill: 10 }, batches: { jobs: 20 } }, 'concurrency.fulfill must be at least batches.jobs, 20:'],
  [{ settings: { PAYMENT_MOD: 'real' } }, "settings.PAYMENT_MOD isn't a setting: did you mean PAYMENT_MODE?"],
  [{ settings: { PAYMENT_MODE: true } }, 'settings.PAYMENT_MODE must be text in quotes.'],
  [{ settings: { PAYMENT_MODE: 'live' } }, 'settings.PAYMENT_MODE must be mock or real.'],
  [{ settings: { PRINT_PARTNER: 'postgrd' } }, 'settings.PRINT_PARTNER must be simulated or postgrid.'],
  [{ settings: { STRIPE_SECRET_KEY: 'sk_live_1' } }, 'STRIPE_SECRET_KEY is a key: put it into its secret'],
  [{ settings: { SMTP_URL: 'smtp://localhost' } }, "SMTP_URL isn't used on AWS: remove it."],
  [{ settings: { PORT: '8787' } }, "PORT isn't used on AWS: remove it."],
  [{ settings: { service_name: 'Acme' } }, "settings.service_name isn't a setting: did you mean SERVICE_NAME?"],
  [
    { settings: { AWS_REGION: 'us-east-1' } },
    "settings.AWS_REGION isn't a setting: docs/configuration.md has all names.",
  ],
  [{ settings: { canary: true } }, "settings.canary isn't one of the settings: move it to the top level."],
  [{ SERVICE_NAME: 'Acme' }, 'SERVICE_NAME belongs in settings: move it there.'],
  [{ settings: { SERVICE_NAME: 'x'.repeat(61) } }, 'settings.SERVICE_NAME must be the name that payers see,'],
  [
    { settings: { TERMS_URL: `https://a.example/${'x'.repeat(1_500)}` } },
    'settings take 1527 bytes: shorten them to 1250',
  ],
  [[], 'it must be a JSON object, such as {}.'],
])('%j is refused, and the message says how to fix it', (content, message) => {
  expect(refusal(content)).toContain(`stages/main.json: ${message}`);
  expect(refusal(content)).not.toContain('sk_live_1');
});

test('several mistakes are reported at once, with a line for each', () => {
  expect(refusal({ egde: true, quiet: 'no', settings: { LOGO: 'x' } }).split('\n')).toHaveLength(3);
});

test('a stage with the longest settings takes at most 2.5 kB of each function’s environment', () => {
  const settings = {
    PAYMENT_MODE: 'real',
    PRINT_PARTNER: 'postgrid',
    FAX_PARTNER: 'telnyx',
    SERVICE_NAME: 'x'.repeat(60),
    SUPPORT_CONTACT: 'help@example.com',
    EMAIL_FROM: 'news@mail.example.com',
  };
  const origin = 'https://a.example/';
  const texts = Object.entries({ ...settings, TERMS_URL: origin }).flat();
  const TERMS_URL = `${origin}${'x'.repeat(1_250 - texts.join('').length)}`;
  const longest = { domain, edge: true, settings: { ...settings, TERMS_URL } };
  expect(refusal(longest)).toBe('');
  expect(refusal({ ...longest, settings: { ...settings, TERMS_URL: `${TERMS_URL}x` } })).toContain('1251 bytes');
  // CloudFormation fills in a URL, a name, or the secret of the edge.
  const resolved = (value: unknown): string => (typeof value === 'string' ? value : 'x'.repeat(120));
  const sizes = Object.values(synthesized({ name: 'abcdefghijklmnopqrst', file: longest }).Resources).flatMap(
    ({ Type, Properties }) =>
      Type === 'AWS::Lambda::Function'
        ? [
            Object.entries(Properties.Environment?.Variables ?? {}).reduce(
              (sum, [name, value]) => sum + name.length + resolved(value).length,
              0,
            ),
          ]
        : [],
  );
  expect(Math.max(...sizes)).toBeGreaterThan(1_250);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2_500);
});

/** The file and all files that it imports, directly or indirectly. */
function withImports(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  const imports = /^(?:import|export) (?!type)[^;]*?from '(\.[^']+\.ts)'|import\('(\.[^']+\.ts)'\)/gms;
  for (const [, fromPath, importPath = ''] of readFileSync(join(root, file), 'utf8').matchAll(imports))
    withImports(join(dirname(file), fromPath ?? importPath), files);
  return files;
}

test('functions get only the settings that they use, and the health check gets all of them', () => {
  const settings = {
    ADDITIONAL_PUBLIC_KEYS: 'x'.repeat(43),
    REQUEST_LIMITS: 'reads=500',
    WEBHOOK_WAIT_MS: '5000',
    MCP_ALLOWED_ORIGINS: 'https://app.example.com',
    PUBLIC_MCP_URL: 'https://mail.example.com/mcp',
    POSTGRID_API_BASE: 'https://api.example.com',
    SIMULATED_READY_SECONDS: '5',
    SERVICE_NAME: 'Acme Letters',
    LOGO_URL: 'https://mail.example.com/logo.svg',
    SUPPORT_CONTACT: 'help@example.com',
  };
  const functions = Object.values(synthesized({ file: { settings } }).Resources).filter(
    ({ Type }) => Type === 'AWS::Lambda::Function',
  );
  const functionsWith = (variable: string) =>
    functions
      .filter(({ Properties }) => variable in (Properties.Environment?.Variables ?? {}))
      .map(({ Properties }) => Properties.Description.replace('print-and-mail ', ''))
      .sort();
  expect(functionsWith('ADDITIONAL_PUBLIC_KEYS')).toEqual(['health', 'mcp', 'receipts', 'send-webhooks']);
  expect(functionsWith('WEBHOOK_WAIT_MS')).toEqual(['health', 'partner-events', 'receive-stripe-event']);
  expect(functionsWith('MCP_ALLOWED_ORIGINS')).toEqual(['health', 'mcp']);
  expect(functionsWith('PUBLIC_MCP_URL')).toEqual(['about', 'health', 'mcp']);
  const counting = lambdaRows(manifest).filter(({ rights }) => rights.counts);
  expect(functionsWith('REQUEST_LIMITS')).toEqual(['health', ...counting.map(({ name }) => name)].sort());
  const partners = ['partners', 'payments', 'addresses', 'self-check'];
  const calling = lambdaRows(manifest).filter(({ needs }) => needs.some((need) => partners.includes(need)));
  for (const variable of ['POSTGRID_API_BASE', 'SIMULATED_READY_SECONDS'])
    expect(functionsWith(variable)).toEqual(calling.map(({ name }) => name).sort());
  const showing = lambdaRows(manifest).filter(
    ({ name, file }) => name === 'health' || withImports(`functions/${file}.ts`).has('shared/pages/reader.ts'),
  );
  expect(functionsWith('LOGO_URL')).toEqual(showing.map(({ name }) => name).sort());
  // A function with a partner's key doesn't start without these two settings.
  const both = new Set([...showing, ...calling].map(({ name }) => name));
  for (const variable of ['SERVICE_NAME', 'SUPPORT_CONTACT']) expect(functionsWith(variable)).toEqual([...both].sort());
});

test('apart from the CDK’s own, the stack has one parameter: the email address, which does not belong in git', () => {
  expect(Object.keys(synthesized().Parameters).sort()).toEqual(['AlarmEmail', 'BootstrapVersion']);
});

test.each([
  ['stge', "--context stge isn't a flag: did you mean stage?"],
  ['removesData', "--context removesData isn't a flag: the flags are stage and release."],
  ['canary', "--context canary isn't a flag: set canary in stages/NAME.json."],
])('the flag %s is refused, and the message says how to fix it', (name, message) => {
  expect(wrongFlags({ [name]: 'true' })).toEqual([message]);
});

test.each(['a b', 'x'.repeat(61), 'a"b', 'é'])('the release %j is refused before the deployment starts', (release) => {
  expect(wrongFlags({ release })).toEqual([expect.stringMatching(/^--context release must be a name of at most 60/)]);
});

test('the CDK’s own context is accepted', () => {
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { readonly context: object };
  expect(wrongFlags({ ...context, 'aws:cdk:bundling-stacks': [], stage: 'main', release: '' })).toEqual([]);
});

const folder = newFolder();
writeFileSync(join(folder, 'staging.json'), '{}');
writeFileSync(join(folder, 'broken.json'), '{');

test.each([
  ['stagng', 'There is no stages/stagng.json: did you mean staging?'],
  ['production', 'There is no stages/production.json: copy stages/main.json to it.'],
  [
    'Staging',
    '"Staging" can\'t be a stage: use 1 to 20 lowercase letters, digits and single hyphens, beginning with a letter and not ending with a hyphen, such as staging or ada-2.',
  ],
  ['../main', '"../main" can\'t be a stage:'],
  ['broken', 'stages/broken.json is not JSON:'],
])('the stage %s, whose file is missing or broken, is refused with a message that says what to do', (name, message) => {
  expect(errorOf(() => readStage(folder, name))).toContain(message);
});

test('a mistake ends the deployment with its message and no stack trace, before anything is built', () => {
  const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ stage: 'nowhere', canry: 'true' }) };
  const error = errorOf(() =>
    execFileSync(process.execPath, ['bin/deploy.ts'], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' }),
  );
  expect(error.split('\n').slice(1).join('\n').trim()).toBe(
    "--context canry isn't a flag: the flags are stage and release.",
  );
});

test('docs/deploy.md names each setting of a stage, and no other', () => {
  const page = readFileSync(join(root, 'docs', 'deploy.md'), 'utf8');
  const [, section = ''] = /^## Stages\n(.*?)^## /ms.exec(page) ?? [];
  const documented = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(Object.keys(stageFile.shape).sort());
});

test('each stage that the workflow deploys has a file, and its flags exist', () => {
  const text = readFileSync(join(root, '.github', 'workflows', 'deploy.yml'), 'utf8');
  const stages = [...text.matchAll(/^ +STAGE: (\S+)$/gm)].map(([, stage]) => stage);
  expect(stages).toEqual(['staging', 'main']);
  for (const stage of stages) expect(readStage(join(root, 'stages'), stage).name).toBe(stage);
  const contextFlags = [...text.matchAll(/--context "(\w+)=/g)].map(([, flag = '']) => [flag, '']);
  expect(contextFlags).toHaveLength(2);
  expect(wrongFlags(Object.fromEntries(contextFlags))).toEqual([]);
});
