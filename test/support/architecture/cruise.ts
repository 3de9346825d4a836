/** Runs dependency-cruiser with the project's rules over a tree of sources. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Cruise {
  /** Each breach as `from → to: rule`, in alphabetical order. */
  readonly breaches: readonly string[];
  readonly files: readonly string[];
}

interface Result {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = `${root}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`;

/** `folder` holds bin, client, functions, lib and shared. */
export async function cruise(folder: string): Promise<Cruise> {
  const words = [program, '--config', `${root}.dependency-cruiser.js`, '--output-type', 'json'];
  const run = promisify(execFile)(process.execPath, [...words, 'bin', 'client', 'functions', 'lib', 'shared'], {
    cwd: folder,
    maxBuffer: 2 ** 28,
  });
  // It writes the same answer where it finds a breach, and ends with their number.
  const { stdout } = await run.catch((failed: { readonly stdout: string }) => failed);
  const { modules, summary } = JSON.parse(stdout) as Result;
  return {
    breaches: summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`).sort(),
    files: modules.map(({ source }) => source),
  };
}
