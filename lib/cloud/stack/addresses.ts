/** The service's addresses (its own, under a name, or behind the edge), and the variables that pass them to functions. */
import type { Stack } from 'aws-cdk-lib';
import { CfnApiMapping, CfnDomainName, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { edge, type Origins } from '../edge/edge.ts';
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
  readonly edgeSecret?: string;
}

export function addressesOf(stack: Stack, origins: Origins, stage: DeploymentStage, region?: string): StackUrls {
  const { domain, edge: hasEdge, settings } = stage;
  const baseUrl = settings.PUBLIC_BASE_URL ?? `${domain ? `https://${domain.name}` : origins.api.apiEndpoint}/v1`;
  const urls = Object.fromEntries(
    Object.entries(origins.urls).map(([path, own]) => [
      path,
      settings.PUBLIC_MCP_URL ?? (hasEdge ? `https://${domain?.name}${path}` : `${own}${path.slice(1)}`),
    ]),
  );
  if (!hasEdge) return { baseUrl, urls, dnsTarget: domain && apiUnderName(stack, origins.api, domain) };
  // CloudFront takes web ACLs and certificates from this region only, and the web ACL is part of this stack.
  const edgeRegion = 'us-east-1';
  if (region !== undefined && region !== edgeRegion)
    throw new Error(
      `stages/${stage.name}.json: edge is deployed in ${edgeRegion} only, and this is ${region}: set AWS_REGION=${edgeRegion}, or take edge out.`,
    );
  const { distribution, secret } = edge(stack, origins, stage);
  return { baseUrl, urls, dnsTarget: distribution.distributionDomainName, edgeSecret: secret };
}

/** The functions that show pages, write emails, or say what a page says. */
const showing = [
  ...['about', 'delete-document', 'emails', 'operate', 'order-form'],
  ...['partner-forms', 'pay', 'previews', 'receipts', 'request-upload'],
];

/** The settings that they show, beside the name and the contact. */
const pageSettings = [
  'TERMS_URL',
  'PRIVACY_URL',
  'REFUND_POLICY_URL',
  'POSTAL_ADDRESS',
  'TAX_REGISTRATION',
  'LOGO_URL',
];

/** Whether a function uses a setting. Those that are not here are read by most functions. */
function usesSetting(variable: string, { name, needs, rights, triggers }: LambdaRow): boolean {
  // It checks all settings.
  if (needs.includes('self-check')) return true;
  const talks = needs.some((need) => ['partners', 'payments', 'addresses'].includes(need));
  const isShowing = showing.includes(name);
  const uses: Readonly<Record<string, boolean>> = {
    ...Object.fromEntries(pageSettings.map((each) => [each, isShowing])),
    // A function with the partners' keys checks at its start that real payers could see whom they pay and ask.
    SERVICE_NAME: isShowing || talks,
    SUPPORT_CONTACT: isShowing || talks,
    ADDITIONAL_PUBLIC_KEYS: needs.includes('signing-key'),
    REQUEST_LIMITS: rights.counts === true,
    WEBHOOK_WAIT_MS: routesOf({ triggers }).some(isWebhookRoute),
    MCP_ALLOWED_ORIGINS: triggers.some((trigger) => 'functionUrl' in trigger),
    PUBLIC_MCP_URL: needs.length === 0 || triggers.some((trigger) => 'functionUrl' in trigger),
    SIMULATED_READY_SECONDS: talks,
  };
  return uses[variable] ?? (variable.endsWith('_API_BASE') ? talks : true);
}

/** The operator's settings that a function uses, and the variables that the stack itself sets. */
export function variablesFor(
  row: LambdaRow,
  { settings }: DeploymentStage,
  { baseUrl, urls, edgeSecret }: StackUrls,
): Record<string, string> {
  const { triggers, needs } = row;
  const hasUrl = triggers.some((trigger) => 'functionUrl' in trigger);
  const isReached = hasUrl || triggers.some((trigger) => 'http' in trigger);
  // A function URL exists only once its alias has shifted: a function that uses it waits for that, and shifts only afterwards.
  // Those without needs do not shift, and they alone tell callers of it. Its own function reads it from each request, which
  // behind the edge names another host.
  const knowsMcp = needs.length === 0 || (edgeSecret !== undefined && hasUrl);
  return {
    ...Object.fromEntries(Object.entries(settings).filter(([variable]) => usesSetting(variable, row))),
    PUBLIC_BASE_URL: baseUrl,
    ...(knowsMcp && urls['/mcp'] !== undefined && { PUBLIC_MCP_URL: urls['/mcp'] }),
    ...(isReached && edgeSecret && { EDGE_SECRET: edgeSecret }),
  };
}
