/** The workflows of GitHub: what they run is pinned, what they may do is listed here, and their flags exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStage, wrongFlags } from '../../lib/cloud/stage-file.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

interface Use {
  readonly action: string;
  readonly commit: string;
  readonly version: string;
}

const pinned = /^ +(?:- )?uses: (?<action>[\w./-]+)@(?<commit>[0-9a-f]{40}) # (?<version>v\d+\.\d+\.\d+)$/;
const own = /^ +uses: \.\/\.github\/workflows\/([\w-]+\.yml)$/;

const lines = workflows.flatMap(({ name, text }) => text.split('\n').map((line) => ({ name, line })));
const uses = lines.filter(({ line }) => /\buses:/.test(line));

test('every action is pinned to a commit, with its version in a comment', () => {
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter(({ line }) => !pinned.test(line) && !own.test(line))).toEqual([]);
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
  // One for each environment.
  'deploy.yml': ['id-token', 'id-token'],
  'scorecard.yml': ['security-events', 'id-token'],
  // npm, PyPI and the MCP registry; the image of a tag, for each kind of machine, and the name that joins them.
  'release.yml': ['id-token', 'id-token', 'id-token', 'packages', 'packages'],
};

test.each(workflows)('$name may do what is listed here, and reads the source at most besides', ({ name, text }) => {
  expect(text).toMatch(/^permissions: \{\}$|^permissions:\n {2}contents: read\n$/m);
  expect([...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => right)).toEqual(mayWrite[name]);
  expect(text).not.toMatch(/(?:read|write)-all|pull_request_target|workflow_run|secrets\./);
});

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

test.each(workflows)('$name leaves no credentials behind, and ends', ({ text }) => {
  expect(count(text, /persist-credentials: false/g)).toBe(count(text, /uses: actions\/checkout@/g));
  expect(count(text, /timeout-minutes:/g)).toBe(count(text, /runs-on:/g));
});

test('staging is deployed after the check, production after staging, and both in the same way', () => {
  const { text = '' } = workflows.find(({ name }) => name === 'deploy.yml') ?? {};
  const [check, staging = '', production = '', ...others] = (text.split(/^jobs:\n/m)[1] ?? '').split(
    /^(?= {2}[\w-]+:\n)/m,
  );
  expect([check, others]).toEqual([expect.stringContaining('./.github/workflows/check.yml'), []]);
  expect(staging).toMatch(/needs: check\n[\s\S]*environment: staging\n[\s\S]*steps: &deploy\n/);
  expect(production).toMatch(/needs: staging\n[\s\S]*environment: production\n[\s\S]*steps: \*deploy\n/);
});

test('a tag is checked', () => {
  expect(workflows.find(({ name }) => name === 'check.yml')?.text).toMatch(/^ {2}push:\n {4}tags: \['v\*'\]\n/m);
});

test('npm caches nothing, although package.json names the version: a cache could bring what is not in the lock file', () => {
  expect(packages.packageManager).toMatch(/^npm@\d+\.\d+\.\d+$/);
  for (const { text } of workflows)
    expect(text.match(/package-manager-cache: false/g)?.length).toBe(text.match(/actions\/setup-node@/g)?.length);
});

test('each stage that is deployed has a file, and the flags exist', () => {
  const text = workflows.find(({ name }) => name === 'deploy.yml')?.text ?? '';
  const stages = [...text.matchAll(/^ +STAGE: (\S+)$/gm)].map(([, stage]) => stage);
  expect(stages).toEqual(['staging', 'main']);
  for (const stage of stages) expect(readStage(join(root, 'stages'), stage).name).toBe(stage);
  const given = [...text.matchAll(/--context "(\w+)=/g)].map(([, flag = '']) => [flag, '']);
  expect(given).toHaveLength(2);
  expect(wrongFlags(Object.fromEntries(given))).toEqual([]);
});
