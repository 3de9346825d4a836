/** Prints the templates of the roles by which GitHub deploys, by environment, and what cdk-nag finds in them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { access, environments } from '../../../lib/cloud/pipeline/access.ts';
import { createdTemplates } from '../../../lib/cloud/pipeline/created.ts';
import { reported } from './findings.ts';
import { context, emptyApp } from './synthesize.ts';

const app = emptyApp({ builtinCloudFormationValidation: false });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const created = createdTemplates(context);
const stacks = environments.map((environment) => [environment, access(app, environment, created)] as const);
try {
  app.synth();
} catch {
  // Findings end the synthesis, and are told in the report.
}
const templates = stacks.map(([environment, { templateFile }]) => [
  environment,
  JSON.parse(readFileSync(join(app.outdir, templateFile), 'utf8')),
]);
process.stdout.write(JSON.stringify({ ...Object.fromEntries(templates), findings: reported(app) }));
