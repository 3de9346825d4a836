/**
 * The CDK app: bundles every function, then describes the stacks of one stage, so `npx cdk deploy --all` is all it takes.
 * Context: `stage` names the file in `stages`, `release` is any new name that restarts all functions, and `packages` is a
 * folder of bundles that were built before.
 */
import { resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { preparePackages } from '../lib/cloud/packaging/bundles.ts';
import { addStacks } from '../lib/cloud/service.ts';
import { readStage, wrongFlags } from '../lib/cloud/stage-file.ts';

const app = new App({ analyticsReporting: false });
const context = (name: string) => app.node.tryGetContext(name);

try {
  const problems = wrongFlags(app.node.getAllContext());
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const stage = readStage(resolve('stages'), context('stage'));
  // The CDK lists the stacks whose packages it needs: none for `bootstrap`, `list` and `destroy`.
  const isBundled = context('aws:cdk:bundling-stacks')?.length !== 0;
  addStacks(app, {
    // Without bundles nothing is deployed, so any existing folder will do.
    packageOf: isBundled ? await preparePackages(context('packages')) : () => import.meta.dirname,
    stage,
    release: context('release'),
    // The CDK sets this to the region that it is about to deploy to.
    region: process.env.CDK_DEFAULT_REGION,
  });
} catch (error) {
  // The message is for the operator. A stack trace would hide it.
  console.error((error as Error).message);
  process.exit(1);
}
app.synth();
