/** The edge flag: one name for API and MCP, rate limits before any code runs, and no way past it. */
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { requestLimits } from '../../shared/domain/network.ts';
import { edgeHeaders } from '../../shared/web/http/middleware.ts';
import { type Resource, synthesized } from '../support/cloud/synthesized.ts';

const template = synthesized({ hasEdge: true, region: 'us-east-1' });

const properties = (type: string, of = template): Resource['Properties'][] =>
  Object.values(of.Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));

const [{ DistributionConfig }] = properties('AWS::CloudFront::Distribution');
const behaviors = [DistributionConfig.DefaultCacheBehavior, ...DistributionConfig.CacheBehaviors];
const variablesOf = (name: string, of = template) =>
  properties('AWS::Lambda::Function', of).find(({ Description }) => Description === `print-and-mail ${name}`)
    .Environment.Variables;

test('TLS 1.2 at least, HTTP/2 and 3, under the operator’s name, which has no default', () => {
  expect(DistributionConfig).toMatchObject({ Aliases: [{ Ref: 'DomainName' }], HttpVersion: 'http2and3' });
  expect(DistributionConfig.ViewerCertificate).toEqual({
    AcmCertificateArn: { Ref: 'CertificateArn' },
    MinimumProtocolVersion: 'TLSv1.2_2021',
    SslSupportMethod: 'sni-only',
  });
  for (const name of ['DomainName', 'CertificateArn']) expect(template.Parameters[name]).not.toHaveProperty('Default');
});

test('every path passes everything but the Host on, keeps nothing, and takes nothing in clear', () => {
  const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  const allButHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
  for (const { CachePolicyId, OriginRequestPolicyId, ViewerProtocolPolicy, AllowedMethods } of behaviors) {
    expect([CachePolicyId, OriginRequestPolicyId, ViewerProtocolPolicy]).toEqual([disabled, allButHost, 'https-only']);
    expect(AllowedMethods).toHaveLength(7);
  }
  expect(DistributionConfig.CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
    '/mcp*',
  ]);
});

/** One of the stack's secrets: its ARN, and its whole value. */
const secretOf = (id: RegExp) => {
  const [found] = Object.entries(template.Resources).filter(
    ([name, { Type }]) => Type === 'AWS::SecretsManager::Secret' && id.test(name),
  );
  const arn = { Ref: found?.[0] };
  return { arn, value: { 'Fn::Join': ['', ['{{resolve:secretsmanager:', arn, ':SecretString:::}}']] } };
};
const [first, second] = [secretOf(/^EdgeSecret[\dA-F]{8}$/), secretOf(/^EdgeSecretSecond/)];

test('both origins are shown one of the two secrets that the functions know, by TLS', () => {
  expect(DistributionConfig.Origins).toHaveLength(2);
  expect(variablesOf('health')).toMatchObject({ EDGE_SECRET: first.value, EDGE_SECRET_SECOND: second.value });
  expect(second).not.toEqual(first);
  const shown = { 'Fn::If': ['ShowsSecondEdgeSecret', second.value, first.value] };
  for (const { OriginCustomHeaders, CustomOriginConfig } of DistributionConfig.Origins) {
    expect(OriginCustomHeaders).toEqual([{ HeaderName: edgeHeaders.secret, HeaderValue: shown }]);
    expect(CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] });
  }
});

test('an output names the secret that is not shown, which can be renewed', () => {
  expect(template.Outputs.HiddenEdgeSecretArn?.Value).toEqual({
    'Fn::If': ['ShowsSecondEdgeSecret', first.arn, second.arn],
  });
});

test('the secrets are known to the functions that HTTP reaches, and to no other', () => {
  const functions = lambdaRows(manifest);
  const reached = functions.filter(({ triggers }) => triggers.some((one) => 'http' in one || 'functionUrl' in one));
  for (const variable of ['EDGE_SECRET', 'EDGE_SECRET_SECOND']) {
    const knowing = functions.filter(({ name }) => variable in variablesOf(name)).map(({ name }) => name);
    expect(knowing).toEqual(reached.map(({ name }) => name));
  }
});

test('the viewer’s address is what the edge has seen, whatever the viewer says it is', () => {
  const [{ FunctionCode }] = properties('AWS::CloudFront::Function');
  const handler = new Function(`${FunctionCode}; return handler;`)();
  const request = { headers: { [edgeHeaders.viewer]: { value: 'forged' } } };
  expect(handler({ request, viewer: { ip: '198.51.100.1' } }).headers).toEqual({
    [edgeHeaders.viewer]: { value: '198.51.100.1' },
  });
  for (const { FunctionAssociations } of behaviors)
    expect(FunctionAssociations).toMatchObject([{ EventType: 'viewer-request' }]);
});

/** CloudFormation's reading of a value, for these `RequestLimits`. */
function evaluated(value: unknown, given: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [[name, of] = []] = Object.entries(value);
  if (name === 'Ref') return given;
  const [first, second] = (of as [unknown, unknown]).map((each) =>
    Array.isArray(each) ? each.map((part) => evaluated(part, given)) : evaluated(each, given),
  );
  if (name === 'Fn::Join') return (second as string[]).join(String(first));
  if (name === 'Fn::Split') return String(second).split(String(first));
  if (name === 'Fn::Select') return (second as string[])[Number(first)];
  throw new Error(`nobody evaluates ${name} here`);
}

