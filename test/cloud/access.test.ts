/** The role for deployments from GitHub: who may assume it, and what it may do. */
import { policiesIn } from '../support/cloud/granted.ts';
import { accessTemplate, type Resource } from '../support/cloud/synthesized.ts';

const { template, findings } = accessTemplate();

const role = (): Resource => {
  const roles = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::IAM::Role');
  const [found, ...others] = roles;
  if (found === undefined || others.length > 0) throw new Error(`${roles.length} roles`);
  return found;
};

/** Resolves Fn::Join, with a parameter's name in place of its value. */
const resolved = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => {
    if (each?.Ref !== undefined) return `<${each.Ref}>`;
    return each?.['Fn::Join'] === undefined ? each : each['Fn::Join'][1].join(each['Fn::Join'][0]);
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
  const names = ['acme/mail', 'acme@123456/mail.service@456789', 'acme/*', 'acme', '*/*'];
  expect(names.filter((name) => new RegExp(`^(?:${AllowedPattern})$`).test(name))).toEqual(names.slice(0, 2));
});

test('an existing identity provider of the account is used', () => {
  const provider = Object.values(template.Resources).find(({ Type }) => Type === 'AWS::IAM::OIDCProvider');
  expect(provider).toMatchObject({ Condition: 'NeedsProvider', DeletionPolicy: 'Retain' });
  expect(template.Conditions).toEqual({ NeedsProvider: { 'Fn::Equals': [{ Ref: 'ProviderArn' }, ''] } });
});

test('cdk-nag reports no findings for the role’s stack', () => {
  expect(findings).toEqual([]);
});
