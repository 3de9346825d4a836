/** The service's addresses (its own, under a name, or behind the edge), and the variables that tell functions of them. */
import { type CfnCondition, type CfnParameter, CfnRule, Fn, type Stack } from 'aws-cdk-lib';
import { CfnApiMapping, CfnDomainName, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type EdgeSecrets, edge, edgeRegion, edgeSecretResources, type Origins } from '../edge/edge.ts';
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

/** Puts the API under the name, if given, and returns the target of its DNS entry. Only the edge takes MCP, too. */
function apiUnderName(stack: Stack, api: HttpApi, given: Parameters): DnsTarget {
  givenTogether(stack, given);
  const { domainName, certificateArn } = given;
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
  /** Addresses of functions without a route, by the path that stands for each. */
  readonly urls: Readonly<Record<string, string>>;
  readonly dnsTarget: DnsTarget;
  readonly isOneHost: boolean;
  readonly secrets?: EdgeSecrets;
}

export function direct(stack: Stack, { api, urls }: Origins, given: Parameters): StackUrls {
  const under = `https://${given.domainName.valueAsString}/v1`;
  return {
    baseUrl: unlessEmpty(given.publicBaseUrl, unlessEmpty(given.domainName, `${api.apiEndpoint}/v1`, under)),
    urls: mapped(urls, (path, url) => orGiven(given, `${url}${path.slice(1)}`)),
    dnsTarget: apiUnderName(stack, api, given),
    isOneHost: false,
  };
}

export function onEdge(
  stack: Stack,
  origins: Origins,
  { given, region }: { readonly given: Parameters; readonly region?: string },
): StackUrls {
  if (region !== undefined && region !== edgeRegion)
    throw new Error(
      `The edge is deployed in ${edgeRegion} only, and this is ${region}: set AWS_REGION=${edgeRegion}, or leave --context edge=true out.`,
    );
  const secrets = edgeSecretResources(stack);
  const { distributionDomainName } = edge(stack, origins, secrets.shown, given);
  const name = `https://${given.domainName.valueAsString}`;
  return {
    baseUrl: unlessEmpty(given.publicBaseUrl, `${name}/v1`),
    urls: mapped(origins.urls, (path) => orGiven(given, `${name}${path}`)),
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
  // A function URL exists only once its alias has shifted: whoever knows it waits so long, and shifts only afterwards.
  // Those without needs do not shift, and they alone tell callers of it. Its own function reads it from each request.
  const knowsMcp = needs.length === 0 || (isOneHost && triggers.some((trigger) => 'functionUrl' in trigger));
  return {
    PUBLIC_BASE_URL: baseUrl,
    PUBLIC_MCP_URL: knowsMcp ? urls['/mcp'] : undefined,
    EDGE_SECRET: isReached ? secrets?.first : undefined,
    EDGE_SECRET_SECOND: isReached ? secrets?.second : undefined,
  };
}
