/** The workflows of GitHub: what they run is pinned, what they may do is listed here, and their commands exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const { scripts, ...packages } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

interface Use {
  readonly action: string;
  readonly commit: string;
  readonly version: string;
}

const pinned = /^ +(?:- )?uses: (?<action>[\w./-]+)@(?<commit>[0-9a-f]{40}) # (?<version>v\d+\.\d+\.\d+)$/;
const own = /^ +uses: \.\/\.github\/workflows\/([\w-]+\.yml)$/;

const lines = workflows.flatMap(({ name, text }) => text.split('\n').map((line) => ({ name, line })));
const uses = lines.filter(({ line }) => /\buses:/.test(line));

test('every action is pinned to a commit, and its version stands beside it', () => {
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter(({ line }) => !pinned.test(line) && !own.test(line))).toEqual([]);
});

test('a workflow that is called exists', () => {
  const called = uses.flatMap(({ line }) => own.exec(line)?.[1] ?? []);
  expect(called.length).toBeGreaterThan(0);
  for (const name of called) expect(workflows.find((each) => each.name === name)?.text).toContain('workflow_call:');
});

test('an action has one commit and one version in all workflows', () => {
  const found = uses.flatMap(({ line }) => (pinned.exec(line)?.groups as unknown as Use | undefined) ?? []);
  const known = new Map<string, string>();
  for (const { action, commit, version } of found) {
    const repository = action.split('/').slice(0, 2).join('/');
    expect(known.get(repository) ?? `${commit} ${version}`).toBe(`${commit} ${version}`);
    known.set(repository, `${commit} ${version}`);
  }
});

/** The rights of each workflow to write, in the order of its jobs. Everything else it may read at most. */
const mayWrite: Readonly<Record<string, readonly string[]>> = {
  'check.yml': [],
  'codeql.yml': ['security-events'],
  // The callers have it, and so has the one job that they call.
  'deploy.yml': ['id-token', 'id-token'],
  'deploy-stage.yml': ['id-token'],
  'drift.yml': ['id-token'],
  'release.yml': ['contents', 'id-token', 'attestations'],
  'scorecard.yml': ['security-events', 'id-token'],
};

test.each(workflows)('$name may do what is listed here, and reads the source at most besides', ({ name, text }) => {
  expect(text).toMatch(/^permissions: \{\}$|^permissions:\n {2}contents: read\n$/m);
  expect([...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => right)).toEqual(mayWrite[name]);
  expect(text).not.toMatch(/(?:read|write)-all|pull_request_target|workflow_run|secrets\./);
});

test.each(workflows)('$name leaves no credentials behind, and ends', ({ text }) => {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  expect(count(/persist-credentials: false/g)).toBe(count(/uses: actions\/checkout@/g));
  expect(count(/timeout-minutes:/g)).toBe(count(/runs-on:/g));
});

/** Each script: what stands after `run:`, and the lines that stand further in. */
function scriptsIn(text: string): string[] {
  const all = text.split('\n');
  const within = (at: number, column: number) => {
    const end = all.findIndex((line, below) => below > at && line.trim() !== '' && line.search(/\S/) <= column);
    return all.slice(at, end === -1 ? undefined : end);
  };
  return all.flatMap((line, at) => {
    const column = line.search(/\brun: /);
    return column === -1 ? [] : [within(at, column).join('\n')];
  });
}

test('the whole of a script is read', () => {
  const block =
    '    steps:\n      - run: |\n          one\n          two\n        env:\n          A: b\n      - run: three\n';
  expect(scriptsIn(block)).toEqual(['      - run: |\n          one\n          two', '      - run: three\n']);
});

test.each(workflows)('no script of $name is put together of text that others write', ({ text }) => {
  expect(scriptsIn(text).filter((script) => script.includes(`$\{{`))).toEqual([]);
});

/** The jobs of a workflow, by name. */
const jobsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (text.split(/^jobs:\n/m)[1] ?? '')
      .split(/^(?= {2}[\w-]+:\n)/m)
      .map((job) => [/^ {2}([\w-]+):/m.exec(job)?.[1] ?? '', job]),
  );

const jobs = workflows.flatMap(({ name, text }) =>
  Object.entries(jobsIn(text)).map(([job, lines]) => ({ name: `${name}: ${job}`, lines })),
);

