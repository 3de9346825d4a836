/**
 * The CDK app: bundles every function, then describes the stack. `npx cdk deploy` needs no step before it. Context:
 * `removesData` deletes the data along with the stack, `edge` puts CloudFront in front of the service, `canary` shifts
 * traffic to new versions gradually, and `release` names a deployment that changes only settings.
 */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { manifest } from '../functions/manifest.ts';
import { bundle, root } from '../lib/cloud/packaging/bundles.ts';
import { service } from '../lib/cloud/service.ts';
import { addChromium, isRenderer } from '../lib/cloud/stack/renderer.ts';

const folder = join(root, '.bundles');
await bundle(manifest, folder);
const packageOf = (name: string) => join(folder, name);
await Promise.all(manifest.filter(isRenderer).map(({ name }) => addChromium(packageOf(name))));

const app = new App();
const isAsked = (flag: string) => `${app.node.tryGetContext(flag)}` === 'true';
service(app, {
  packageOf,
  keeping: isAsked('removesData') ? 'remove' : 'keep',
  hasEdge: isAsked('edge'),
  hasCanary: isAsked('canary'),
  release: app.node.tryGetContext('release'),
  // The CDK sets this to the region that it is about to deploy to.
  region: process.env.CDK_DEFAULT_REGION,
});
app.synth();
