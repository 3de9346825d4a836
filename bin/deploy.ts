/**
 * The CDK app: bundles every function, then describes the stack. `npx cdk deploy` needs no step before it. Context:
 * `stage` names one of several in an account, `removesData` deletes the data along with the stack, `edge` puts CloudFront
 * in front of the service, `canary` shifts traffic to new versions gradually, `quiet` leaves out alarms and dashboards,
 * and `release` names a deployment that changes only settings.
 * `packages` is a folder of bundles that are already there. Without credentials it looks at nothing of the account.
 */
import { App } from 'aws-cdk-lib';
import { isFirstDeployment } from '../lib/cloud/first-deployment.ts';
import { packages } from '../lib/cloud/packaging/bundles.ts';
import { serviceStack } from '../lib/cloud/service.ts';
import { stackNameOf } from '../lib/stage.ts';

const app = new App();
const isAsked = (flag: string) => `${app.node.tryGetContext(flag)}` === 'true';
const named = (name: string): string | undefined => app.node.tryGetContext(name);

serviceStack(app, {
  packageOf: await packages(named('packages')),
  stage: named('stage'),
  keeping: isAsked('removesData') ? 'remove' : 'keep',
  // The CDK sets it when there are credentials. Without any, a client would search for them for seconds.
  isFirst: process.env.CDK_DEFAULT_ACCOUNT !== undefined && (await isFirstDeployment(stackNameOf(named('stage')))),
  hasEdge: isAsked('edge'),
  hasCanary: isAsked('canary'),
  isQuiet: isAsked('quiet'),
  release: named('release'),
  // The CDK sets this to the region that it is about to deploy to.
  region: process.env.CDK_DEFAULT_REGION,
});
app.synth();
