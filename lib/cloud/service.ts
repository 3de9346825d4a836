/** The whole service as one CloudFormation stack, read from the manifest: it loops and composes, and builds nothing itself. */
import { type App, Stack } from 'aws-cdk-lib';
import { manifest } from '../../functions/manifest.ts';
import { serviceSecret } from './packaging/secret.ts';
import { type Addresses, direct, onEdge, variablesFor } from './stack/addresses.ts';
import { httpApi } from './stack/api.ts';
import { shiftGradually } from './stack/canary.ts';
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
  /** The folder that a function's package is made of. */
  readonly packageOf: (name: string) => string;
  readonly keeping: Retention;
  /** Whether CloudFront stands before the service. */
  readonly hasEdge?: boolean;
  /** Whether new versions take over little by little. */
  readonly hasCanary?: boolean;
  /** The name of this deployment, where nothing else of it may have changed. */
  readonly release?: string | undefined;
  /** Where the stack is deployed to, if that is known yet. */
  readonly region?: string | undefined;
}

export function service(app: App, options: ServiceOptions): Stack {
  const { packageOf, keeping, hasEdge = false, hasCanary = false, release, region } = options;
  const stack = new Stack(app, 'PrintAndMail', {
    description: 'Letters, checks and faxes: quoted, paid once, sent once.',
  });
  // The CDK lets each function wait for its role, of which it holds a reference anyway.
  stack.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } };
  const given = parameters(stack, hasEdge);
  const functions = manifest.map((row) =>
    serviceLambda(stack, row, { packageFolder: packageOf(row.name), takesTurns: hasCanary, release }),
  );
  const renderer = functions.find(({ row }) => isRenderer(row));
  const estate: Resources = {
    table: jobsTable(stack, keeping),
    queue: jobsQueue(stack, manifest),
    documents: documentsBucket(stack, keeping),
    secret: serviceSecret(stack, keeping),
    renderer: renderer?.entry,
  };
  const api = httpApi(stack);
  const urls: Record<string, string> = {};
  for (const house of functions) {
    provide(house.row, house.lambda, estate);
    Object.assign(urls, attach(house, { api, queue: estate.queue }));
  }
  const found = hasEdge ? onEdge(stack, { api, urls }, { given, region }) : direct(stack, { api, urls }, given);
  for (const house of functions) if (house !== renderer) configure(house, given, found);
  if (hasCanary) shiftGradually(stack, functions, api);
  if (renderer !== undefined) furnishRenderer(renderer, given.renderConcurrency);
  for (const house of functions.filter(isForOperators)) nameForOperators(house);
  const watched = { functions, api, queue: estate.queue };
  dashboard(stack, { ...watched, ...alarms(stack, { ...watched, parameters: given }) });
  outputs(stack, manifest, found);
  return stack;
}

/** The renderer is told nothing of the service. */
function configure({ row, lambda }: ServiceLambda, { settings }: Parameters, found: Addresses): void {
  for (const [variable, parameter] of Object.entries(settings)) lambda.addEnvironment(variable, unlessEmpty(parameter));
  for (const [variable, value] of Object.entries(variablesFor(row, found))) lambda.addEnvironment(variable, value);
  lambda.addEnvironment('METRICS_NAMESPACE', namespace);
}
