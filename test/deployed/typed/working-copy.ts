/** A working copy of this project in which an operator types commands. Its packages are already built. */
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt, type Environment } from '../processes.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export interface WorkingCopy {
  readonly folder: string;
  /** Runs the commands and returns their output, or throws an error with it. */
  run(commands: string): Promise<string>;
  /** Writes the file of the main stage. */
  writeMainStage(content: object): Promise<void>;
}

/**
 * The npm packages are already installed, and there is no remote to pull from. `aws` version 1, which pip installs, ignores
 * the endpoint variable for queues.
 */
const prelude = `npm() { [ "$1" = ci ] || command npm "$@"; }
git() { :; }
aws() { command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }`;

export async function copyProject(folder: string, packages: string, env: Environment): Promise<WorkingCopy> {
  await mkdir(folder);
  const names = (await readdir(root)).filter((name) => !['cdk.json', '.git', 'stages'].includes(name));
  await Promise.all(names.map((name) => symlink(join(root, name), join(folder, name))));
  await cp(join(root, 'stages'), join(folder, 'stages'), { recursive: true });
  const cdk = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as { readonly context: object };
  const context = { ...cdk.context, packages };
  // A prompt for approval would wait forever. Without staging, the packages are not copied.
  await writeFile(
    join(folder, 'cdk.json'),
    JSON.stringify({ ...cdk, context, requireApproval: 'never', staging: false }),
  );
  return {
    folder,
    writeMainStage: (content) => writeFile(join(folder, 'stages', 'main.json'), JSON.stringify(content)),
    async run(commands) {
      // A child process of Node gets a socket for its output, which cannot be opened as `/dev/stdout`. A pipe can.
      const script = `{\ncd '${folder}'\n${prelude}\n${commands}\n} 2>&1 | cat`;
      const { exitCode, output } = await attempt('bash', ['-euo', 'pipefail', '-c', script], env);
      if (exitCode !== 0) throw new Error(`${commands}\nended with ${exitCode}:\n${output}`);
      return output;
    },
  };
}
