/**
 * The CDK app: bundles every function, then describes the stack. `npx cdk deploy` needs nothing before it; context
 * `removesData` lets the removal of the stack take the data with it.
 */
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { manifest } from '../functions/manifest.ts';
import { bundle, root } from '../lib/cloud/bundles.ts';
import { addChromium, isRenderer } from '../lib/cloud/renderer.ts';
import { service } from '../lib/cloud/service.ts';

const folder = join(root, '.bundles');
await bundle(manifest, folder);
const packageOf = (name: string) => join(folder, name);
await Promise.all(manifest.filter(isRenderer).map(({ name }) => addChromium(packageOf(name))));

const app = new App();
const removesData = app.node.tryGetContext('removesData') === 'true';
service(app, { packageOf, keeping: removesData ? 'remove' : 'keep' });
app.synth();
