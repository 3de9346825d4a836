/** The role by which a workflow deploys: who may take it on, and what it may do then. */
import { readFileSync } from 'node:fs';
import { environments } from '../../lib/cloud/pipeline/access.ts';
import { policiesIn } from '../support/cloud/granted.ts';
import { accessTemplates, flags, type Resource, synthesized, type Template } from '../support/cloud/synthesized.ts';

const { findings, ...templates } = accessTemplates();

const roleIn = (environment: (typeof environments)[number], name: 'Deploys' | 'Compares'): Resource => {
  const found = Object.entries(templates[environment].Resources).filter(
    ([id, { Type }]) => Type === 'AWS::IAM::Role' && id.startsWith(name),
  );
  const [[, role] = [], ...others] = found;
  if (role === undefined || others.length > 0) throw new Error(`${found.length} roles ${name}`);
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

test.each(
  environments.flatMap((on) => [
    { on, name: 'Deploys', subject: `environment:${on}` } as const,
    // The clock's job has no environment, whose reviewers it would wait for.
    { on, name: 'Compares', subject: 'ref:refs/heads/main' } as const,
  ]),
)('$on: only a job of the one repository, on main, takes on the role $name', ({ on, name, subject }) => {
  const [trust, ...others] = roleIn(on, name).Properties.AssumeRolePolicyDocument.Statement ?? [];
  expect(others).toEqual([]);
  const issuer = 'token.actions.githubusercontent.com';
  expect(written(trust.Condition)).toEqual({
    StringEquals: {
      [`${issuer}:aud`]: 'sts.amazonaws.com',
      [`${issuer}:sub`]: `repo:<Repository>:${subject}`,
      [`${issuer}:ref`]: 'refs/heads/main',
    },
  });
  expect(trust).toMatchObject({ Effect: 'Allow', Action: 'sts:AssumeRoleWithWebIdentity' });
});

test.each(environments)(
  '%s: the role may hand a deployment to the CDK and look how it is set up, and reads no data',
  (on) => {
    const role = roleIn(on, 'Deploys');
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

test('the rules for AWS in general find nothing but names that end in a star', () => {
  const named = /IAM5\[(?:Action::[a-z0-9]+:[A-Z]\w*\*\w*|Resource::arn:<AWS::Partition>:\w+:.+)\] at/;
  expect(findings.filter((finding) => !named.test(finding))).toEqual([]);
  expect(findings).not.toEqual([]);
});

interface Policy {
  readonly Statement: readonly (Statement & { readonly Condition?: object })[];
}

/** A policy of the stack, written out. */
const policy = (name: string): Policy[] =>
  Object.entries(templates.production.Resources)
    .filter(([id, { Type }]) => Type === 'AWS::IAM::ManagedPolicy' && id.startsWith(name))
    .map(([, { Properties }]) => written(Properties.PolicyDocument) as Policy);

const statementsOf = (name: string) => policy(name).flatMap(({ Statement }) => Statement);
const actionsOf = (statements: readonly Statement[]) => statements.flatMap(({ Action }) => Action);

/** Each flag, and a stack that gives its data up. */
const made: readonly Template[] = [...flags.map((asked) => synthesized(asked)), synthesized({ keeping: 'remove' })];
const roles = made.flatMap(({ Resources }) => Object.values(Resources).filter(({ Type }) => Type === 'AWS::IAM::Role'));

test('CloudFormation and the roles may do what is named, on what is named', () => {
  for (const name of ['Executes', 'Boundary'])
    for (const one of policy(name)) {
      expect(JSON.stringify(one).length).toBeLessThan(6_144);
      for (const { Effect, Action, Resource: on } of one.Statement) {
        expect(Effect).toBe('Allow');
        for (const action of [Action].flat()) expect(action).toMatch(/^[a-z0-9]+:[A-Z]\w*\*?\w*$/);
        for (const resource of [on].flat()) expect(resource).toMatch(/^arn:<AWS::Partition>:[a-z0-9]+:.*[a-zA-Z/:]/);
      }
    }
  expect(policy('Executes')).toHaveLength(2);
  expect(policy('Boundary')).toHaveLength(1);
});

test('no role of the stack may do what its boundary does not allow, and none may make another', () => {
  const bounded = actionsOf(statementsOf('Boundary'));
  const granted = roles.flatMap((role) => policiesIn(role).flatMap(({ Statement }) => Statement));
  expect(granted.flatMap(({ Action }) => Action).filter((action) => !bounded.includes(action))).toEqual([]);
  expect(bounded.filter((action) => /^(?:iam|sts|cloudformation):/.test(action))).toEqual([]);
});

test('CloudFormation makes a role within its boundary only, and hands it to four services only', () => {
  const about = (action: string) => statementsOf('Executes').filter(({ Action }) => [Action].flat().includes(action));
  for (const action of [
    'iam:CreateRole',
    'iam:PutRolePolicy',
    'iam:AttachRolePolicy',
    'iam:PutRolePermissionsBoundary',
  ])
    expect(about(action).map(({ Condition }) => Condition)).toEqual([
      {
        StringEquals: {
          'iam:PermissionsBoundary':
            'arn:<AWS::Partition>:iam::<AWS::AccountId>:policy/PrintAndMailBoundary-production',
        },
      },
    ]);
  expect(about('iam:PassRole')).toMatchObject([
    { Condition: { StringEquals: { 'iam:PassedToService': expect.arrayContaining(['lambda.amazonaws.com']) } } },
  ]);
  expect(about('iam:DeleteRolePermissionsBoundary')).toEqual([]);
  const ofRoles = statementsOf('Executes').filter(({ Action }) =>
    [Action].flat().some((each) => each.startsWith('iam:')),
  );
  // The roles of this very stack begin with PrintAndMailAccess.
  for (const { Resource: on } of ofRoles)
    expect(on).toBe('arn:<AWS::Partition>:iam::<AWS::AccountId>:role/PrintAndMail-*');
});

test('CloudFormation and the job of the clock read no item, document or message, and the job no secret', () => {
  const looks = actionsOf(
    written(policiesIn(roleIn('production', 'Compares')).flatMap((each) => each.Statement)) as Statement[],
  );
  expect(looks.filter((action) => !/:(?:GET|Get|List|Describe|Detect|View)/.test(action))).toEqual([]);
  const reading =
    /^(?:dynamodb:(?!Describe|List|GetResourcePolicy)|s3:GetObject|sqs:Receive|secretsmanager:Get|logs:(?:Get(?!Data)|Filter))/;
  expect(looks.filter((action) => reading.test(action))).toEqual([]);
  const makes = statementsOf('Executes').filter(({ Resource: on }) => !`${on}`.includes('assets'));
  expect(actionsOf(makes).filter((action) => /Item|GetObject|Receive|SendMessage/.test(action))).toEqual([]);
});

test('with a boundary, each role of the stack has it', () => {
  const bounded = Object.values(synthesized({ boundary: 'Bounds', keeping: 'remove' }).Resources).filter(
    ({ Type }) => Type === 'AWS::IAM::Role',
  );
  expect(bounded.length).toBeGreaterThan(20);
  for (const { Properties } of bounded)
    expect(JSON.stringify(Properties.PermissionsBoundary)).toMatch(/:policy\/Bounds"/);
});

test('each environment of the workflow has its role', () => {
  const workflow = readFileSync(new URL('../../.github/workflows/deploy.yml', import.meta.url), 'utf8');
  const named = [...workflow.matchAll(/^ +environment: (\S+)$/gm)].map(([, name]) => name);
  expect(named).toEqual(environments);
});
