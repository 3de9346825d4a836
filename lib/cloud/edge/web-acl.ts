/** AWS's managed rules and one rate limit by address, before our code runs. No rule looks at contents: a letter may say anything. */
import { Aws, Fn, Token } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { limitWindowSeconds, requestLimits } from '../../../shared/domain/network.ts';
import type { Parameters } from '../stack/parameters.ts';

/** AWS's groups, with those of their rules that look at bodies: they only count. */
const managed = [
  { name: 'AWSManagedRulesAmazonIpReputationList', ofBodies: [] },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', ofBodies: ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY'] },
];

/** The operator's figure for readings, the largest class: generous, because several people may share an address. */
function mostRequests({ settings: { REQUEST_LIMITS } }: Parameters): number {
  const all = [REQUEST_LIMITS?.valueAsString ?? '', `reads=${requestLimits.reads}`].join(',');
  return Token.asNumber(Fn.select(0, Fn.split(',', Fn.select(1, Fn.split('reads=', all)))));
}

/** Keeps counts but no sampled requests: a sampled path may hold a job id, and the id alone gives access to the job. */
const counted = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false });

const refusal = 'tooMany';

export function webAcl(scope: Construct, given: Parameters): CfnWebACL {
  return new CfnWebACL(scope, 'WebAcl', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    // Each stage has its own name, so the metrics of its rules stay apart from those of others.
    visibilityConfig: counted(Aws.STACK_NAME),
    customResponseBodies: {
      [refusal]: {
        contentType: 'APPLICATION_JSON',
        content: JSON.stringify({
          error: 'Too many requests from one address. Send it again in ten minutes.',
          code: 'rate_limited',
        }),
      },
    },
    rules: [
      ...managed.map(({ name, ofBodies }, priority) => ({
        name,
        priority,
        visibilityConfig: counted(name),
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: 'AWS',
            name,
            ruleActionOverrides: ofBodies.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
          },
        },
      })),
      {
        name: 'rate',
        priority: managed.length,
        visibilityConfig: counted('rate'),
        action: {
          block: {
            customResponse: {
              responseCode: 429,
              customResponseBodyKey: refusal,
              responseHeaders: [
                { name: 'retry-after', value: String(limitWindowSeconds) },
                { name: 'cache-control', value: 'no-store' },
                { name: 'x-content-type-options', value: 'nosniff' },
                { name: 'strict-transport-security', value: 'max-age=31536000' },
                { name: 'access-control-allow-origin', value: '*' },
              ],
            },
          },
        },
        statement: {
          rateBasedStatement: {
            limit: mostRequests(given),
            evaluationWindowSec: limitWindowSeconds,
            aggregateKeyType: 'IP',
            // Few addresses send all payment and partner events, and each is signed.
            scopeDownStatement: {
              notStatement: {
                statement: {
                  byteMatchStatement: {
                    fieldToMatch: { uriPath: {} },
                    positionalConstraint: 'STARTS_WITH',
                    searchString: '/v1/webhooks/',
                    textTransformations: [{ priority: 0, type: 'NONE' }],
                  },
                },
              },
            },
          },
        },
      },
    ],
  });
}
