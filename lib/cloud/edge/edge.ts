/**
 * What may stand before the service: one name for the API and for MCP, and rate limits by address. It needs a name of
 * the operator's, because under its own CloudFront accepts TLS 1.0. What comes past it is turned away by the functions
 * themselves, `shared/doors/http/edge.ts`.
 */
import { Duration, Fn, type SecretValue, type Stack } from 'aws-cdk-lib';
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
import type { Parameters } from '../stack/parameters.ts';
import { webAcl } from './web-acl.ts';

/** CloudFront takes its web ACL and its certificate from there, and the web ACL is of this stack. */
export const edgeRegion = 'us-east-1';

export interface Origins {
  readonly api: HttpApi;
  /** Addresses of functions by the paths that lead to them. */
  readonly urls: Readonly<Record<string, string>>;
}

/**
 * What CloudFront shows to the origins. The functions find it in their environment: to read it from Secrets Manager
 * would cost each cold start a call, also of functions that need no other secret, and whoever may read a function's
 * settings may as a rule read the distribution's, too, where it stands in any case. It opens nothing but the way past
 * the rate limits.
 */
export const edgeSecret = (stack: Stack): SecretValue =>
  new Secret(stack, 'EdgeSecret', {
    description: 'What CloudFront shows to the print-and-mail functions; made new with the stack.',
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
  }).secretValue;

/** A policy that forwards all headers but Host can add none of CloudFront's own, so this says who the viewer is. */
const nameViewer = `function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;

export function edge(stack: Stack, { api, urls }: Origins, secret: SecretValue, given: Parameters): Distribution {
  const viewer = new EdgeFunction(stack, 'NameViewer', {
    code: FunctionCode.fromInline(nameViewer),
    runtime: FunctionRuntime.JS_2_0,
  });
  const leadingTo = (address: string) => ({
    // Lambda would let CloudFront sign in its place, but only callers who send the hash of their body with it.
    origin: new HttpOrigin(hostOf(address), {
      customHeaders: { 'x-origin-secret': secret.unsafeUnwrap() },
      // A function may take 29 seconds, and then its answer is on its way.
      readTimeout: Duration.seconds(35),
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // The origins are known by their own names; the viewer's Host would be refused.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    // A redirect would come when the body has already been sent in clear.
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    functionAssociations: [{ function: viewer, eventType: FunctionEventType.VIEWER_REQUEST }],
  });
  return new Distribution(stack, 'Edge', {
    comment: 'print-and-mail',
    domainNames: [given.domainName.valueAsString],
    certificate: Certificate.fromCertificateArn(stack, 'Certificate', given.certificateArn.valueAsString),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    webAclId: webAcl(stack).attrArn,
    defaultBehavior: leadingTo(api.apiEndpoint),
    additionalBehaviors: Object.fromEntries(
      Object.entries(urls).map(([path, address]) => [`${path}*`, leadingTo(address)]),
    ),
  });
}

/** Of an address that is known only when it is deployed. */
const hostOf = (address: string): string => Fn.select(2, Fn.split('/', address));
