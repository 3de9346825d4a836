/** Attaches the triggers of each function: routes, a URL, a queue, a schedule, or email events. */
import { createHash } from 'node:crypto';
import { Duration, type Stack } from 'aws-cdk-lib';
import {
  type HttpApi,
  HttpIntegrationType,
  type HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FunctionUrlAuthType, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { QueueName, Route, Trigger } from '../../../functions/manifest.ts';
import type { DeploymentStage } from '../stage-file.ts';
import { type EmailResources, receiveEmailEvents } from './emails.ts';
import type { ServiceLambda } from './lambda.ts';
import type { Queues } from './queue.ts';

interface Sources {
  readonly api: HttpApi;
  readonly queues: Queues;
  readonly emails: EmailResources | undefined;
  readonly batches: DeploymentStage['batches'];
}

/** Returns the function URLs by the path that leads to each. */
export function addTriggers(
  stack: Stack,
  functions: readonly ServiceLambda[],
  sources: Sources,
): Readonly<Record<string, string>> {
  const apiRole = addApiRole(stack, functions);
  const urls = functions.flatMap((target) =>
    target.row.triggers.map((trigger) => addTrigger(target, trigger, { ...sources, apiRole })),
  );
  return Object.assign({}, ...urls);
}

type AllSources = Sources & { readonly apiRole: ApiRole };

function addTrigger(target: ServiceLambda, trigger: Trigger, sources: AllSources): Readonly<Record<string, string>> {
  if ('http' in trigger) addRoutes(target, trigger.http, sources);
  if ('queue' in trigger) addQueueTrigger(target, trigger, sources);
  if ('emailEvents' in trigger && sources.emails !== undefined)
    receiveEmailEvents(target, sources.emails, sources.queues.deadLetters);
  if ('everySeconds' in trigger) {
    const minutes = trigger.everySeconds / 60;
    if (!Number.isInteger(minutes)) throw new Error(`${target.row.name}: on AWS, a schedule needs whole minutes`);
    addSchedule(target, `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`);
  }
  if ('quarterHoursFrom' in trigger) addSchedule(target, `cron(0/15 ${trigger.quarterHoursFrom}-23 * * ? *)`);
  if (!('functionUrl' in trigger)) return {};
  // This grants both permissions that a URL needs: to call the URL, and to invoke the function through it.
  const { url } = target.entry.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
  return { [trigger.functionUrl]: url };
}

function addRoutes({ row, entry }: ServiceLambda, routes: readonly Route[], { api, apiRole }: AllSources): void {
  const integration = new IntegrationByRole(row.name, entry, apiRole);
  // `$default` gets every request without a route, so the other handlers of its group need no route.
  for (const key of routes.includes('$default') ? (['$default'] as const) : routes) {
    const [method, path = ''] = key.split(' ');
    const routeKey = key === '$default' ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, method as HttpMethod);
    new HttpRoute(api, `Route ${key}`, { httpApi: api, routeKey, integration });
  }
}

function addQueueTrigger(
  { row, lambda, entry, rights }: ServiceLambda,
  { queue: name, batchSize }: Extract<Trigger, { readonly queue: QueueName }>,
  { queues: { byName }, batches }: Sources,
): void {
  const queue = byName[name];
  // The event source mapping uses the function's own permissions.
  rights.addStatements(
    new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [queue.queueArn],
    }),
  );
  new EventSourceMapping(lambda.stack, `${row.name}-queue`, {
    target: entry,
    eventSourceArn: queue.queueArn,
    batchSize,
    reportBatchItemFailures: true,
    maxConcurrency: batches[name],
  });
}

function addSchedule({ row, lambda, entry }: ServiceLambda, expression: string): void {
  // A missed run is not retried, because the next one does its work.
  const retryPolicy = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 };
  // The scheduler only queues the event. Lambda itself would retry a failed run twice, and keep the event for hours.
  entry.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.seconds(retryPolicy.maximumEventAgeInSeconds) });
  const start = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [entry.functionArn] });
  // Each schedule's role may start only its own function.
  const { roleArn } = new Role(lambda.stack, `${row.name}-schedule-role`, {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': lambda.stack.account } },
    }),
    inlinePolicies: { start: new PolicyDocument({ statements: [start] }) },
  });
  new CfnSchedule(lambda.stack, `${row.name}-schedule`, {
    scheduleExpression: expression,
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: entry.functionArn, roleArn, retryPolicy },
  });
}

interface ApiRole {
  readonly role: Role;
  readonly rights: PolicyDocument;
}

/**
 * The role's name contains a digest of all functions or their aliases, so if these change, the stack gets another role.
 * CloudFormation removes the old role last, so each route can call its old function until it calls the new one.
 */
function addApiRole(scope: Stack, functions: readonly ServiceLambda[]): ApiRole {
  const rights = new PolicyDocument();
  // Without the stack's name, so that all stages have the same digest.
  const entries = functions.map(({ entry }) => entry.node.path.replace(/^[^/]*/, '')).sort();
  const digest = createHash('sha256').update(entries.join()).digest('hex').slice(0, 8);
  const role = new Role(scope, `ApiRole-${digest}`, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { rights },
  });
  return { role, rights };
}

class IntegrationByRole extends HttpRouteIntegration {
  readonly #config: HttpRouteIntegrationConfig;

  constructor(id: string, { functionArn }: IFunction, { role, rights }: ApiRole) {
    super(id);
    rights.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }));
    this.#config = {
      type: HttpIntegrationType.AWS_PROXY,
      uri: functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(role),
    };
  }

  bind(): HttpRouteIntegrationConfig {
    return this.#config;
  }
}
