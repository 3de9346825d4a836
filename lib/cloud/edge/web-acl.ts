/** Rate limits by address, before our code runs. No rule looks at contents: a letter may say anything. */
import { Aws, Fn, Token } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { manifest } from '../../../functions/manifest.ts';
import { limitWindowSeconds, type RequestClass, requestLimits } from '../../../shared/core/network.ts';
import type { Parameters } from '../stack/parameters.ts';

type AclStatement = CfnWebACL.StatementProperty;

interface AclLimit {
  readonly name: string;
  /** Requests from one address within ten minutes: a class that `RequestLimits` sets, or a figure of its own. */
  readonly most: RequestClass | number;
  readonly of: AclStatement;
}

const matching = (
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  how: 'EXACTLY' | 'STARTS_WITH',
  text: string,
): AclStatement => ({
  byteMatchStatement: {
    fieldToMatch,
    positionalConstraint: how,
    searchString: text,
    // The API decodes paths too: /v1/%6Aobs is /v1/jobs.
    textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
  },
});

const beneath = (path: string) => matching({ uriPath: {} }, 'STARTS_WITH', path);
const isPost = matching({ method: {} }, 'EXACTLY', 'POST');
/** Matches POST requests to the functions of these names, so that a new product has the same limits as the others. */
const posted = (names: RegExp): AclStatement => {
  const paths = manifest
    .filter(({ name }) => names.test(name))
    .flatMap(({ trigger }) => ('http' in trigger ? trigger.http : []))
    .filter((route) => route.startsWith('POST '))
    .map((route) => route.slice('POST '.length));
  const [first, ...others] = paths.map((path) => matching({ uriPath: {} }, 'EXACTLY', path));
  const any = others.length === 0 ? first : { orStatement: { statements: [first, ...others] } };
  return { andStatement: { statements: [isPost, any] as AclStatement[] } };
};

const webhooks = beneath('/v1/webhooks/');

/** Generous, because several people may share an address. A program that needs more asks the operator. */
const limits: readonly AclLimit[] = [
  { name: 'everything', most: 'reads', of: { notStatement: { statement: webhooks } } },
  // Few addresses send all of them, and each event carries a signature.
  { name: 'webhooks', most: 30_000, of: webhooks },
  { name: 'quotes', most: 'quotes', of: posted(/^quote-|^order-form$/) },
  { name: 'jobs', most: 'jobs', of: posted(/^create-.*-job$/) },
  { name: 'bank-accounts', most: 20, of: posted(/bank-account/) },
  { name: 'uploads', most: 'uploads', of: posted(/^request-upload$/) },
  { name: 'mcp', most: 1_000, of: { andStatement: { statements: [isPost, beneath('/mcp')] } } },
];

/** The figure of a class in the parameter, which may leave it out: the defaults stand behind what is given. */
function mostOf(name: RequestClass, { settings: { REQUEST_LIMITS } }: Parameters): number {
  const defaults = Object.entries(requestLimits).map(([each, most]) => `${each}=${most}`);
  const all = [REQUEST_LIMITS?.valueAsString ?? '', ...defaults].join(',');
  return Token.asNumber(Fn.select(0, Fn.split(',', Fn.select(1, Fn.split(`${name}=`, all)))));
}

/** Keeps counts but no sampled requests: a sampled path may hold a job id, and the id alone gives access to the job. */
const counted = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false });

const refusal = 'tooMany';

export function webAcl(scope: Construct, given: Parameters): CfnWebACL {
  return new CfnWebACL(scope, 'WebAcl', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    // The metrics of its rules stand under this name, those of another stage under another.
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
    rules: limits.map(({ name, most, of }, priority) => ({
      name,
      priority,
      visibilityConfig: counted(name),
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
          limit: typeof most === 'number' ? most : mostOf(most, given),
          evaluationWindowSec: limitWindowSeconds,
          aggregateKeyType: 'IP',
          scopeDownStatement: of,
        },
      },
    })),
  });
}
