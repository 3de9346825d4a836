/** What starts each function: a route, an address of its own, the queue, the clock, or another function. */
import { type HttpApi, type HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { EventSourceMapping, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Route, Trigger } from '../../../functions/manifest.ts';
import type { ServiceLambda } from './lambda.ts';
import { mayReceive, scheduleRole } from './needs.ts';
import type { JobsQueue } from './queue.ts';

export interface Doors {
  readonly api: HttpApi;
  readonly queue: JobsQueue;
}

/** Batches in hand at a time: what the partners' rate limits bear, rather than what Lambda could. */
export const batchesAtOnce = 10;

/** The function's own address by the path that it stands for, where it has one. */
export function attach(house: ServiceLambda, doors: Doors): Readonly<Record<string, string>> {
  const { trigger } = house.row;
  if ('http' in trigger) route(house, trigger.http, doors.api);
  if ('queue' in trigger) drain(house, trigger, doors.queue);
  if ('everySeconds' in trigger) everySo(house, trigger.everySeconds);
  if ('dailyAt' in trigger) daily(house, trigger.dailyAt);
  if (!('functionUrl' in trigger)) return {};
  // Gives both permissions that a new address needs: to call the URL, and through it the function.
  const { url } = house.entry.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
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
  { row, lambda, entry }: ServiceLambda,
  { batchSize }: Extract<Trigger, { queue: 'jobs' }>,
  queue: JobsQueue,
) {
  mayReceive(lambda, queue);
  new EventSourceMapping(lambda.stack, `${row.name}-queue`, {
    target: entry,
    eventSourceArn: queue.queue.queueArn,
    batchSize,
    reportBatchItemFailures: true,
    maxConcurrency: batchesAtOnce,
  });
}

function everySo(house: ServiceLambda, seconds: number): void {
  if (seconds % 60 !== 0) throw new Error(`${house.row.name}: a schedule on AWS runs every so many whole minutes`);
  const minutes = seconds / 60;
  // A run that was missed is made up for by the next.
  const retryPolicy = { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 };
  schedule(house, `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`, retryPolicy);
}

function daily(house: ServiceLambda, hour: number): void {
  schedule(house, `cron(0 ${hour} * * ? *)`, { maximumRetryAttempts: 5, maximumEventAgeInSeconds: 3_600 });
}

function schedule({ row, lambda, entry }: ServiceLambda, expression: string, retryPolicy: object): void {
  new CfnSchedule(lambda.stack, `${row.name}-schedule`, {
    scheduleExpression: expression,
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: entry.functionArn, roleArn: scheduleRole(row.name, entry).roleArn, retryPolicy },
  });
}
