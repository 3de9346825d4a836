/** Installs the Python packages of a `requirements.txt` in their own folder, if this machine can. */
import { join } from 'node:path';
import { type Environment, run } from './processes.ts';

export interface Python {
  /** The path of a tool, such as `python` or `cfn-lint`. */
  tool(name: string): string;
}

const requirementsHere = join(import.meta.dirname, 'requirements.txt');

/** Doesn't wait long for an unreachable index, and never prompts. */
const pipSettings = { PIP_RETRIES: '1', PIP_TIMEOUT: '15', PIP_NO_INPUT: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };

/** Returns the tools, or why this machine can't have them: no Python, openssl or index. Throws for any other error. */
export async function installPythonPackages(
  folder: string,
  machine: Environment,
  requirements = requirementsHere,
): Promise<Python | string> {
  const env = { ...machine, ...pipSettings };
  try {
    await run('python3', ['-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'], env);
    await run('openssl', ['version'], env); // for the certificate in `cloud.ts`
  } catch {
    return 'this machine lacks Python 3.11 or later with venv, or openssl';
  }
  const tool = (name: string) => join(folder, 'bin', name);
  await run('python3', ['-m', 'venv', folder], env);
  try {
    await run(tool('pip'), ['install', '--quiet', '--requirement', requirements], env);
  } catch (error) {
    if (await reachesIndex(tool('pip'), folder, env)) throw error;
    return "Python's package index cannot be reached";
  }
  return { tool };
}

/** Whether pip can download the one package that every index has: pip. */
const reachesIndex = (pip: string, folder: string, env: Environment): Promise<boolean> =>
  run(pip, ['download', '--quiet', '--no-deps', '--no-cache-dir', '--dest', folder, 'pip'], env).then(
    () => true,
    () => false,
  );

// `test/all.sh` fetches the packages while other suites run: `node test/deployed/python.ts FOLDER`.
if (import.meta.main) await installPythonPackages(process.argv[2] ?? '', process.env);
