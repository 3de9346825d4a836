/** The whole service as one CloudFormation stack, composed from the manifest; it builds no resource itself. */
import { type App, Stack } from 'aws-cdk-lib';
import { manifest } from '../../functions/manifest.ts';
import { mainStage, stackNameOf } from '../stage.ts';
import { lambdaRows } from './lambda-rows.ts';
import { serviceSecrets } from './packaging/secret.ts';
import { direct, onEdge, type StackUrls, variablesFor } from './stack/addresses.ts';
import { httpApi } from './stack/api.ts';
import { enteredOf, shift } from './stack/canary.ts';
import { reserveConcurrency } from './stack/concurrency.ts';
import { documentsBucket } from './stack/documents.ts';
import { emailResources } from './stack/emails.ts';
import { apiCaller } from './stack/integration.ts';
import { type ServiceLambda, serviceLambda } from './stack/lambda.ts';
import { provide, type Resources } from './stack/needs.ts';
import { isForOperators, nameForOperators } from './stack/operator.ts';
import { outputs } from './stack/outputs.ts';
import { type Parameters, parameters, unlessEmpty } from './stack/parameters.ts';
import { queuesOf } from './stack/queue.ts';
import { rememberFlags } from './stack/remembered.ts';
import { furnishRenderer, isRenderer } from './stack/renderer.ts';
import type { Retention } from './stack/retention.ts';
import { jobsTable } from './stack/table.ts';
import { attachTriggers } from './stack/triggers.ts';
import { stackAlarms } from './watching/alarms/alarms.ts';
import { budget } from './watching/budget.ts';
import { dashboards } from './watching/dashboard.ts';
import { namespace } from './watching/measured.ts';

export interface ServiceOptions {
  readonly packageOf: (name: string) => string;
  readonly keeping: Retention;
  /** Which of several in one account; by default the one that nobody has to name. */
  readonly stage?: string;
  /** Whether CloudFront stands before the service. */
  readonly hasEdge?: boolean;
  /** Whether the stack has never served: a deployment that fails must not leave behind what the next stumbles over. */
  readonly isFirst?: boolean;
  /** Whether new versions take over gradually. */
  readonly hasCanary?: boolean;
  /** Whether nobody watches: no alarms, no dashboards and no metrics of our own, for a stage that one person tries. */
  readonly isQuiet?: boolean;
  /** The name of this deployment. It forces new versions even if nothing else has changed. */
  readonly release?: string;
  /** The region of the deployment, if it is already known. */
  readonly region?: string;
}

export function serviceStack(app: App, options: ServiceOptions): Stack {
  const {
    packageOf,
    keeping,
    stage = mainStage,
    isFirst = false,
    hasEdge = false,
    hasCanary = false,
    isQuiet = false,
    release,
    region,
  } = options;
  // A stack that gives its data up is meant to go.
  const isProtected = keeping === 'keep' && !isFirst;
  const stack = new Stack(app, stackNameOf(stage), {
    description: 'Letters, checks and faxes: quoted, paid once, sent once.',
    // CloudFormation hands them on to whatever it makes, so a bill can be read by stage.
    tags: { service: 'print-and-mail', stage },
    terminationProtection: isProtected,
    // CloudFormation takes a template of at most 1 MB, blanks included.
    suppressTemplateIndentation: true,
  });
  // The CDK makes each function depend on its role, which the function refers to anyway. An alias is a function for SNS.
  stack.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005', 'W3694'] } } };
  const given = parameters(stack, hasEdge);
  rememberFlags(stack, { edge: hasEdge, canary: hasCanary, quiet: isQuiet });
  const rows = lambdaRows(manifest);
  const functions = rows.map((row) =>
    serviceLambda(stack, row, {
      packageFolder: packageOf(row.name),
      entered: hasCanary ? enteredOf(row) : 'function',
      release,
    }),
  );
  const renderer = functions.find(({ row }) => isRenderer(row));
  const resources: Resources = {
    table: jobsTable(stack, keeping, isProtected),
    queues: queuesOf(stack, rows),
    documents: documentsBucket(stack, keeping),
    secrets: serviceSecrets(stack, keeping),
    renderer,
    emails: emailResources(stack, given),
  };
  const api = httpApi(stack, given);
  const caller = apiCaller(stack, functions);
  const sources = { ...resources, api, caller, given };
  const urls: Record<string, string> = {};
  for (const one of functions) {
    provide(one, resources);
    Object.assign(urls, attachTriggers(one, sources));
  }
  const addresses = hasEdge ? onEdge(stack, { api, urls }, { given, region }) : direct(stack, { api, urls }, given);
  for (const one of functions.filter((each) => each !== renderer)) {
    configure(one, given, addresses);
    if (!isQuiet) one.lambda.addEnvironment('METRICS_NAMESPACE', namespace);
  }
  if (hasCanary) shift(stack, functions, api);
  if (renderer !== undefined) furnishRenderer(renderer);
  for (const one of functions) reserveConcurrency(one, given);
  functions.filter(isForOperators).forEach(nameForOperators);
  const watched = { functions, api, queues: resources.queues, table: resources.table };
  const watch = stackAlarms(stack, { ...watched, parameters: given, isQuiet });
  budget(stack, watch.topic, given);
  if (!isQuiet) dashboards(stack, { ...watched, ...watch });
  outputs(stack, manifest, addresses, resources.secrets);
  return stack;
}

/** Sets the variables of every function but the renderer, which knows nothing of the service. */
function configure({ row, lambda }: ServiceLambda, { settings }: Parameters, addresses: StackUrls): void {
  for (const [variable, parameter] of Object.entries(settings)) lambda.addEnvironment(variable, unlessEmpty(parameter));
  for (const [variable, value] of Object.entries(variablesFor(row, addresses)))
    if (value !== undefined) lambda.addEnvironment(variable, value);
}
