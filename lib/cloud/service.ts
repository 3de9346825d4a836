/**
 * A stage as two CloudFormation stacks: its data, and the service, which is composed from the manifest and may be deleted
 * and deployed again.
 */
import { type App, Aws, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type FunctionRow, manifest } from '../../functions/manifest.ts';
import { stackNameOf } from '../stage.ts';
import { isRenderer, isWebhookRoute, type LambdaRow, lambdaRows, routesOf } from './lambda-rows.ts';
import { addCanary } from './stack/canary.ts';
import { addDataStack, dataOf } from './stack/data.ts';
import { addEmailResources } from './stack/emails.ts';
import { addLambda, type ServiceLambda } from './stack/lambda.ts';
import { grantNeeds, type Resources } from './stack/needs.ts';
import { addQueues } from './stack/queue.ts';
import { addTriggers } from './stack/triggers.ts';
import { addUrls, type StackUrls, variablesFor } from './stack/urls.ts';
import type { DeploymentStage } from './stage-file.ts';
import { addAlarms } from './watching/alarms/alarms.ts';
import { namespace } from './watching/alarms/aws.ts';
import { addDashboard } from './watching/dashboard.ts';

function addApi(scope: Construct, { apiRate }: DeploymentStage): HttpApi {
  const api = new HttpApi(scope, 'Api', {
    apiName: Aws.STACK_NAME,
    createDefaultStage: false,
    description: 'print-and-mail',
  });
  const log = new LogGroup(scope, 'AccessLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // Requests a second from all clients together. Beyond that the API responds with 429, before a request costs anything.
  new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: apiRate, burstLimit: 2 * apiRate },
    accessLogSettings: {
      destination: new LogGroupLogDestination(log),
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: '$context.requestId',
          route: '$context.routeKey',
          status: '$context.status',
          latencyMs: '$context.responseLatency',
          responseBytes: '$context.responseLength',
          at: '$context.requestTime',
        }),
      ),
    },
  });
  return api;
}

/** The field of the stage's `concurrency` that applies to a function. */
function concurrencyField(row: LambdaRow): keyof DeploymentStage['concurrency'] | undefined {
  if (isRenderer(row)) return 'render';
  if (routesOf(row).some(isWebhookRoute)) return 'webhook';
  if (row.triggers.some((trigger) => 'functionUrl' in trigger)) return 'mcp';
  return row.triggers.some((trigger) => 'queue' in trigger && trigger.queue === 'jobs') ? 'fulfill' : undefined;
}

function reserveConcurrency({ row, lambda }: ServiceLambda, { concurrency }: DeploymentStage): void {
  const field = concurrencyField(row);
  // The variable limits how many payment webhooks wait for their orders: `shared/orders/events/receive-payment-event.ts`.
  // By default, it is the 10 functions that a new AWS account may run at a time.
  if (field === 'webhook') lambda.addEnvironment('WEBHOOK_CONCURRENCY', `${concurrency.webhook ?? 10}`);
  const resource = lambda.node.defaultChild as CfnFunction;
  if (field !== undefined) resource.reservedConcurrentExecutions = concurrency[field];
  // `reconcile`, which finds lost jobs, also gets a share: one run at a time.
  if (row.name === 'reconcile' && concurrency.fulfill !== undefined) resource.reservedConcurrentExecutions = 1;
}

function addOutputs(stack: Stack, rows: readonly FunctionRow[], { baseUrl, urls, dnsTarget }: StackUrls): void {
  new CfnOutput(stack, 'BaseUrl', { value: baseUrl });
  if (dnsTarget !== undefined)
    new CfnOutput(stack, 'DnsTarget', { value: dnsTarget, description: 'The target of the domain’s DNS record' });
  const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  for (const { name, trigger } of rows) {
    if ('functionUrl' in trigger)
      new CfnOutput(stack, `${capitalize(name)}Url`, { value: urls[trigger.functionUrl] ?? '' });
    for (const route of 'http' in trigger ? trigger.http.filter(isWebhookRoute) : [])
      new CfnOutput(stack, `WebhookUrl${capitalize(route.split('/').at(-1) ?? '')}`, {
        value: `${baseUrl}${route.slice('POST /v1'.length)}`,
      });
  }
}

/** Adds both stacks to the app and returns the service's. The data's stack is deployed first. */
export function addStacks(
  app: App,
  {
    packageOf,
    stage,
    release,
    region,
  }: {
    readonly packageOf: (name: string) => string;
    readonly stage: DeploymentStage;
    /** The name of this deployment. It forces new versions even if nothing else has changed. */
    readonly release?: string;
    /** The region of the deployment, if the CDK knows it. */
    readonly region?: string;
  },
): Stack {
  const { canary: hasCanary, quiet: isQuiet } = stage;
  const stack = new Stack(app, stackNameOf(stage.name), {
    description: 'Letters, checks and faxes: quoted, paid once, sent once.',
    // CloudFormation copies the tags to every resource, so that the AWS bill can be split by stage.
    tags: { service: 'print-and-mail', stage: stage.name },
    // CloudFormation accepts a template of at most 1 MB, whitespace included.
    suppressTemplateIndentation: true,
  });
  stack.addStackDependency(addDataStack(app, stage));
  // W3005: the CDK makes each function depend on a role that it refers to anyway. W3694: SNS can also call an alias.
  stack.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005', 'W3694'] } } };
  const rows = lambdaRows(manifest);
  const functions = rows.map((row) =>
    addLambda(stack, row, { packageFolder: packageOf(row.name), hasCanary, release }),
  );
  const renderer = functions.find(({ row }) => isRenderer(row));
  const resources: Resources = {
    data: dataOf(stage.name),
    queues: addQueues(stack, rows),
    renderer,
    emails: stage.settings.EMAIL_FROM ? addEmailResources(stack, stage.settings.EMAIL_FROM) : undefined,
  };
  const api = addApi(stack, stage);
  for (const target of functions) grantNeeds(target, resources);
  const functionUrls = addTriggers(stack, functions, { ...resources, api, batches: stage.batches });
  const stackUrls = addUrls(stack, { api, urls: functionUrls }, stage, region);
  // The renderer gets none of the service's variables.
  for (const { row, lambda } of functions.filter((target) => target !== renderer)) {
    for (const [variable, value] of Object.entries(variablesFor(row, stage, stackUrls)))
      lambda.addEnvironment(variable, value);
    if (!isQuiet) lambda.addEnvironment('METRICS_NAMESPACE', namespace);
  }
  if (hasCanary) addCanary(stack, functions, api);
  for (const target of functions) reserveConcurrency(target, stage);
  const watched = { ...resources, functions, api };
  if (!isQuiet) addDashboard(stack, watched, addAlarms(stack, watched));
  addOutputs(stack, manifest, stackUrls);
  return stack;
}
