/** The role for deployments from GitHub: who may assume it, and what it may do. */
import { policiesIn } from '../support/cloud/granted.ts';
import { accessTemplate, type Resource } from '../support/cloud/synthesized.ts';

const { template, findings } = accessTemplate();

const role = (): Resource => {
  const roles = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::IAM::Role');
  const [first, ...others] = roles;
  if (first === undefined || others.length > 0) throw new Error(`expected one role, got ${roles.length}`);
  return first;
};

/** Resolves Fn::Join, with a parameter's name in place of its value. */
const resolved = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part) => {
    if (part?.Ref !== undefined) return `<${part.Ref}>`;
    return part?.['Fn::Join'] === undefined ? part : part['Fn::Join'][1].join(part['Fn::Join'][0]);
  });

test('only a job of the repository, in its environment and on main, may assume the role', () => {
  const [trust, ...others] = role().Properties.AssumeRolePolicyDocument.Statement ?? [];
  expect(others).toEqual([]);
  const issuer = 'token.actions.githubusercontent.com';
  expect(resolved(trust.Condition)).toEqual({
    StringEquals: {
      [`${issuer}:aud`]: 'sts.amazonaws.com',
      [`${issuer}:sub`]: 'repo:<Repository>:environment:<Environment>',
      [`${issuer}:ref`]: 'refs/heads/main',
    },
  });
  expect(trust).toMatchObject({ Effect: 'Allow', Action: 'sts:AssumeRoleWithWebIdentity' });
  expect(template.Parameters.Environment).toMatchObject({ AllowedValues: ['staging', 'production'] });
});

test('the role may deploy with the CDK, but not read data', () => {
  const arnOf = (name: string) =>
    `arn:<AWS::Partition>:iam::<AWS::AccountId>:role/cdk-hnb659fds-${name}-role-<AWS::AccountId>-<AWS::Region>`;
  expect(resolved(policiesIn(role()).flatMap(({ Statement }) => Statement))).toEqual([
    { Effect: 'Allow', Action: 'sts:AssumeRole', Resource: [arnOf('deploy'), arnOf('file-publishing')] },
  ]);
  expect(role().Properties.ManagedPolicyArns).toBeUndefined();
});

test('the repository must be a full name without wildcards', () => {
  const { AllowedPattern } = template.Parameters.Repository as { readonly AllowedPattern: string };
  const pattern = new RegExp(`^(?:${AllowedPattern})$`);
  for (const name of ['acme/mail', 'acme@123456/mail.service@456789']) expect(name).toMatch(pattern);
  for (const name of ['acme/*', 'acme', '*/*']) expect(name).not.toMatch(pattern);
});

test('an identity provider is created only if the account has none, and then retained', () => {
  const provider = Object.values(template.Resources).find(({ Type }) => Type === 'AWS::IAM::OIDCProvider');
  expect(provider).toMatchObject({ Condition: 'NeedsProvider', DeletionPolicy: 'Retain' });
  expect(template.Conditions).toEqual({ NeedsProvider: { 'Fn::Equals': [{ Ref: 'ProviderArn' }, ''] } });
});

test('cdk-nag reports no findings for the role’s stack', () => {
  expect(findings).toEqual([]);
});
