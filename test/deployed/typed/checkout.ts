/** A checkout in which an operator types: this project, but for what the machine and this proof have already made. */
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attempt, type Environment } from '../processes.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export interface Checkout {
  readonly folder: string;
  /** Answers the commands' output, or throws an error with it. */
  type(lines: string): Promise<string>;
  /** Writes the file of the main stage. */
  stage(content: object): Promise<void>;
}

/**
 * The packages were installed by whoever runs this, and there is nowhere to pull from. Version 1 of `aws`, which Python's
 * index has, would ask AWS itself for queues.
 */
const prelude = `npm() { [ "$1" = ci ] || command npm "$@"; }
git() { :; }
aws() { command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }`;

export async function checkout(folder: string, packages: string, env: Environment): Promise<Checkout> {
  await mkdir(folder);
  const parts = (await readdir(root)).filter((name) => !['cdk.json', '.git', 'stages'].includes(name));
  await Promise.all(parts.map((name) => symlink(join(root, name), join(folder, name))));
  await cp(join(root, 'stages'), join(folder, 'stages'), { recursive: true });
  const cdk = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as { readonly context: object };
  const context = { ...cdk.context, packages };
  // The question for a yes would wait for ever, and the packages stay where they are.
  await writeFile(
    join(folder, 'cdk.json'),
    JSON.stringify({ ...cdk, context, requireApproval: 'never', staging: false }),
  );
  return {
    folder,
    stage: (content) => writeFile(join(folder, 'stages', 'main.json'), JSON.stringify(content)),
    async type(lines) {
      // Node hands a process a socket for its output, which `/dev/stdout` cannot open; a pipe it can.
      const script = `{\ncd '${folder}'\n${prelude}\n${lines}\n} 2>&1 | cat`;
      const { exitCode, said } = await attempt('bash', ['-euo', 'pipefail', '-c', script], env);
      if (exitCode !== 0) throw new Error(`${lines}\nended with ${exitCode}:\n${said}`);
      return said;
    },
  };
}
