/** A stage with edge: one domain for API and MCP, rate limits before any code runs, and no way to bypass it. */
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { requestLimits } from '../../shared/domain/network.ts';
import { edgeHeaders } from '../../shared/web/http/middleware.ts';
import { domain, type Resource, synthesized } from '../support/cloud/synthesized.ts';

const withEdge = (more: object = {}) => ({ file: { edge: true, domain, ...more } });
const template = synthesized({ ...withEdge(), region: 'us-east-1' });

const properties = (type: string, { Resources } = template): Resource['Properties'][] =>
  Object.values(Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));

const [{ DistributionConfig }] = properties('AWS::CloudFront::Distribution');
const behaviors = [DistributionConfig.DefaultCacheBehavior, ...DistributionConfig.CacheBehaviors];
const variablesOf = (name: string, stack = template) =>
  properties('AWS::Lambda::Function', stack).find(({ Description }) => Description === `print-and-mail ${name}`)
    .Environment.Variables;

test('the distribution requires TLS 1.2, supports HTTP/2 and 3, and has the operator’s domain', () => {
  expect(DistributionConfig).toMatchObject({ Aliases: [domain.name], HttpVersion: 'http2and3' });
  expect(DistributionConfig.ViewerCertificate).toEqual({
    AcmCertificateArn: domain.certificate,
    MinimumProtocolVersion: 'TLSv1.2_2021',
    SslSupportMethod: 'sni-only',
  });
});

test('CloudFront forwards everything except the Host header, caches nothing, and accepts only HTTPS', () => {
  // The ids of AWS's managed policies.
  const noCache = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  const allButHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
  for (const { CachePolicyId, OriginRequestPolicyId, ViewerProtocolPolicy, AllowedMethods } of behaviors) {
    expect([CachePolicyId, OriginRequestPolicyId, ViewerProtocolPolicy]).toEqual([noCache, allButHost, 'https-only']);
    expect(AllowedMethods).toHaveLength(7);
  }
  expect(DistributionConfig.CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
    '/mcp*',
  ]);
});

test('CloudFront sends its secret to both origins over TLS, and only public functions get it', () => {
  const [id] = Object.entries(template.Resources).find(([, { Type }]) => Type === 'AWS::SecretsManager::Secret') ?? [];
  const value = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: id }, ':SecretString:::}}']] };
  expect(DistributionConfig.Origins).toHaveLength(2);
  for (const { OriginCustomHeaders, CustomOriginConfig } of DistributionConfig.Origins) {
    expect(OriginCustomHeaders).toEqual([{ HeaderName: edgeHeaders.secret, HeaderValue: value }]);
    expect(CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] });
  }
  for (const { name, triggers } of lambdaRows(manifest)) {
    const isPublic = triggers.some((trigger) => 'http' in trigger || 'functionUrl' in trigger);
    expect([name, variablesOf(name).EDGE_SECRET]).toEqual([name, isPublic ? value : undefined]);
  }
});

test('a viewer cannot forge the header with their IP address', () => {
  const [{ FunctionCode }] = properties('AWS::CloudFront::Function');
  const handler = new Function(`${FunctionCode}; return handler;`)();
  const request = { headers: { [edgeHeaders.viewer]: { value: 'forged' } } };
  expect(handler({ request, viewer: { ip: '198.51.100.1' } }).headers).toEqual({
    [edgeHeaders.viewer]: { value: '198.51.100.1' },
  });
  for (const { FunctionAssociations } of behaviors)
    expect(FunctionAssociations).toMatchObject([{ EventType: 'viewer-request' }]);
});

const [acl] = properties('AWS::WAFv2::WebACL');
const rules = new Map<string, Resource['Properties']>(
  acl.Rules.map((rule: Resource['Properties']) => [rule.Name, rule]),
);
const { Action, Statement } = rules.get('rate') ?? {};
const limitFor = (REQUEST_LIMITS: string) => {
  const [{ Rules }] = properties('AWS::WAFv2::WebACL', synthesized(withEdge({ settings: { REQUEST_LIMITS } })));
  return Rules.find(({ Name }: { Name: string }) => Name === 'rate').Statement.RateBasedStatement.Limit;
};

test('the web ACL limits each IP address to the stage’s limit for reads, or to AWS’s minimum of ten', () => {
  expect(Statement.RateBasedStatement.Limit).toBe(requestLimits.reads);
  expect(['off', 'reads=70,uploads=20', 'reads=3'].map(limitFor)).toEqual([requestLimits.reads, 70, 10]);
  expect(Statement.RateBasedStatement).toMatchObject({ AggregateKeyType: 'IP', EvaluationWindowSec: 600 });
});

