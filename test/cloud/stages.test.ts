/** Several stages in one account share neither names nor metrics. */
import { isStageName, stackNameOf } from '../../lib/stage.ts';
import { type AssembledStack, allFlags, assembled } from '../support/cloud/synthesized.ts';

const [mainData, main, stagingData, staging] = assembled(allFlags, { ...allFlags, name: 'staging' }) as [
  AssembledStack,
  AssembledStack,
  AssembledStack,
  AssembledStack,
];

type Named = Pick<AssembledStack, 'name' | 'template'>;

/** Resolves a value as CloudFormation does. A generated name contains the stack's. */
function resolved(value: unknown, stack: string): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::Join': joined } = value as { Ref?: string; 'Fn::Join'?: [string, unknown[]] };
  if (Ref === 'AWS::StackName') return stack;
  if (joined !== undefined) return joined[1].map((part) => resolved(part, stack)).join(joined[0]);
  return Ref?.startsWith('AWS::') ? Ref : `generated in ${stack}`;
}

/** The names of all resources, each after its type and property. */
const namesIn = ({ name: stack, template }: Named): string[] =>
  Object.values(template.Resources).flatMap(({ Type, Properties }) =>
    Object.entries(Properties ?? {})
      .filter(([property]) => property.endsWith('Name'))
      .map(([property, value]) => `${Type} ${property} ${resolved(value, stack)}`),
  );

test('a stage has two tagged stacks, and only the one with the data is protected', () => {
  expect([main.name, staging.name]).toEqual(['PrintAndMail', 'PrintAndMail-staging']);
  expect([mainData.name, stagingData.name]).toEqual(['PrintAndMailData', 'PrintAndMailData-staging']);
  expect([stackNameOf('main'), stackNameOf()]).toEqual([main.name, main.name]);
  expect(staging.tags).toEqual({ service: 'print-and-mail', stage: 'staging' });
  expect([stagingData, staging].map(({ isProtected }) => isProtected)).toEqual([true, false]);
});

test('two stages share no name that must be unique in their account', () => {
  const mainNames = new Set([...namesIn(main), ...namesIn(mainData)]);
  const stagingNames = [...namesIn(staging), ...namesIn(stagingData)];
  const shared = [...new Set(stagingNames.filter((name) => mainNames.has(name)))];
  // Names that are unique only within an API, a function, a deployment group or a namespace.
  const nested =
    /^AWS::(ApiGatewayV2::Stage StageName|Lambda::Alias Name|CodeDeploy::DeploymentGroup DeploymentConfigName|CloudWatch::Alarm MetricName) /;
  expect(shared.filter((name) => !nested.test(name))).toEqual([]);
  expect(namesIn(staging)).toEqual(
    expect.arrayContaining([
      'AWS::Lambda::Function FunctionName PrintAndMail-staging-operate',
      'AWS::CloudWatch::Dashboard DashboardName PrintAndMail-staging',
      'AWS::CloudWatch::Alarm AlarmName PrintAndMail-staging-dead-letters',
      'AWS::ApiGatewayV2::Api Name PrintAndMail-staging',
      'AWS::SES::ConfigurationSet Name PrintAndMail-staging-emails',
      'AWS::CloudFront::Function Name PrintAndMail-staging-AddViewerIp',
    ]),
  );
});

test('metrics of two stages are never added up, neither the service’s nor the web ACL’s', () => {
  const metricNames = [main, staging].map(({ name, template: { Resources } }) => {
    const all = Object.values(Resources);
    const operate = all.find(({ Properties }) => Properties.Description === 'print-and-mail operate');
    const acl = all.find(({ Type }) => Type === 'AWS::WAFv2::WebACL');
    return [
      resolved(operate?.Properties.Environment.Variables.METRICS_NAMESPACE, name),
      resolved(acl?.Properties.VisibilityConfig.MetricName, name),
    ];
  });
  expect(metricNames).toEqual([
    ['PrintAndMail/PrintAndMail', 'PrintAndMail'],
    ['PrintAndMail/PrintAndMail-staging', 'PrintAndMail-staging'],
  ]);
});

test('stages differ only in their names', () => {
  const contentOf = ({ template: { Resources, Outputs, Parameters } }: Named) => [
    Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
      // The CDK names the origins of a distribution after the stack.
      Type === 'AWS::CloudFront::Distribution' ? [] : [[id, Type, Properties]],
    ),
    Outputs,
    Parameters,
  ];
  const asMain = JSON.stringify(contentOf(staging))
    .replaceAll(/PrintAndMail(Data)?-staging/g, 'PrintAndMail$1')
    .replaceAll('printandmail-staging-', 'printandmail-main-');
  // A version's id is a hash of its function, including names.
  const unversioned = (text: string) => JSON.parse(text.replaceAll(/(?<=CurrentVersion)\w+/g, ''));
  expect(unversioned(asMain)).toEqual(unversioned(JSON.stringify(contentOf(main))));
});

test.each(['', 'Staging', 'a b', '-a', 'a-', '2nd', 'a--b', 'abcdefghijklmnopqrstu', 'a-b-c-d-e-f-g-h-i-j-k', 'a_b'])(
  'a stage cannot be named "%s"',
  (name) => {
    expect(isStageName(name)).toBe(false);
    expect(() => stackNameOf(name)).toThrow(/can't be a stage: use 1 to 20 lowercase letters/);
  },
);
