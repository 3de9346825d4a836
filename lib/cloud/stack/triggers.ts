/** Attaches the trigger of each function: a route, a function URL, the queue, a schedule, or another function. */
import { type HttpApi, type HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { EventSourceMapping, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Route, Trigger } from '../../../functions/manifest.ts';
import type { ServiceLambda } from './lambda.ts';
import { mayReceive, scheduleRole } from './needs.ts';
import type { JobsQueue } from './queue.ts';

interface Sources {
  readonly api: HttpApi;
  readonly queue: JobsQueue;
}

/** Batches processed at once. The partners' rate limits set it; Lambda could do more. */
export const batchesAtOnce = 10;

/** Returns the function's URL, if it has one, by the path that it stands for. */
export function attach(target: ServiceLambda, sources: Sources): Readonly<Record<string, string>> {
  const { trigger } = target.row;
  if ('http' in trigger) route(target, trigger.http, sources.api);
  if ('queue' in trigger) drain(target, trigger, sources.queue);
  if ('everySeconds' in trigger) everySo(target, trigger.everySeconds);
  if ('dailyAt' in trigger)
    schedule(target, `cron(0 ${trigger.dailyAt} * * ? *)`, {
      maximumRetryAttempts: 5,
      maximumEventAgeInSeconds: 3_600,
    });
  if (!('functionUrl' in trigger)) return {};
  // This grants both permissions that a URL needs: to call the URL, and to invoke the function through it.
  const { url } = target.entry.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
  return { [trigger.functionUrl]: url };
}

function route({ row, entry }: ServiceLambda, routes: readonly Route[], api: HttpApi): void {
  const integration = new HttpLambdaIntegration(row.name, entry, { scopePermissionToRoute: false });
  for (const key of routes) new HttpRoute(api, `Route ${key}`, { httpApi: api, routeKey: routeKey(key), integration });
}

function routeKey(key: Route): HttpRouteKey {
  if (key === '$default') return HttpRouteKey.DEFAULT;
  const [method, path = ''] = key.split(' ');
  return HttpRouteKey.with(path, method as HttpMethod);
}

function drain(
  { row, lambda, entry, rights }: ServiceLambda,
  { batchSize }: Extract<Trigger, { queue: 'jobs' }>,
  queue: JobsQueue,
) {
  rights.addStatements(mayReceive(queue));
  new EventSourceMapping(lambda.stack, `${row.name}-queue`, {
    target: entry,
    eventSourceArn: queue.queue.queueArn,
    batchSize,
    reportBatchItemFailures: true,
    maxConcurrency: batchesAtOnce,
  });
}

function everySo(target: ServiceLambda, seconds: number): void {
  if (seconds % 60 !== 0) throw new Error(`${target.row.name}: a schedule on AWS runs every so many whole minutes`);
  const minutes = seconds / 60;
  // The next run makes up for a missed one.
  const retryPolicy = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 };
  schedule(target, `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`, retryPolicy);
}

function schedule({ row, lambda, entry }: ServiceLambda, expression: string, retryPolicy: object): void {
  new CfnSchedule(lambda.stack, `${row.name}-schedule`, {
    scheduleExpression: expression,
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: entry.functionArn, roleArn: scheduleRole(row.name, entry).roleArn, retryPolicy },
  });
}
