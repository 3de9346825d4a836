/** Prints the template of the role that GitHub deploys with, and what cdk-nag finds in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { access } from '../../../lib/cloud/access.ts';
import { reported } from './findings.ts';
import { emptyApp } from './synthesize.ts';

const app = emptyApp({ builtinCloudFormationValidation: false });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const { templateFile } = access(app);
try {
  app.synth();
} catch {
  // Findings end the synthesis. The report lists them.
}
const template = JSON.parse(readFileSync(join(app.outdir, templateFile), 'utf8'));
process.stdout.write(JSON.stringify({ template, findings: reported(app) }));
