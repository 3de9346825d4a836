/** The service's addresses (its own, under a name, or behind the edge), and the variables that pass them to functions. */
import type { Stack } from 'aws-cdk-lib';
import { CfnApiMapping, CfnDomainName, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type EdgeSecrets, edge, edgeSecretResources, type Origins } from '../edge/edge.ts';
import { isWebhookRoute, type LambdaRow, routesOf } from '../lambda-rows.ts';
import type { DeploymentStage } from '../stage-file.ts';

/** Puts the API under the domain name and returns the target of its DNS entry. Only the edge serves MCP there, too. */
function apiUnderName(
  stack: Stack,
  api: HttpApi,
  { name, certificate }: NonNullable<DeploymentStage['domain']>,
): string {
  const domain = new CfnDomainName(stack, 'ApiDomain', {
    domainName: name,
    domainNameConfigurations: [{ certificateArn: certificate, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
  });
  const mapping = new CfnApiMapping(stack, 'ApiDomainMapping', {
    apiId: api.apiId,
    domainName: domain.ref,
    stage: '$default',
  });
  mapping.node.addDependency(stack.node.findChild('Stage'));
  return domain.attrRegionalDomainName;
}

export interface StackUrls {
  /** Ends in /v1. */
  readonly baseUrl: string;
  /** Addresses of functions without a route, by the path that leads to each. */
  readonly urls: Readonly<Record<string, string>>;
  /** The name to which the DNS entry of the domain points. */
  readonly dnsTarget: string | undefined;
  readonly isOneHost: boolean;
  readonly secrets?: EdgeSecrets;
}

export function direct(stack: Stack, { api, urls }: Origins, { domain, settings }: DeploymentStage): StackUrls {
  return {
    baseUrl: settings.PUBLIC_BASE_URL ?? (domain ? `https://${domain.name}/v1` : `${api.apiEndpoint}/v1`),
    urls: mapped(urls, (path, url) => settings.PUBLIC_MCP_URL ?? `${url}${path.slice(1)}`),
    dnsTarget: domain && apiUnderName(stack, api, domain),
    isOneHost: false,
  };
}

export function onEdge(stack: Stack, origins: Origins, stage: DeploymentStage, region?: string): StackUrls {
  // CloudFront takes web ACLs and certificates from this region only, and the web ACL is part of this stack.
  const edgeRegion = 'us-east-1';
  if (region !== undefined && region !== edgeRegion)
    throw new Error(
      `stages/${stage.name}.json: edge is deployed in ${edgeRegion} only, and this is ${region}: set AWS_REGION=${edgeRegion}, or take edge out.`,
    );
  const { domain, settings, edgeSecret } = stage;
  if (domain === undefined) throw new Error('an edge without a domain');
  const secrets = edgeSecretResources(stack, edgeSecret);
  const { distributionDomainName } = edge(stack, origins, secrets.sent, { domain, settings });
  return {
    baseUrl: settings.PUBLIC_BASE_URL ?? `https://${domain.name}/v1`,
    urls: mapped(origins.urls, (path) => settings.PUBLIC_MCP_URL ?? `https://${domain.name}${path}`),
    dnsTarget: distributionDomainName,
    isOneHost: true,
    secrets,
  };
}

const mapped = (urls: Readonly<Record<string, string>>, url: (path: string, own: string) => string) =>
  Object.fromEntries(Object.entries(urls).map(([path, own]) => [path, url(path, own)]));

/** The functions that show pages, write emails, or say what a page says. */
const showing = [
  ...['about', 'delete-document', 'emails', 'operate', 'order-form'],
  ...['partner-forms', 'pay', 'previews', 'receipts', 'request-upload'],
];

/** The settings that they show, beside the name and the contact. */
const shown = ['TERMS_URL', 'PRIVACY_URL', 'REFUND_POLICY_URL', 'POSTAL_ADDRESS', 'TAX_REGISTRATION', 'LOGO_URL'];

/** Whether a function uses a setting. Those that are not here are read by most functions. */
export function usesSetting(variable: string, { name, needs, rights, triggers }: LambdaRow): boolean {
  // It checks all settings.
  if (needs.includes('self-check')) return true;
  const talks = needs.some((need) => ['partners', 'payments', 'addresses'].includes(need));
  const isShowing = showing.includes(name);
  const uses: Readonly<Record<string, boolean>> = {
    ...Object.fromEntries(shown.map((each) => [each, isShowing])),
    // A function with the partners' keys checks at its start that real payers could see whom they pay and ask.
    SERVICE_NAME: isShowing || talks,
    SUPPORT_CONTACT: isShowing || talks,
    RETIRED_KEYS: needs.includes('signing-key'),
    REQUEST_LIMITS: rights.counts === true,
    WEBHOOK_WAIT_MS: routesOf({ triggers }).some(isWebhookRoute),
    MCP_ALLOWED_ORIGINS: triggers.some((trigger) => 'functionUrl' in trigger),
    PUBLIC_MCP_URL: needs.length === 0 || triggers.some((trigger) => 'functionUrl' in trigger),
    SIMULATED_READY_SECONDS: talks,
  };
  return uses[variable] ?? (variable.endsWith('_API_BASE') ? talks : true);
}

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
