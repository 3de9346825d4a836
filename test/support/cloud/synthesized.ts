/** The stack as CloudFormation gets it, made of empty packages; `bundles.test.ts` checks their contents. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Retention } from '../../../lib/cloud/stack/data.ts';
import { sha256Hex } from '../../../shared/domain/digest.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shape, looked at in many places.
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly Condition?: string;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly Parameters: Readonly<Record<string, object>>;
  readonly Conditions: Readonly<Record<string, object>>;
}

export interface Asked {
  readonly keeping?: Retention;
  readonly stage?: string;
  readonly isFirst?: boolean;
  readonly hasEdge?: boolean;
  readonly hasCanary?: boolean;
  readonly isQuiet?: boolean;
  readonly release?: string;
  readonly region?: string;
}

/** Every way in which the stack can be asked for. */
export const flags = [
  { hasEdge: false, hasCanary: false },
  { hasEdge: true, hasCanary: false },
  { hasEdge: false, hasCanary: true },
  { hasEdge: true, hasCanary: true },
] as const;

/** The reporter makes one folder for a whole run, so that each template is made once for all suites. */
const folder = process.env.SYNTHESIZED ?? mkdtempSync(join(tmpdir(), 'synthesized-'));

/** Made in a process of its own: the CDK loads there in a third of the time that it takes inside a test. */
export const synthesized = (asked: Asked = {}): Template => made('synthesize.ts', asked) as Template;

/** A stack as the CDK hands it to CloudFormation. */
export interface Handed {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly isProtected: boolean;
  readonly template: Template;
}

/** Several stacks of one app, in this order. */
export const assembled = (...asked: readonly Asked[]): Handed[] => made('assemble.ts', asked) as Handed[];

/** Every finding of cdk-nag's rules that is not acknowledged (none is, unless `isAccepted`), as `id at construct`. */
export const findings = (asked: Asked, isAccepted: boolean): string[] =>
  made('findings.ts', { ...asked, isAccepted }) as string[];

/** The role that GitHub deploys with, and what cdk-nag finds in it. */
export const accessTemplate = () =>
  made('synthesize-access.ts', {}) as { readonly template: Template; readonly findings: readonly string[] };

/** Throws an error with all that the process said. */
function made(script: string, asked: object): unknown {
  const argument = JSON.stringify(asked);
  const file = join(folder, sha256Hex(script + argument));
  if (!existsSync(file)) {
    const options = { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' } as const;
    const template = execFileSync(process.execPath, [join(import.meta.dirname, script), argument], options);
    // Renamed, because another suite may read it at this moment.
    writeFileSync(`${file}.${process.pid}`, template);
    renameSync(`${file}.${process.pid}`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
