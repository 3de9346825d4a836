/**
 * The CDK app of the roles by which GitHub deploys, one stack for each environment:
 * `npx cdk deploy --app "node bin/access.ts" PrintAndMailAccess-staging --parameters Repository=…`. See docs/pipeline.md.
 */
import { App } from 'aws-cdk-lib';
import { access, environments } from '../lib/cloud/pipeline/access.ts';
import { createdTemplates } from '../lib/cloud/pipeline/created.ts';

const app = new App();
const templates = createdTemplates();
for (const environment of environments) access(app, environment, templates);
app.synth();
