/**
 * Gradual deployment: a new version serves one call in ten for five minutes, then all of them. An alarm meanwhile puts
 * the old version back and fails the deployment. Each function shifts by itself; an unchanged one has nothing to shift.
 * Up to ten functions share an alarm.
 */
import { Duration, type Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ILambdaDeploymentConfig,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import type { LambdaRow } from '../lambda-rows.ts';
import type { Entered, ServiceLambda } from './lambda.ts';
import { isRenderer } from './renderer.ts';

/**
 * A function that needs nothing holds no data and reaches nobody, and what it answers is known before it is deployed: its
 * new version takes over at once. So does the health check: it is asked how the newest settings are. The renderer shifts
 * with its callers, each of which calls the version that was deployed with it. So no alias waits for another.
 */
export function enteredOf(row: LambdaRow): Entered {
  if (isRenderer(row)) return 'version';
  return row.needs.some((need) => need !== 'self-check') ? 'alias' : 'function';
}

/** Shorter than the period of the alarms that wake people, because the shift takes only five minutes. */
const period = Duration.minutes(1);

/** The most metrics that the expression of one alarm may add up. An alarm for each function would overfill the stack. */
const metricsInAlarm = 10;

/** `at once`: two versions on different data would serve one order from both. */
export type Shift = 'gradually' | 'at once';

const configs: Readonly<Record<Shift, ILambdaDeploymentConfig>> = {
  gradually: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  'at once': LambdaDeploymentConfig.ALL_AT_ONCE,
};

export function shift(
  stack: Stack,
  functions: readonly ServiceLambda[],
  { api, how }: { readonly api: HttpApi; readonly how: Shift },
): void {
  const application = new LambdaApplication(stack, 'Canary');
  const role = new Role(stack, 'CanaryRole', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
  // Three are allowed: a partner that refuses an order makes its webhook answer 502, through no fault of the version.
  const answers5xx = alarm(stack, 'canary-5xx', api.metricServerError({ period, statistic: 'Sum' }), 3);
  for (const [at, watched] of groupsOf(functions.filter(({ row }) => enteredOf(row) !== 'function')).entries()) {
    const errors = alarm(stack, `canary-errors-${at + 1}`, errorsOf(watched), 0);
    for (const { row, entry: alias } of watched) {
      if (!(alias instanceof Alias)) continue;
      new LambdaDeploymentGroup(stack, `${row.name}-canary`, {
        application,
        role,
        alias,
        deploymentConfig: configs[how],
        alarms: [errors, answers5xx],
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}

const groupsOf = (functions: readonly ServiceLambda[]): readonly (readonly ServiceLambda[])[] =>
  Array.from({ length: Math.ceil(functions.length / metricsInAlarm) }, (_, at) =>
    functions.slice(at * metricsInAlarm, (at + 1) * metricsInAlarm),
  );

const errorsOf = (functions: readonly ServiceLambda[]): IMetric =>
  new MathExpression({
    expression: functions.map((_, at) => `m${at}`).join(' + '),
    usingMetrics: Object.fromEntries(
      functions.map(({ row, lambda, entry }, at) => [
        `m${at}`,
        (isRenderer(row) ? lambda : entry).metricErrors({ period, statistic: 'Sum' }),
      ]),
    ),
    label: 'Errors',
    period,
  });

const alarm = (stack: Stack, name: string, metric: IMetric, above: number): Alarm =>
  new Alarm(stack, name, {
    alarmDescription: 'Puts the old version back while a new one takes over; wakes nobody.',
    metric,
    threshold: above,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
