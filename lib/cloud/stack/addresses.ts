/** The service's addresses (its own, under a name, or behind the edge), and the variables that pass them to functions. */
import { type CfnCondition, type CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib';
import { CfnApiMapping, CfnDomainName, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type EdgeSecrets, edge, edgeSecretResources, type Origins } from '../edge/edge.ts';
import type { LambdaRow } from '../lambda-rows.ts';
import { isGiven, type Parameters, unlessEmpty } from './parameters.ts';

/** CloudFormation refuses one without the other before anything changes. */
function givenTogether(stack: Stack, { domainName, certificateArn }: Parameters): void {
  const isEmpty = ({ valueAsString }: CfnParameter) => Fn.conditionEquals(valueAsString, '');
  const are = (empty: boolean) =>
    Fn.conditionAnd(
      ...[domainName, certificateArn].map((one) => (empty ? isEmpty(one) : Fn.conditionNot(isEmpty(one)))),
    );
  new CfnRule(stack, 'NameAndCertificate', {
    assertions: [
      {
        assert: Fn.conditionOr(are(true), are(false)),
        assertDescription: 'DomainName and CertificateArn are given together, or neither.',
      },
    ],
  });
}

interface DnsTarget {
  readonly value: string;
  readonly condition?: CfnCondition;
}

/** Puts the API under the domain name, if there is one, and returns the target of its DNS entry. Only the edge serves MCP there, too. */
function apiUnderName(stack: Stack, api: HttpApi, parameters: Parameters): DnsTarget {
  givenTogether(stack, parameters);
  const { domainName, certificateArn } = parameters;
  const condition = isGiven(domainName);
  const name = new CfnDomainName(stack, 'ApiDomain', {
    domainName: domainName.valueAsString,
    domainNameConfigurations: [
      { certificateArn: unlessEmpty(certificateArn), endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' },
    ],
  });
  const mapping = new CfnApiMapping(stack, 'ApiDomainMapping', {
    apiId: api.apiId,
    domainName: name.ref,
    stage: '$default',
  });
  mapping.node.addDependency(stack.node.findChild('Stage'));
  for (const resource of [name, mapping]) resource.cfnOptions.condition = condition;
  return { value: name.attrRegionalDomainName, condition };
}

export interface StackUrls {
  /** Ends in /v1. */
  readonly baseUrl: string;
  /** Addresses of functions without a route, by the path that leads to each. */
  readonly urls: Readonly<Record<string, string>>;
  readonly dnsTarget: DnsTarget;
  readonly isOneHost: boolean;
  readonly secrets?: EdgeSecrets;
}

export function direct(stack: Stack, { api, urls }: Origins, parameters: Parameters): StackUrls {
  const under = `https://${parameters.domainName.valueAsString}/v1`;
  return {
    baseUrl: unlessEmpty(parameters.publicBaseUrl, unlessEmpty(parameters.domainName, `${api.apiEndpoint}/v1`, under)),
    urls: mapped(urls, (path, url) => orGiven(parameters, `${url}${path.slice(1)}`)),
    dnsTarget: apiUnderName(stack, api, parameters),
    isOneHost: false,
  };
}

export function onEdge(
  stack: Stack,
  origins: Origins,
  { parameters, region }: { readonly parameters: Parameters; readonly region?: string },
): StackUrls {
  // CloudFront takes web ACLs and certificates from this region only, and the web ACL is part of this stack.
  const edgeRegion = 'us-east-1';
  if (region !== undefined && region !== edgeRegion)
    throw new Error(
      `The edge is deployed in ${edgeRegion} only, and this is ${region}: set AWS_REGION=${edgeRegion}, or leave --context edge=true out.`,
    );
  const secrets = edgeSecretResources(stack);
  const { distributionDomainName } = edge(stack, origins, secrets.sent, parameters);
  const name = `https://${parameters.domainName.valueAsString}`;
  return {
    baseUrl: unlessEmpty(parameters.publicBaseUrl, `${name}/v1`),
    urls: mapped(origins.urls, (path) => orGiven(parameters, `${name}${path}`)),
    dnsTarget: { value: distributionDomainName },
    isOneHost: true,
    secrets,
  };
}

const orGiven = ({ settings: { PUBLIC_MCP_URL } }: Parameters, url: string): string =>
  PUBLIC_MCP_URL === undefined ? url : unlessEmpty(PUBLIC_MCP_URL, url);

const mapped = (urls: Readonly<Record<string, string>>, url: (path: string, own: string) => string) =>
  Object.fromEntries(Object.entries(urls).map(([path, own]) => [path, url(path, own)]));

/** The variables that the stack itself sets, beside the operator's settings. */
export function variablesFor({ triggers, needs }: LambdaRow, { baseUrl, urls, isOneHost, secrets }: StackUrls) {
  const isReached = triggers.some((trigger) => 'http' in trigger || 'functionUrl' in trigger);
  // A function URL exists only once its alias has shifted: a function that uses it waits for that, and shifts only afterwards.
  // Those without needs do not shift, and they alone tell callers of it. Its own function reads it from each request.
  const knowsMcp = needs.length === 0 || (isOneHost && triggers.some((trigger) => 'functionUrl' in trigger));
  return {
    PUBLIC_BASE_URL: baseUrl,
    PUBLIC_MCP_URL: knowsMcp ? urls['/mcp'] : undefined,
    EDGE_SECRET: isReached ? secrets?.first : undefined,
    EDGE_SECRET_SECOND: isReached ? secrets?.second : undefined,
  };
}
