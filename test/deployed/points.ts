/** Passed and failed checks, each reported as it comes. */
import { attempt, type Environment } from './processes.ts';

let passed = 0;
let failed = 0;

/** One point for the whole of `work`. What it fails with is told, and thrown again for those who cannot go on without it. */
export async function point<T>(name: string, work: () => Promise<T>): Promise<T> {
  const since = Date.now();
  try {
    const made = await work();
    passed += 1;
    console.log(`== ${name}: ${((Date.now() - since) / 1_000).toFixed(1)} s`);
    return made;
  } catch (error) {
    failed += 1;
    console.log(`== FAILED: ${name}\n${error instanceof Error ? error.message : error}`);
    throw error;
  }
}

/** Adds as many points as the command itself counts on its last line. */
export async function points(name: string, command: string, args: readonly string[], env: Environment): Promise<void> {
  console.log(`== ${name}`);
  const { exitCode, said } = await attempt(command, args, env, true);
  const [, p = '0', f = '0'] = /^(\d+) passed, (\d+) failed$/m.exec(said.trimEnd().split('\n').at(-1) ?? '') ?? [];
  passed += Number(p);
  failed += Math.max(Number(f), exitCode === 0 && Number(p) > 0 ? 0 : 1);
}

/** The plain line that automation counts; the exit code. */
export function summary(): number {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
