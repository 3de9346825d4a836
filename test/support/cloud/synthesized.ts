/** The stack as CloudFormation gets it, made of empty packages; `bundles.test.ts` checks their contents. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { service } from '../../../lib/cloud/service.ts';
import type { Retention } from '../../../lib/cloud/stack/retention.ts';

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
}

const emptyPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  writeFileSync(join(folder, 'index.mjs'), '');
  return folder;
};

const newOutdir = () => mkdtempSync(join(tmpdir(), 'cdk-out-'));

export const emptyApp = () => new App({ outdir: newOutdir() });

interface Options {
  readonly keeping?: Retention;
  readonly hasEdge?: boolean;
  readonly hasCanary?: boolean;
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

export function stackIn(app: App, { keeping = 'keep', ...others }: Options = {}) {
  const folder = emptyPackage();
  return service(app, { packageOf: () => folder, keeping, ...others });
}

/** CloudFormation's rules take four fifths of a synthesis: `nag.test.ts` alone holds the same templates against them. */
export function synthesized(options: Options = {}): Template {
  const app = new App({ outdir: newOutdir(), builtinCloudFormationValidation: false });
  const { stackName } = stackIn(app, options);
  return app.synth().getStackByName(stackName).template as Template;
}
