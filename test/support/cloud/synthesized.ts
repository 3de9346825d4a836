/** The stack as CloudFormation gets it, with empty packages; `bundles.test.ts` checks the real ones. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../../shared/domain/ids.ts';
import { newFolder } from '../new-folder.ts';
import type { OutputName } from './synthesize.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's own shape, read in many ways.
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

export interface StackOptions {
  /** The stage; by default the main one. */
  readonly name?: string;
  /** The content of its file. */
  readonly file?: object;
  readonly release?: string;
  readonly region?: string;
}

/** The file of a stage with emails, which cost nothing until one is sent. */
export const usual = { settings: { EMAIL_FROM: 'news@mail.example.com' } };

export const domain = {
  name: 'mail.example.com',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
};
const edge = { domain, edge: true };

export const allFlags = { file: { ...usual, ...edge, canary: true } } as const;

/** A stage file for every combination of edge and canary. */
export const flags = [
  { file: usual },
  { file: { ...usual, ...edge } },
  { file: { ...usual, canary: true } },
  allFlags,
] as const;

/** The reporter creates one folder for the whole run, so that each template is synthesized once for all suites. */
const folder = process.env.SYNTHESIZED ?? newFolder();

/** The template of a stage's service. */
export const synthesized = (options: StackOptions = {}): Template => outputOf('template', options) as Template;

/** A stack as the CDK passes it to CloudFormation. */
export interface AssembledStack {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly isProtected: boolean;
  readonly template: Template;
}

/** The stacks of an app's stages, in this order: for each stage its data, then the service. */
export const assembled = (...options: readonly StackOptions[]): AssembledStack[] =>
  outputOf('assembled', options) as AssembledStack[];

/** cdk-nag's findings as `id at construct`; `omitsAccepted`: without the accepted ones. */
export const findings = (options: StackOptions, omitsAccepted: boolean): string[] =>
  outputOf('findings', { ...options, omitsAccepted }) as string[];

/** The role that GitHub deploys with, and cdk-nag's findings for it. */
export const accessTemplate = () =>
  outputOf('roleOfGitHub', {}) as { readonly template: Template; readonly findings: readonly string[] };

/**
 * Synthesizes once for all suites, in a separate process, because the CDK takes three times as long to load in a test.
 * Throws an error with the process's output if that fails.
 */
function outputOf(name: OutputName, request: object): unknown {
  const argument = JSON.stringify(request);
  const file = join(folder, sha256Hex(name + argument));
  if (!existsSync(file)) {
    // So that the CDK is compiled once for all processes.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'print-and-mail-compiled') };
    const options = { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe', env } as const;
    const script = join(import.meta.dirname, 'synthesize.ts');
    const output = execFileSync(process.execPath, [script, name, argument], options);
    // Written and then renamed, because another suite may be reading it.
    writeFileSync(`${file}.${process.pid}`, output);
    renameSync(`${file}.${process.pid}`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
