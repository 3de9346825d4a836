/**
 * Builds the image and orders one of each product from it: `node test/tools/image.ts [DEBIAN]`. It needs root on Linux but
 * no container engine: it runs the Dockerfile's instructions in copies of the Debian folder DEBIAN, or of one that
 * debootstrap creates. No other command runs this script, because it downloads Debian packages.
 */
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf } from '../support/e2e/client.ts';
import { paid } from '../support/e2e/desk.ts';

const trees = mkdtempSync('/tmp/image-');
const run = (command: string, args: readonly string[], options: SpawnOptions = {}) =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });

/** Debian with this machine's Node and npm, instead of those in Node's image. */
function emptyTree(name: string): string {
  const tree = join(trees, name);
  const base = process.argv[2] ?? join(trees, 'base');
  if (!existsSync(base)) run('debootstrap', ['--variant=minbase', 'bookworm', base]);
  run('cp', ['-a', base, tree]);
  cpSync(process.execPath, join(tree, 'usr/local/bin/node'));
  const npm = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
  run('cp', ['-a', dirname(dirname(npm)), join(tree, 'usr/local/lib/npm')]);
  run('ln', ['-s', '/usr/local/lib/npm/bin/npm-cli.js', join(tree, 'usr/local/bin/npm')]);
  // Files that this machine may need to reach a registry.
  for (const file of ['/etc/resolv.conf', '/etc/npmrc', '/root/.npmrc', '/etc/ssl/certs'])
    if (existsSync(file)) cpSync(file, join(tree, file), { recursive: true, dereference: true });
  run('mount', ['--bind', '/proc', join(tree, 'proc')]);
  run('mount', ['--bind', '/dev', join(tree, 'dev')]);
  return tree;
}

interface Stage {
  readonly tree: string;
  readonly env: Record<string, string>;
  folder: string;
  user: string;
  command: readonly string[];
}

/** Runs the instructions that our Dockerfile uses; any other is an error. */
function runInstruction(stage: Stage, stages: ReadonlyMap<string, string>, instruction: string, rest: string): void {
  const at = (path: string) => (path.startsWith('/') ? join(stage.tree, path) : join(stage.tree, stage.folder, path));
  if (instruction === 'RUN')
    run('/usr/sbin/chroot', [stage.tree, 'sh', '-c', `cd ${stage.folder} && ${rest}`], {
      env: { ...process.env, ...stage.env },
    });
  else if (instruction === 'WORKDIR') {
    stage.folder = rest;
    mkdirSync(at(rest), { recursive: true });
  } else if (instruction === 'COPY') {
    const [, from, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
    const sources = paths.split(' ');
    const target = sources.pop() ?? '';
    for (const source of sources)
      run('cp', ['-a', from === undefined ? source : join(stages.get(from) ?? '', source), at(target)]);
  } else if (instruction === 'ENV')
    Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((each) => each.split('='))));
  else if (instruction === 'USER') stage.user = rest;
  else if (instruction === 'CMD') stage.command = JSON.parse(rest);
  else if (!['VOLUME', 'EXPOSE', 'HEALTHCHECK'].includes(instruction))
    throw new Error(`unknown instruction: ${instruction}`);
}

function buildWithoutEngine(): Stage {
  const stages = new Map<string, string>();
  let stage: Stage | undefined;
  const lines = readFileSync('Dockerfile', 'utf8').split('\n');
  for (const line of lines.filter((text) => /^[A-Z]/.test(text))) {
    const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      stage = { tree: emptyTree(name), env: {}, folder: '/', user: 'root', command: [] };
      stages.set(name, stage.tree);
    } else if (stage !== undefined) runInstruction(stage, stages, instruction, rest);
  }
  if (stage === undefined) throw new Error('the Dockerfile has no stage');
  return stage;
}

const { tree, env, folder, user, command } = buildWithoutEngine();
const startedAt = Date.now();
const seconds = () => Math.round((Date.now() - startedAt) / 100) / 10;
const server = spawn(
  '/usr/sbin/chroot',
  [`--userspec=${user}`, tree, 'sh', '-c', `cd ${folder} && exec ${command.join(' ')}`],
  { env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', ...env }, stdio: 'inherit' },
);
try {
  const url = `http://127.0.0.1:${env.PORT}/v1`;
  const isUp = async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true;
  while (!(await isUp())) await pause(100);
  console.log(`The service responds ${seconds()} s after the start.`);
  const service = clientOf(url);
  const { job_id } = await paid(service, service.order({ to: { addressLine1: '1 TEST MAILED ST' } }));
  await service.jobUntil(job_id, { fulfillment_status: 'mailed' });
  console.log(`The first letter is mailed ${seconds()} s after the start (at most 60).`);
  if (seconds() > 60) process.exitCode = 1;
  run(process.execPath, ['test/smoke/run.ts', '--url', url], { stdio: 'inherit' });
  run('du', ['-sm', '--one-file-system', tree], { stdio: 'inherit' });
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  for (const name of ['packages', 'last']) for (const each of ['proc', 'dev']) run('umount', [join(trees, name, each)]);
  rmSync(trees, { recursive: true });
}