test('the web ACL belongs to the distribution, and responds like the service’s own limits', () => {
  expect(acl.Scope).toBe('CLOUDFRONT');
  expect(DistributionConfig.WebACLId['Fn::GetAtt'][0]).toMatch(/^WebAcl/);
  expect(Action.Block.CustomResponse).toMatchObject({ ResponseCode: 429, CustomResponseBodyKey: 'tooMany' });
  expect(JSON.parse(acl.CustomResponseBodies.tooMany.Content)).toMatchObject({ code: 'rate_limited' });
});

test('the web ACL does not count the events of partners and payment providers', () => {
  const { NotStatement } = Statement.RateBasedStatement.ScopeDownStatement;
  expect(NotStatement.Statement.ByteMatchStatement).toMatchObject({
    FieldToMatch: { UriPath: {} },
    PositionalConstraint: 'STARTS_WITH',
    SearchString: '/v1/webhooks/',
  });
});

test('the web ACL has AWS’s rules, and blocks nothing because of a body’s content', () => {
  const groups = [...rules.values()].filter((rule) => rule.Statement.ManagedRuleGroupStatement !== undefined);
  expect(groups.map(({ Name }) => Name)).toEqual([
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesKnownBadInputsRuleSet',
  ]);
  const counting = groups.flatMap((rule) => rule.Statement.ManagedRuleGroupStatement.RuleActionOverrides);
  expect(counting).toEqual([
    { Name: 'Log4JRCE_BODY', ActionToUse: { Count: {} } },
    { Name: 'JavaDeserializationRCE_BODY', ActionToUse: { Count: {} } },
    { Name: 'ReactJSRCE_BODY', ActionToUse: { Count: {} } },
  ]);
  expect(rules.size).toBe(3);
});

test('with an edge, links and MCP are under the operator’s domain, unless the stage sets other URLs', () => {
  const { PUBLIC_BASE_URL, PUBLIC_MCP_URL } = variablesOf('mcp');
  expect([PUBLIC_BASE_URL, PUBLIC_MCP_URL]).toEqual(['https://mail.example.com/v1', 'https://mail.example.com/mcp']);
  const customUrls = {
    PUBLIC_BASE_URL: 'https://letters.example.com/v1',
    PUBLIC_MCP_URL: 'https://letters.example.com/mcp',
  };
  expect(variablesOf('mcp', synthesized(withEdge({ settings: customUrls })))).toMatchObject(customUrls);
});

test('an edge is refused outside us-east-1, the only region for CloudFront’s certificates and web ACLs', () => {
  expect(() => synthesized({ ...withEdge(), region: 'eu-central-1' })).toThrow('AWS_REGION=us-east-1');
});

const withoutDomain = synthesized({ region: 'eu-central-1' });
const withDomain = synthesized({ file: { domain } });

test('a stage without an edge has no CloudFront, web ACL or secret', () => {
  const types = Object.values(withoutDomain.Resources).map(({ Type }) => Type);
  expect(types.filter((type) => /CloudFront|WAF/.test(type))).toEqual([]);
  expect(JSON.stringify(withoutDomain)).not.toContain('EDGE_SECRET');
});

test('without an edge, the domain is the API’s', () => {
  const [{ DomainNameConfigurations }] = properties('AWS::ApiGatewayV2::DomainName', withDomain);
  expect(DomainNameConfigurations).toMatchObject([{ SecurityPolicy: 'TLS_1_2', CertificateArn: domain.certificate }]);
  expect(properties('AWS::ApiGatewayV2::ApiMapping', withDomain)).toHaveLength(1);
  expect(withDomain.Outputs).toHaveProperty('DnsTarget');
  expect(properties('AWS::ApiGatewayV2::DomainName', withoutDomain)).toEqual([]);
  expect(withoutDomain.Outputs).not.toHaveProperty('DnsTarget');
});

test('links start with PUBLIC_BASE_URL, the domain, or the API’s own URL', () => {
  const PUBLIC_BASE_URL = 'https://letters.example.com/v1';
  const withUrl = synthesized({ file: { domain, settings: { PUBLIC_BASE_URL } } });
  expect([withUrl, withDomain].map((stack) => variablesOf('health', stack).PUBLIC_BASE_URL)).toEqual([
    PUBLIC_BASE_URL,
    'https://mail.example.com/v1',
  ]);
  expect(JSON.stringify(variablesOf('health', withoutDomain).PUBLIC_BASE_URL)).toContain('"ApiEndpoint"');
});

test('about gets MCP’s URL as a variable, but mcp, whose traffic shifts gradually, does not', () => {
  expect(JSON.stringify(variablesOf('about', withoutDomain).PUBLIC_MCP_URL)).toContain('FunctionUrl');
  expect(variablesOf('mcp', withoutDomain)).not.toHaveProperty('PUBLIC_MCP_URL');
});
