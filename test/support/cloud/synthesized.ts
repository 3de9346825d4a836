/** The stack as CloudFormation gets it, made of empty packages; `bundles.test.ts` checks their contents. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../../shared/domain/ids.ts';
import type { Made } from './synthesize.ts';

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
  /** The stage; by default the main one. */
  readonly name?: string;
  /** The content of its file. */
  readonly file?: object;
  readonly release?: string;
  readonly region?: string;
}

/** A stage that uses what costs nothing until it is used. */
export const usual = { settings: { EMAIL_FROM: 'news@mail.example.com' } };

export const domain = {
  name: 'mail.example.com',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
};
const edge = { domain, edge: true };

/** Every way in which a service can be reached and be changed. */
export const flags = [
  { file: usual },
  { file: { ...usual, ...edge } },
  { file: { ...usual, canary: true } },
  { file: { ...usual, ...edge, canary: true } },
] as const;

/** The reporter makes one folder for a whole run, so that each template is made once for all suites. */
const folder = process.env.SYNTHESIZED ?? mkdtempSync(join(tmpdir(), 'synthesized-'));

/** Made in a process of its own: the CDK loads there in a third of the time that it takes inside a test. */
export const synthesized = (asked: Asked = {}): Template => made('template', asked) as Template;

/** A stack as the CDK hands it to CloudFormation. */
export interface Handed {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly isProtected: boolean;
  readonly template: Template;
}

/** Stages of one app, in this order: of each the stack of its data, then that of the service. */
export const assembled = (...asked: readonly Asked[]): Handed[] => made('assembled', asked) as Handed[];

/** Every finding of cdk-nag's rules that is not acknowledged (none is, unless `isAccepted`), as `id at construct`. */
export const findings = (asked: Asked, isAccepted: boolean): string[] =>
  made('findings', { ...asked, isAccepted }) as string[];

/** The role that GitHub deploys with, and what cdk-nag finds in it. */
export const accessTemplate = () =>
  made('roleOfGitHub', {}) as { readonly template: Template; readonly findings: readonly string[] };

/** Throws an error with all that the process said. */
function made(what: Made, asked: object): unknown {
  const argument = JSON.stringify(asked);
  const file = join(folder, sha256Hex(what + argument));
  if (!existsSync(file)) {
    // The CDK is compiled once for all of them.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'print-and-mail-compiled') };
    const options = { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe', env } as const;
    const template = execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'synthesize.ts'), what, argument],
      options,
    );
    // Renamed, because another suite may read it at this moment.
    writeFileSync(`${file}.${process.pid}`, template);
    renameSync(`${file}.${process.pid}`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
