/** The service's URLs (AWS's own, or under a domain, with or without the edge), and the functions' variables. */
import type { Stack } from 'aws-cdk-lib';
import { CfnApiMapping, CfnDomainName, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { addEdge, type Origins } from '../edge/edge.ts';
import { isWebhookRoute, type LambdaRow, routesOf } from '../lambda-rows.ts';
import type { DeploymentStage } from '../stage-file.ts';

/** Puts the API under the domain and returns the target of its DNS record. MCP is under the domain only with the edge. */
function addApiDomain(
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
  /** Function URLs by the path that leads to each. */
  readonly urls: Readonly<Record<string, string>>;
  /** The target of the domain's DNS record. */
  readonly dnsTarget: string | undefined;
  readonly edgeSecret?: string;
}

/** Adds the domain or the edge to the stack, if the stage has one, and returns the service's URLs. */
export function addUrls(stack: Stack, origins: Origins, stage: DeploymentStage, region?: string): StackUrls {
  const { domain, edge: hasEdge, settings } = stage;
  const baseUrl = settings.PUBLIC_BASE_URL ?? `${domain ? `https://${domain.name}` : origins.api.apiEndpoint}/v1`;
  const urls = Object.fromEntries(
    Object.entries(origins.urls).map(([path, url]) => [
      path,
      settings.PUBLIC_MCP_URL ?? (hasEdge ? `https://${domain?.name}${path}` : `${url}${path.slice(1)}`),
    ]),
  );
  if (!hasEdge) return { baseUrl, urls, dnsTarget: domain && addApiDomain(stack, origins.api, domain) };
  // CloudFront only uses web ACLs and certificates of this region, and the web ACL belongs to this stack.
  const edgeRegion = 'us-east-1';
  if (region !== undefined && region !== edgeRegion)
    throw new Error(
      `stages/${stage.name}.json: edge can only be deployed in ${edgeRegion}, and this is ${region}: set AWS_REGION=${edgeRegion}, or remove edge.`,
    );
  const { distribution, secret } = addEdge(stack, origins, stage);
  return { baseUrl, urls, dnsTarget: distribution.distributionDomainName, edgeSecret: secret };
}

/** The functions that write for people: pages, emails, or texts of pages. A test compares the list with their imports. */
const functionsForPeople: ReadonlySet<string> = new Set([
  'about',
  'delete-document',
  'emails',
  'operate',
  'order-form',
  'partner-forms',
  'pay',
  'previews',
  'receipts',
  'request-upload',
]);

/** Whether the function gets the setting. Settings that aren't listed here go to every function. */
function usesSetting(variable: string, { name, needs, rights, triggers }: LambdaRow): boolean {
  // The health check validates all settings.
  if (needs.includes('self-check')) return true;
  const callsPartners = needs.some((need) => ['partners', 'payments', 'addresses'].includes(need));
  const writesForPeople = functionsForPeople.has(name);
  if (/_API_BASE$/.test(variable)) return callsPartners;
  if (/^(TERMS_URL|PRIVACY_URL|REFUND_POLICY_URL|POSTAL_ADDRESS|TAX_REGISTRATION|LOGO_URL)$/.test(variable))
    return writesForPeople;
  const uses: Readonly<Record<string, boolean>> = {
    // A function with the partners' keys checks at its start that real payers can see who they're paying and how to get help.
    SERVICE_NAME: writesForPeople || callsPartners,
    SUPPORT_CONTACT: writesForPeople || callsPartners,
    ADDITIONAL_PUBLIC_KEYS: needs.includes('signing-key'),
    REQUEST_LIMITS: rights.counts === true,
    WEBHOOK_WAIT_MS: routesOf({ triggers }).some(isWebhookRoute),
    MCP_ALLOWED_ORIGINS: triggers.some((trigger) => 'functionUrl' in trigger),
    PUBLIC_MCP_URL: needs.length === 0 || triggers.some((trigger) => 'functionUrl' in trigger),
    SIMULATED_READY_SECONDS: callsPartners,
  };
  return uses[variable] ?? true;
}

/** The operator's settings that a function uses, and the variables that the stack itself sets. */
export function variablesFor(
  row: LambdaRow,
  { settings }: DeploymentStage,
  { baseUrl, urls, edgeSecret }: StackUrls,
): Record<string, string> {
  const { triggers, needs } = row;
  const hasUrl = triggers.some((trigger) => 'functionUrl' in trigger);
  const isPublic = hasUrl || triggers.some((trigger) => 'http' in trigger);
  // A function URL belongs to an alias, which exists only once its traffic has shifted to the new version. A function whose
  // traffic also shifts can't wait for that. Functions without needs change at once, and only they show the URL. MCP's own
  // function reads the URL from each request, except behind the edge, where the request has another host.
  const needsMcpUrl = needs.length === 0 || (edgeSecret !== undefined && hasUrl);
  return {
    ...Object.fromEntries(Object.entries(settings).filter(([variable]) => usesSetting(variable, row))),
    PUBLIC_BASE_URL: baseUrl,
    ...(needsMcpUrl && urls['/mcp'] !== undefined && { PUBLIC_MCP_URL: urls['/mcp'] }),
    ...(isPublic && edgeSecret && { EDGE_SECRET: edgeSecret }),
  };
}