describe('the web ACL', () => {
  const [acl] = properties('AWS::WAFv2::WebACL');
  const rules = new Map<string, Resource['Properties']>(
    acl.Rules.map((rule: Resource['Properties']) => [rule.Name, rule]),
  );
  const { Action, Statement } = rules.get('rate') ?? {};
  const most = (given: string) => Number(evaluated(Statement.RateBasedStatement.Limit, given));

  test('has one rate limit, of one address, as the parameter sets it for readings', () => {
    for (const given of ['', 'off', 'jobs=5000']) expect(most(given)).toBe(requestLimits.reads);
    expect(most('reads=70,uploads=20')).toBe(70);
    expect(Statement.RateBasedStatement).toMatchObject({ AggregateKeyType: 'IP', EvaluationWindowSec: 600 });
  });

  test('the web ACL belongs to the distribution, and its limit answers as the service does', () => {
    expect(acl.Scope).toBe('CLOUDFRONT');
    expect(DistributionConfig.WebACLId['Fn::GetAtt'][0]).toMatch(/^WebAcl/);
    expect(Action.Block.CustomResponse).toMatchObject({ ResponseCode: 429, CustomResponseBodyKey: 'tooMany' });
    expect(JSON.parse(acl.CustomResponseBodies.tooMany.Content)).toMatchObject({ code: 'rate_limited' });
  });

  test('never counts payments’ and partners’ events with callers’ requests', () => {
    const { NotStatement } = Statement.RateBasedStatement.ScopeDownStatement;
    expect(NotStatement.Statement.ByteMatchStatement).toMatchObject({
      FieldToMatch: { UriPath: {} },
      PositionalConstraint: 'STARTS_WITH',
      SearchString: '/v1/webhooks/',
    });
  });

  test('has AWS’s rules, and blocks nothing for the contents of a body', () => {
    const groups = [...rules.values()].filter((rule) => rule.Statement.ManagedRuleGroupStatement !== undefined);
    expect(groups.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
    ]);
    const counting = groups.flatMap((rule) => rule.Statement.ManagedRuleGroupStatement.RuleActionOverrides);
    expect(counting).toEqual([
      { Name: 'Log4JRCE_BODY', ActionToUse: { Count: {} } },
      { Name: 'JavaDeserializationRCE_BODY', ActionToUse: { Count: {} } },
    ]);
    expect(rules.size).toBe(3);
  });
});

test('links and MCP are under the operator’s name, unless another is given', () => {
  const { PUBLIC_BASE_URL, PUBLIC_MCP_URL } = variablesOf('mcp');
  const [, given, otherwise] = PUBLIC_BASE_URL['Fn::If'];
  expect(given).toEqual({ Ref: 'PublicBaseUrl' });
  expect(otherwise['Fn::Join'][1]).toEqual(['https://', { Ref: 'DomainName' }, '/v1']);
  expect(PUBLIC_MCP_URL['Fn::If'][2]['Fn::Join'][1]).toEqual(['https://', { Ref: 'DomainName' }, '/mcp']);
});

test('it is refused in any region but the one that CloudFront takes certificates and limits from', () => {
  expect(() => synthesized({ hasEdge: true, region: 'eu-central-1' })).toThrow('AWS_REGION=us-east-1');
});

describe('without the flag', () => {
  const plain = synthesized({ region: 'eu-central-1' });

  test('there is nothing of it', () => {
    const types = Object.values(plain.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => /CloudFront|WAF/.test(type))).toEqual([]);
    expect(
      properties('AWS::Lambda::Function', plain).filter(({ Environment }) => 'EDGE_SECRET' in Environment.Variables),
    ).toEqual([]);
  });

  test('a name, if one is given with its certificate, is the API’s', () => {
    const named = Object.values(plain.Resources).filter(({ Condition }) => Condition === 'HasDomainName');
    expect(named.map(({ Type }) => Type).sort()).toEqual([
      'AWS::ApiGatewayV2::ApiMapping',
      'AWS::ApiGatewayV2::DomainName',
    ]);
    const [{ DomainNameConfigurations }] = properties('AWS::ApiGatewayV2::DomainName', plain);
    expect(DomainNameConfigurations).toMatchObject([{ SecurityPolicy: 'TLS_1_2' }]);
  });

  test('links start with the given address, else the given name, else where the API is', () => {
    const [, given, otherwise] = variablesOf('health', plain).PUBLIC_BASE_URL['Fn::If'];
    const [condition, named, own] = otherwise['Fn::If'];
    expect([given, condition]).toEqual([{ Ref: 'PublicBaseUrl' }, 'HasDomainName']);
    expect(named['Fn::Join'][1]).toEqual(['https://', { Ref: 'DomainName' }, '/v1']);
    expect(JSON.stringify(own)).toContain('"ApiEndpoint"');
  });

  test('functions that name the address of MCP know it, and no function that shifts waits for it', () => {
    expect(JSON.stringify(variablesOf('about', plain).PUBLIC_MCP_URL)).toContain('FunctionUrl');
    expect(variablesOf('mcp', plain).PUBLIC_MCP_URL['Fn::If'][2]).toEqual({ Ref: 'AWS::NoValue' });
  });
});
