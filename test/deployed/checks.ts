/** Counts and reports passed and failed checks. */
import { attempt, type Environment } from './processes.ts';

let passed = 0;
let failed = 0;

/** Counts `work` as one check. An error is reported and thrown again, because later checks may need the result. */
export async function check<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  try {
    const result = await work();
    passed += 1;
    console.log(`== ${name}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
    return result;
  } catch (error) {
    failed += 1;
    console.log(`== FAILED: ${name}\n${error instanceof Error ? error.message : error}`);
    throw error;
  }
}

/** Adds the checks that the command counts on its last line. */
export async function addChecks(name: string, command: string, args: string[], env: Environment): Promise<void> {
  console.log(`== ${name}`);
  const { exitCode, output } = await attempt(command, args, env, { show: true });
  const [, p = '0', f = '0'] = /^(\d+) passed, (\d+) failed$/m.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? [];
  passed += Number(p);
  failed += Math.max(Number(f), exitCode === 0 && Number(p) > 0 ? 0 : 1);
}

/** Prints the line that automation reads, and returns the exit code. */
export function summary(): number {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
