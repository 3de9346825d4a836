/**
 * The optional CloudFront distribution: one name for the API and MCP, and rate limits by address. It needs the
 * operator's own name, because CloudFront accepts TLS 1.0 under its default name. The functions refuse requests that
 * bypass it (`shared/doors/http/edge.ts`).
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

/** CloudFront takes web ACLs and certificates from this region only, and the web ACL is part of this stack. */
export const edgeRegion = 'us-east-1';

export interface Origins {
  readonly api: HttpApi;
  /** Function URLs by the path that leads to each. */
  readonly urls: Readonly<Record<string, string>>;
}

/**
 * CloudFront sends this secret to the origins, and the functions find it in their environment. Reading it from Secrets
 * Manager would cost each cold start a call, even in functions that need no other secret. It would gain little: anyone
 * who may read a function's settings can usually read the distribution's, which hold the secret anyway. The secret
 * only lets a request bypass the rate limits.
 */
export const edgeSecret = (stack: Stack): SecretValue =>
  new Secret(stack, 'EdgeSecret', {
    description: 'What CloudFront shows to the print-and-mail functions; made new with the stack.',
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
  }).secretValue;

/**
 * Adds the viewer's address. The origin request policy forwards every header but Host, and such a policy cannot add
 * CloudFront's own headers.
 */
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
    // Lambda accepts CloudFront's own signature only from callers who send the hash of their body.
    // The host is cut out by CloudFormation, because the address is known only at the deployment.
    origin: new HttpOrigin(Fn.select(2, Fn.split('/', address)), {
      customHeaders: { 'x-origin-secret': secret.unsafeUnwrap() },
      // A function may take 29 seconds; the rest is for the way back.
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
