/**
 * The optional CloudFront distribution: one domain for the API and MCP, and rate limits by IP address. It needs the
 * operator's own domain, because CloudFront accepts TLS 1.0 under its default domain. The functions refuse requests that
 * bypass it: `edgeHeaders` in `shared/web/http/middleware.ts` has the same header names.
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

/** Creates the distribution. The functions recognize its requests by the returned secret. */
export function addEdge(
  stack: Stack,
  { api, urls }: Origins,
  { domain, settings }: DeploymentStage,
): { readonly distribution: Distribution; readonly secret: string } {
  if (domain === undefined) throw new Error('edge needs a domain');
  // The functions find the secret in their environment. Reading it from Secrets Manager would cost each cold start a call
  // and protect little: the distribution's settings contain it too, and it only lets a request bypass the rate limits.
  const secret = new Secret(stack, 'EdgeSecret', {
    description: `Proves to the functions of ${Aws.STACK_NAME} that CloudFront has sent a request.`,
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
  }).secretValue.unsafeUnwrap();
  // The origin request policy below cannot also add CloudFront's own headers, such as the viewer's IP address.
  const addViewerIp = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;
  const viewer = new EdgeFunction(stack, 'AddViewerIp', {
    functionName: `${Aws.STACK_NAME}-AddViewerIp`,
    code: FunctionCode.fromInline(addViewerIp),
    runtime: FunctionRuntime.JS_2_0,
  });
  const behaviorFor = (url: string) => ({
    // CloudFront does not sign its requests, because Lambda would then require the hash of each body from the caller.
    // CloudFormation cuts out the host, because the URL is known only during the deployment.
    origin: new HttpOrigin(Fn.select(2, Fn.split('/', url)), {
      customHeaders: { 'x-origin-secret': secret },
      // A function may take 29 seconds; the rest is for the response.
      readTimeout: Duration.seconds(35),
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // The origins accept only their own host names, not the viewer's.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    // A redirect would come too late: the body has already been sent unencrypted.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    functionAssociations: [{ function: viewer, eventType: FunctionEventType.VIEWER_REQUEST }],
  });
  // Statuses that CloudFront caches by default (its guide, "How CloudFront processes HTTP 4xx and 5xx status codes").
  const cachedStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
  const distribution = new Distribution(stack, 'Edge', {
    comment: Aws.STACK_NAME,
    domainNames: [domain.name],
    certificate: Certificate.fromCertificateArn(stack, 'Certificate', domain.certificate),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    webAclId: addWebAcl(stack, settings).attrArn,
    // CloudFront would repeat an error for ten seconds, even "not found" for a page that exists by then.
    errorResponses: cachedStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    defaultBehavior: behaviorFor(api.apiEndpoint),
    additionalBehaviors: Object.fromEntries(Object.entries(urls).map(([path, url]) => [`${path}*`, behaviorFor(url)])),
  });
  return { distribution, secret };
}

/** AWS's own rules. Those in `bodyRules` only count requests, because a letter may contain anything. */
const managedGroups = [
  { name: 'AWSManagedRulesAmazonIpReputationList', bodyRules: [] },
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    bodyRules: ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY', 'ReactJSRCE_BODY'],
  },
];

/** Stores counts but no sampled requests, because a sampled path may contain a job id, which gives access to the job. */
const metrics = (metricName: string) => ({ metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false });

/** Limits each IP address. Events aren't counted, because a few IP addresses send them all, and each event is signed. */
const rateRule = (limit: number) => ({
  name: 'rate',
  priority: managedGroups.length,
  visibilityConfig: metrics('rate'),
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        customResponseBodyKey: 'tooMany',
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
      limit,
      evaluationWindowSec: limitWindowSeconds,
      aggregateKeyType: 'IP',
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
});

function addWebAcl(scope: Construct, { REQUEST_LIMITS = '' }: DeploymentStage['settings']): CfnWebACL {
  // The limit for reads, which is the highest, because several people may share an IP address. With `off`, the default
  // remains as protection from floods. AWS WAF accepts 10 or more.
  const limit = Math.max(10, Number(/reads=(\d+)/.exec(REQUEST_LIMITS)?.[1] ?? requestLimits.reads));
  return new CfnWebACL(scope, 'WebAcl', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    // Each stage has its own name, so the metrics of different stages are separate.
    visibilityConfig: metrics(Aws.STACK_NAME),
    customResponseBodies: {
      tooMany: {
        contentType: 'APPLICATION_JSON',
        content: JSON.stringify({
          error: 'Too many requests from one IP address. Try again in ten minutes.',
          code: 'rate_limited',
        }),
      },
    },
    rules: [
      ...managedGroups.map(({ name, bodyRules }, priority) => ({
        name,
        priority,
        visibilityConfig: metrics(name),
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: 'AWS',
            name,
            ruleActionOverrides: bodyRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
          },
        },
      })),
      rateRule(limit),
    ],
  });
}
