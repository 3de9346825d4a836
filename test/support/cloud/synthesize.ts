/** Makes the stack of empty packages. By itself, it prints the template that its first argument asks for. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { serviceStack } from '../../../lib/cloud/service.ts';
import { stageOf } from '../../../lib/cloud/stage-file.ts';
import { type Asked, usual } from './synthesized.ts';

export const emptyPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  writeFileSync(join(folder, 'index.mjs'), '');
  return folder;
};

/** The flags of the CDK, as `npx cdk deploy` reads them. */
export const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'cdk.json'), 'utf8'));

export const emptyApp = (more: AppProps = {}) =>
  new App({ outdir: mkdtempSync(join(tmpdir(), 'cdk-out-')), context, ...more });

export function stackIn(app: App, { name = 'main', file = usual, ...others }: Asked = {}) {
  const folder = emptyPackage();
  return serviceStack(app, { packageOf: () => folder, stage: stageOf(name, file), ...others });
}

if (import.meta.main) {
  // CloudFormation's rules take four fifths of a synthesis: `findings.ts` alone holds the same templates against them.
  const app = emptyApp({ builtinCloudFormationValidation: false });
  const { stackName } = stackIn(app, JSON.parse(process.argv[2] ?? '{}'));
  process.stdout.write(JSON.stringify(app.synth().getStackByName(stackName).template));
}
