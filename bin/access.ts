/**
 * The CDK app of the role that GitHub deploys with: `npx cdk deploy --app "node bin/access.ts" --parameters Repository=…`.
 * See docs/deploy.md.
 */
import { App } from 'aws-cdk-lib';
import { addAccessStack } from '../lib/cloud/access.ts';

const app = new App();
addAccessStack(app);
app.synth();
