/** The role by which a workflow deploys: who may take it on, and what it may do then. */
import { readFileSync } from 'node:fs';
import { environments } from '../../lib/cloud/pipeline/access.ts';
import { policiesIn } from '../support/cloud/granted.ts';
import { accessTemplates } from '../support/cloud/synthesized.ts';

const { findings, ...templates } = accessTemplates();

const roleIn = (environment: (typeof environments)[number]) => {
  const [role, ...others] = Object.values(templates[environment].Resources).filter(
    ({ Type }) => Type === 'AWS::IAM::Role',
  );
  expect(others).toEqual([]);
  return role;
};

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** Joins what CloudFormation joins, with the names of parameters in place of their values. */
const written = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => {
    if (each?.Ref !== undefined) return `<${each.Ref}>`;
    return each?.['Fn::Join'] === undefined ? each : each['Fn::Join'][1].join(each['Fn::Join'][0]);
  });

test.each(environments)(
  '%s: only a job of this environment, on main, of the one repository takes the role on',
  (on) => {
    const [trust, ...others] = roleIn(on)?.Properties.AssumeRolePolicyDocument.Statement ?? [];
    expect(others).toEqual([]);
    const issuer = 'token.actions.githubusercontent.com';
    expect(written(trust.Condition)).toEqual({
      StringEquals: {
        [`${issuer}:aud`]: 'sts.amazonaws.com',
        [`${issuer}:sub`]: `repo:<Repository>:environment:${on}`,
        [`${issuer}:ref`]: 'refs/heads/main',
      },
    });
    expect(trust).toMatchObject({ Effect: 'Allow', Action: 'sts:AssumeRoleWithWebIdentity' });
  },
);

test.each(environments)(
  '%s: the role may hand a deployment to the CDK and look how it is set up, and reads no data',
  (on) => {
    const role = roleIn(on);
    const statements = policiesIn(role).flatMap(({ Statement }) => Statement);
    const named = (name: string) =>
      `arn:<AWS::Partition>:iam::<AWS::AccountId>:role/cdk-hnb659fds-${name}-role-<AWS::AccountId>-<AWS::Region>`;
    const [handsOver, ...looks] = written(statements) as Statement[];
    expect(handsOver).toEqual({
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Resource: [named('deploy'), named('file-publishing')],
    });
    // One for each call of `bin/before-deploy.ts`, as IAM names it.
    expect(looks.flatMap(({ Action }) => Action).sort()).toEqual(
      [
        'cloudformation:DescribeStacks',
        ...['dynamodb:DescribeContinuousBackups', 'dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'],
        ...['s3:GetBucketCORS', 's3:GetBucketPolicy', 's3:GetBucketPublicAccessBlock', 's3:GetLifecycleConfiguration'],
        'secretsmanager:DescribeSecret',
      ].sort(),
    );
    expect(looks.flatMap(({ Resource }) => Resource)).not.toContain('*');
    expect(role?.Properties.ManagedPolicyArns).toBeUndefined();
  },
);

test.each([
  ['acme/mail', true],
  ['acme@123456/mail.service@456789', true],
  ['acme/*', false],
  ['acme', false],
  ['*/*', false],
])('the repository %s is taken: %s', (name, isTaken) => {
  const { AllowedPattern } = templates.production.Parameters.Repository as { readonly AllowedPattern: string };
  expect(new RegExp(`^(?:${AllowedPattern})$`).test(name)).toBe(isTaken);
});

test('an identity provider that the account has already is used as it is', () => {
  const provider = Object.values(templates.staging.Resources).find(({ Type }) => Type === 'AWS::IAM::OIDCProvider');
  expect(provider).toMatchObject({ Condition: 'NeedsProvider', DeletionPolicy: 'Retain' });
  expect(templates.staging.Conditions).toEqual({ NeedsProvider: { 'Fn::Equals': [{ Ref: 'ProviderArn' }, ''] } });
});

test('the rules for AWS in general find nothing', () => {
  expect(findings).toEqual([]);
});

test('each environment of the workflow has its role', () => {
  const workflow = readFileSync(new URL('../../.github/workflows/deploy.yml', import.meta.url), 'utf8');
  const named = [...workflow.matchAll(/^ +environment: (\S+)$/gm)].map(([, name]) => name);
  expect(named).toEqual(environments);
});
