/**
 * The optional CloudFront distribution: one name for the API and MCP, and rate limits by address. It needs the
 * operator's own name, because CloudFront accepts TLS 1.0 under its default name. The functions refuse requests that
 * bypass it (`shared/web/http/middleware.ts`).
 */
import { Aws, Duration, Fn, type Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { limitWindowSeconds, requestLimits } from '../../../shared/domain/network.ts';
import type { DeploymentStage } from '../stage-file.ts';

export interface Origins {
  readonly api: HttpApi;
  /** Function URLs by the path that leads to each. */
  readonly urls: Readonly<Record<string, string>>;
}

/** Returns the distribution, and the secret by which the functions recognize its requests. */
export function edge(
  stack: Stack,
  { api, urls }: Origins,
  { domain, settings }: DeploymentStage,
): { readonly distribution: Distribution; readonly secret: string } {
  if (domain === undefined) throw new Error('an edge without a domain');
  // The functions find the secret in their environment. Reading it from Secrets Manager would cost each cold start a call
  // and protect little: the distribution's settings contain it too, and it only lets a request bypass the rate limits.
  const secret = new Secret(stack, 'EdgeSecret', {
    description: `What CloudFront sends to the functions of ${Aws.STACK_NAME}.`,
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
  }).secretValue.unsafeUnwrap();
  // Adds the viewer's address: an origin request policy cannot add CloudFront's own headers.
  const nameViewer = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;
  const viewer = new EdgeFunction(stack, 'NameViewer', {
    functionName: `${Aws.STACK_NAME}-NameViewer`,
    code: FunctionCode.fromInline(nameViewer),
    runtime: FunctionRuntime.JS_2_0,
  });
  const leadingTo = (address: string) => ({
    // Lambda accepts CloudFront's own signature only from callers who send the hash of their body.
    // CloudFormation cuts out the host, because the address exists only at the deployment.
    origin: new HttpOrigin(Fn.select(2, Fn.split('/', address)), {
      customHeaders: { 'x-origin-secret': secret },
      // A function may take 29 seconds; the rest is for the response.
      readTimeout: Duration.seconds(35),
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // The origins answer to their own names only and would refuse the viewer's Host.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    // A redirect would come too late: the body has already been sent in clear.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    functionAssociations: [{ function: viewer, eventType: FunctionEventType.VIEWER_REQUEST }],
  });
  // Statuses that CloudFront caches on its own (its guide, "How CloudFront processes HTTP 4xx and 5xx status codes").
  const errors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
  const distribution = new Distribution(stack, 'Edge', {
    comment: Aws.STACK_NAME,
    domainNames: [domain.name],
    certificate: Certificate.fromCertificateArn(stack, 'Certificate', domain.certificate),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    webAclId: webAcl(stack, settings).attrArn,
    // CloudFront would repeat an error for ten seconds, even "not found" for a page that is there by then.
    errorResponses: errors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    defaultBehavior: leadingTo(api.apiEndpoint),
    additionalBehaviors: Object.fromEntries(
      Object.entries(urls).map(([path, address]) => [`${path}*`, leadingTo(address)]),
    ),
  });
  return { distribution, secret };
}

/** AWS's groups of rules. Those that look at bodies only count. */
const managed = [
  { name: 'AWSManagedRulesAmazonIpReputationList', ofBodies: [] },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', ofBodies: ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY'] },
];

/** The operator's figure for readings, the largest class: generous, because several people may share an address. */
function mostRequests({ REQUEST_LIMITS = '' }: DeploymentStage['settings']): number {
  // The least that AWS WAF accepts.
  return Math.max(10, Number(/reads=(\d+)/.exec(REQUEST_LIMITS)?.[1] ?? requestLimits.reads));
}

/** Keeps counts but no sampled requests: a sampled path may hold a job id, and the id alone gives access to the job. */
const counted = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false });

const refusal = 'tooMany';

function webAcl(scope: Construct, settings: DeploymentStage['settings']): CfnWebACL {
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
            limit: mostRequests(settings),
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
