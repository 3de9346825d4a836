/** The whole service as one CloudFormation stack, composed from the manifest; it builds no resource itself. */
import { type App, Stack } from 'aws-cdk-lib';
import { manifest } from '../../functions/manifest.ts';
import { serviceSecret } from './packaging/secret.ts';
import { type Addresses, direct, onEdge, variablesFor } from './stack/addresses.ts';
import { httpApi } from './stack/api.ts';
import { shiftGradually } from './stack/canary.ts';
import { reserveConcurrency } from './stack/concurrency.ts';
import { documentsBucket } from './stack/documents.ts';
import { type ServiceLambda, serviceLambda } from './stack/lambda.ts';
import { provide, type Resources } from './stack/needs.ts';
import { isForOperators, nameForOperators } from './stack/operator.ts';
import { outputs } from './stack/outputs.ts';
import { type Parameters, parameters, unlessEmpty } from './stack/parameters.ts';
import { jobsQueue } from './stack/queue.ts';
import { furnishRenderer, isRenderer } from './stack/renderer.ts';
import type { Retention } from './stack/retention.ts';
import { jobsTable } from './stack/table.ts';
import { attach } from './stack/triggers.ts';
import { alarms } from './watching/alarms/alarms.ts';
import { dashboard } from './watching/dashboard.ts';
import { namespace } from './watching/measured.ts';

export interface ServiceOptions {
  /** The folder of a function's package. */
  readonly packageOf: (name: string) => string;
  readonly keeping: Retention;
  /** Whether CloudFront stands before the service. */
  readonly hasEdge?: boolean;
  /** Whether new versions take over gradually. */
  readonly hasCanary?: boolean;
  /** The name of this deployment. It forces new versions even if nothing else has changed. */
  readonly release?: string;
  /** The region of the deployment, if it is already known. */
  readonly region?: string;
}

export function service(app: App, options: ServiceOptions): Stack {
  const { packageOf, keeping, hasEdge = false, hasCanary = false, release, region } = options;
  const stack = new Stack(app, 'PrintAndMail', {
    description: 'Letters, checks and faxes: quoted, paid once, sent once.',
  });
  // The CDK makes each function depend on its role, which the function refers to anyway.
  stack.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
  const given = parameters(stack, hasEdge);
  const functions = manifest.map((row) =>
    serviceLambda(stack, row, { packageFolder: packageOf(row.name), hasAlias: hasCanary, release }),
  );
  const renderer = functions.find(({ row }) => isRenderer(row));
  const resources: Resources = {
    table: jobsTable(stack, keeping),
    queue: jobsQueue(stack, manifest),
    documents: documentsBucket(stack, keeping),
    secret: serviceSecret(stack, keeping),
    renderer: renderer?.entry,
  };
  const api = httpApi(stack);
  const urls: Record<string, string> = {};
  for (const one of functions) {
    provide(one, resources);
    Object.assign(urls, attach(one, { api, queue: resources.queue }));
  }
  const addresses = hasEdge ? onEdge(stack, { api, urls }, { given, region }) : direct(stack, { api, urls }, given);
  for (const one of functions) if (one !== renderer) configure(one, given, addresses);
  if (hasCanary) shiftGradually(stack, functions, api);
  if (renderer !== undefined) furnishRenderer(renderer);
  for (const one of functions) reserveConcurrency(one, given);
  functions.filter(isForOperators).forEach(nameForOperators);
  const watched = { functions, api, queue: resources.queue };
  dashboard(stack, { ...watched, ...alarms(stack, { ...watched, parameters: given }) });
  outputs(stack, manifest, addresses);
  return stack;
}

/** Sets the variables of every function but the renderer, which knows nothing of the service. */
function configure({ row, lambda }: ServiceLambda, { settings }: Parameters, addresses: Addresses): void {
  for (const [variable, parameter] of Object.entries(settings)) lambda.addEnvironment(variable, unlessEmpty(parameter));
  for (const [variable, value] of Object.entries(variablesFor(row, addresses)))
    if (value !== undefined) lambda.addEnvironment(variable, value);
  lambda.addEnvironment('METRICS_NAMESPACE', namespace);
}
