/** Reserved concurrency: a function has this much to itself, and never more. By default none is reserved. */
import { Aws, Fn } from 'aws-cdk-lib';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { Trigger } from '../../../functions/manifest.ts';
import type { LambdaRow } from '../lambda-rows.ts';
import type { ServiceLambda } from './lambda.ts';
import { isGiven, type Parameters, unlessEmpty } from './parameters.ts';
import { isRenderer } from './renderer.ts';
import { isWebhookRoute } from './webhooks.ts';

type Reserved = keyof Parameters['concurrency'];

const reservedFor = (row: LambdaRow): Reserved | undefined =>
  isRenderer(row) ? 'render' : row.triggers.map(reservedBy).find((reserved) => reserved !== undefined);

function reservedBy(trigger: Trigger): Reserved | undefined {
  if ('queue' in trigger) return trigger.queue === 'jobs' ? 'fulfil' : undefined;
  if ('functionUrl' in trigger) return 'mcp';
  return 'http' in trigger && trigger.http.some(isWebhookRoute) ? 'webhook' : undefined;
}

/** Who reserves for paid jobs reserves for what finds them: one round of the sweeper runs at a time. */
const isSweeper = ({ name }: LambdaRow): boolean => name === 'reconcile';

/** All functions of a new account together. */
const leastAtOnce = '10';

export function reserveConcurrency({ row, lambda }: ServiceLambda, { concurrency }: Parameters): void {
  const reserved = reservedFor(row);
  // It bounds how many of them wait for their orders: `orders/events/receive-payment-event.ts`.
  if (reserved === 'webhook')
    lambda.addEnvironment('WEBHOOK_CONCURRENCY', unlessEmpty(concurrency.webhook, leastAtOnce));
  const most = isSweeper(row)
    ? Fn.conditionIf(isGiven(concurrency.fulfil).logicalId, 1, Aws.NO_VALUE)
    : reserved && unlessEmpty(concurrency[reserved]);
  if (most === undefined) return;
  const resource = lambda.node.defaultChild as CfnFunction;
  resource.addPropertyOverride('ReservedConcurrentExecutions', most);
}
