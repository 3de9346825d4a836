/** Makes the stack of empty packages. By itself, it prints the template that its first argument asks for. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { service } from '../../../lib/cloud/service.ts';
import type { Asked } from './synthesized.ts';

const emptyPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  writeFileSync(join(folder, 'index.mjs'), '');
  return folder;
};

const newOutdir = () => mkdtempSync(join(tmpdir(), 'cdk-out-'));

export const emptyApp = () => new App({ outdir: newOutdir() });

export function stackIn(app: App, { keeping = 'keep', ...others }: Asked = {}) {
  const folder = emptyPackage();
  return service(app, { packageOf: () => folder, keeping, ...others });
}

if (import.meta.main) {
  // CloudFormation's rules take four fifths of a synthesis: `findings.ts` alone holds the same templates against them.
  const app = new App({ outdir: newOutdir(), builtinCloudFormationValidation: false });
  const { stackName } = stackIn(app, JSON.parse(process.argv[2] ?? '{}'));
  process.stdout.write(JSON.stringify(app.synth().getStackByName(stackName).template));
}
