/** The templates of the service with all that flags can bring, of empty packages: what they make is all that counts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { type ServiceOptions, serviceStack } from '../service.ts';
import type { CreatedTemplate } from './rights.ts';

const asked: readonly Partial<ServiceOptions>[] = [{ hasEdge: true, hasCanary: true }, { keeping: 'remove' }];

/** `context`: the CDK's flags, if the caller has them and not the CDK. */
export function createdTemplates(context?: Readonly<Record<string, unknown>>): CreatedTemplate[] {
  const folder = mkdtempSync(join(tmpdir(), 'created-'));
  const packageOf = () => import.meta.dirname;
  try {
    return asked.map((flags, at) => {
      // A deployment holds them against CloudFormation's rules, which takes four fifths of the time.
      const options = { outdir: join(folder, `${at}`), builtinCloudFormationValidation: false };
      const app = new App(context === undefined ? options : { ...options, context });
      const { stackName } = serviceStack(app, { packageOf, keeping: 'keep', ...flags });
      return app.synth().getStackByName(stackName).template as CreatedTemplate;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
