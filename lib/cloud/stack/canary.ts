/**
 * Gradual deployment: a new version serves one call in ten for five minutes, then all of them. An alarm in that time
 * restores the old version and fails the deployment. Each changed function shifts separately. Up to five functions share
 * an alarm.
 */
import { Duration, type Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias } from 'aws-cdk-lib/aws-lambda';
import { isRenderer } from '../lambda-rows.ts';
import type { ServiceLambda } from './lambda.ts';

/** Shorter than the period of other alarms, because the shift takes only five minutes. */
const period = Duration.minutes(1);
const sum = { period, statistic: 'Sum' } as const;

/** A version fails if it has at least `min` failures and they are more than `share` of its calls. */
const failureLimits = {
  version: { min: 3, share: 0.2 },
  // A new version serves one call in ten, so a twentieth of all responses is half of that version's.
  responses: { min: 5, share: 0.05 },
} as const;

export function addCanary(stack: Stack, functions: readonly ServiceLambda[], api: HttpApi): void {
  const application = new LambdaApplication(stack, 'Canary');
  const codeDeploy = new Role(stack, 'CanaryRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
  });
  // The managed policy is enough. The CDK would add another one, which would be another resource.
  const role = codeDeploy.withoutPolicyUpdates();
  const apiCalls = { failed: api.metricServerError(sum), all: api.metricCount(sum) };
  const responses5xx = addAlarm(stack, 'canary-5xx', countFailing([apiCalls], failureLimits.responses));
  const shifting = functions.filter(({ entryKind }) => entryKind !== 'function');
  // An alarm can read ten metrics, and needs two for each function. An alarm for each would be too many resources.
  const functionsPerAlarm = 5;
  for (let start = 0; start < shifting.length; start += functionsPerAlarm) {
    const watched = shifting.slice(start, start + functionsPerAlarm);
    const failing = countFailing(watched.map(callsOfNewVersion), failureLimits.version);
    const errors = addAlarm(stack, `canary-errors-${start / functionsPerAlarm + 1}`, failing);
    for (const { row, entry } of watched) {
      // The renderer's entry is a version, which has no traffic to shift.
      if (!(entry instanceof Alias)) continue;
      new LambdaDeploymentGroup(stack, `${row.name}-canary`, {
        application,
        role,
        alias: entry,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: [errors, responses5xx],
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}

/** The calls of the new version through the alias, without those of the old version. */
function callsOfNewVersion({ row, lambda }: ServiceLambda) {
  const { functionName: FunctionName, currentVersion } = lambda;
  // The renderer's callers name the version that they call.
  const dimensionsMap: Record<string, string> = isRenderer(row)
    ? { FunctionName, Resource: `${FunctionName}:${currentVersion.version}` }
    : { FunctionName, Resource: `${FunctionName}:live`, ExecutedVersion: currentVersion.version };
  const metric = (metricName: string) => new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, ...sum });
  return { failed: metric('Errors'), all: metric('Invocations') };
}

/** The number of functions that fail, each judged by its own calls. */
const countFailing = (
  calls: readonly Record<'failed' | 'all', IMetric>[],
  { min, share }: Record<'min' | 'share', number>,
): IMetric =>
  new MathExpression({
    expression: calls
      .map((_, at) => `IF(FILL(f${at}, 0) >= ${min} AND FILL(f${at}, 0) > ${share} * FILL(a${at}, 0), 1, 0)`)
      .join(' + '),
    usingMetrics: Object.fromEntries(
      calls.flatMap(({ failed, all }, at) => [
        [`f${at}`, failed],
        [`a${at}`, all],
      ]),
    ),
    label: 'Failing',
    period,
  });

const addAlarm = (stack: Stack, name: string, metric: IMetric): Alarm =>
  new Alarm(stack, name, {
    alarmDescription: 'Restores the old version if the new one fails. It notifies no one.',
    metric,
    threshold: 0,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