test.each(jobs.filter(({ lines }) => /\bid-token: write\b|configure-aws-credentials/.test(lines)))(
  '$name, which can have credentials, builds nothing and runs no script of a package',
  ({ lines }) => {
    expect(lines.replaceAll('npm ci --ignore-scripts', '')).not.toMatch(
      /npm (?:ci|run|install)\b|cdk synth|setup-python/,
    );
    expect(lines).not.toMatch(/cdk (?:deploy|diff|drift)\b(?! --app cdk\.out)/);
  },
);

test('what is deployed was built by a job without credentials, and is looked at before', () => {
  const { build = '', deploy = '' } = jobsIn(workflows.find(({ name }) => name === 'deploy-stage.yml')?.text ?? '');
  expect(build).toContain('cdk synth');
  expect(build).not.toMatch(/id-token|environment:\n|configure-aws|AWS_ROLE/);
  expect(deploy).toContain('needs: build');
  const steps = [
    'npm ci --ignore-scripts',
    'gh run download',
    'configure-aws-credentials',
    'bin/before-deploy.ts cdk.out',
    'cdk deploy',
  ];
  const places = steps.map((step) => deploy.indexOf(step));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('functions are built on their own architecture, so that V8 has compiled their code', () => {
  const building = jobs.filter(({ lines }) => /cdk synth|release:template/.test(lines));
  expect(building.map(({ lines }) => /runs-on: (.*)$/m.exec(lines)?.[1])).toEqual(Array(2).fill('ubuntu-24.04-arm'));
});

test('drift is looked for by roles that the stack of access makes, and its failure names a page', () => {
  const { text = '' } = workflows.find(({ name }) => name === 'drift.yml') ?? {};
  const access = readFileSync(join(root, 'lib/cloud/pipeline/access.ts'), 'utf8');
  const given = [...text.matchAll(/^ +role: (COMPARE_ROLE_)\w+$/gm)].map(([, variable = '']) => variable);
  expect(given).toHaveLength(2);
  for (const variable of given) expect(access).toContain(variable);
  const [, page = '', anchor = ''] = /::error::.*(docs\/\w+\.md)#(\w+)"/.exec(text) ?? [];
  expect(readFileSync(join(root, page), 'utf8')).toContain(`\n## ${anchor}\n`);
  expect(text).toMatch(/^ +- cron: '\d+ \d+ \* \* \d'$/m);
});

test('npm caches nothing, although package.json names the version: a cache could bring what nobody has locked', () => {
  expect(packages.packageManager).toMatch(/^npm@\d+\.\d+\.\d+$/);
  for (const { text } of workflows)
    expect(text.match(/package-manager-cache: false/g)?.length).toBe(text.match(/actions\/setup-node@/g)?.length);
});

test('each command of the project that a workflow runs exists', () => {
  const named = workflows.flatMap(({ text }) =>
    [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script = '']) => script),
  );
  expect(named).toEqual(expect.arrayContaining(['test:smoke', 'release:template', 'release:notes']));
  for (const script of named) expect(scripts).toHaveProperty([script]);
});

test('each flag of a deployment exists', () => {
  const text = workflows.find(({ name }) => name === 'deploy.yml')?.text ?? '';
  const given = [...text.matchAll(/^ +flags: (\S+)=\S+ \$\{\{ vars\.FLAGS_\w+ \}\}$/gm)].map(([, flag]) => flag);
  const app = readFileSync(join(root, 'bin', 'deploy.ts'), 'utf8');
  expect(given).toEqual(['stage', 'canary']);
  for (const flag of given) expect(app).toContain(`'${flag}'`);
});

test('Renovate groups packages that the project has', () => {
  const { packageRules } = JSON.parse(readFileSync(join(root, 'renovate.json'), 'utf8'));
  const has = Object.keys({ ...packages.dependencies, ...packages.devDependencies });
  for (const { matchPackageNames } of packageRules)
    for (const pattern of matchPackageNames) {
      const begins = pattern.replace(/\*\*$/, '');
      expect(has.filter((name) => (begins === pattern ? name === pattern : name.startsWith(begins)))).not.toEqual([]);
    }
});
