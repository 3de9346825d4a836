/**
 * The CDK app: bundles every function, then describes the stacks of one stage. `npx cdk deploy --all` needs no step before
 * it. Context: `stage` names the file in `stages`, `release` a deployment that only restarts the functions, and `packages`
 * a folder of bundles that are already there.
 */
import { resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { packages } from '../lib/cloud/packaging/bundles.ts';
import { serviceStack } from '../lib/cloud/service.ts';
import { readStage, wrongFlags } from '../lib/cloud/stage-file.ts';

const app = new App({ analyticsReporting: false });
const named = (name: string): string | undefined => app.node.tryGetContext(name);

try {
  const wrong = wrongFlags(app.node.getAllContext());
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const stage = readStage(resolve('stages'), named('stage'));
  // The CDK lists the stacks whose packages it needs: none for `bootstrap`, `list` and `destroy`.
  const isBundled = named('aws:cdk:bundling-stacks')?.length !== 0;
  serviceStack(app, {
    packageOf: isBundled ? await packages(named('packages')) : () => import.meta.dirname,
    stage,
    release: named('release'),
    // The CDK sets this to the region that it is about to deploy to.
    region: process.env.CDK_DEFAULT_REGION,
  });
} catch (error) {
  // The sentences are for the operator, and a stack trace would hide them.
  console.error((error as Error).message);
  process.exit(1);
}
app.synth();
