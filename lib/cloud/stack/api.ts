/** The HTTP API: its limits and its access log, which holds routes and results but nothing that was sent. */
import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { numberUnlessEmpty, type Parameters } from './parameters.ts';

/** Requests a second, all callers together. The API answers 429 beyond them, before a request costs anything. */
const throttle = { rateLimit: 200, burstLimit: 400 };

export function httpApi(scope: Construct, { apiRate }: Parameters): HttpApi {
  const api = new HttpApi(scope, 'Api', {
    apiName: Aws.STACK_NAME,
    createDefaultStage: false,
    description: 'print-and-mail',
  });
  const log = new LogGroup(scope, 'AccessLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: {
      rateLimit: numberUnlessEmpty(apiRate, throttle.rateLimit),
      burstLimit: numberUnlessEmpty(apiRate, throttle.burstLimit),
    },
    accessLogSettings: {
      destination: new LogGroupLogDestination(log),
      format: AccessLogFormat.custom(
        JSON.stringify({
          requestId: '$context.requestId',
          route: '$context.routeKey',
          status: '$context.status',
          latencyMs: '$context.responseLatency',
          answerBytes: '$context.responseLength',
          at: '$context.requestTime',
        }),
      ),
    },
  });
  return api;
}
