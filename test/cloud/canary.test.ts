/** A stage with canary: every trigger points to an alias, and an alarm during the traffic shift rolls back. */
import { manifest, type Trigger } from '../../functions/manifest.ts';
import { type LambdaRow, lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { grantedTo, policiesIn } from '../support/cloud/granted.ts';
import { flags, type Resource, synthesized, type Template } from '../support/cloud/synthesized.ts';

const canary = { file: { canary: true } };
const template = synthesized(canary);

const resources = (type: string, of = template): [string, Resource][] =>
  Object.entries(of.Resources).filter(([, { Type }]) => Type === type);

const aliases = resources('AWS::Lambda::Alias');
const rows = lambdaRows(manifest);
/**
 * A function without needs changes at once, and the health check tells of the newest settings. Printing calls the
 * renderer that was deployed with it.
 */
const isShifting = ({ needs, name }: LambdaRow) => needs.length > 0 && !['health', 'render'].includes(name);
const shifting = rows.filter(isShifting).map(({ name }) => `print-and-mail ${name}`);
const functions = resources('AWS::Lambda::Function').filter(([, { Properties }]) =>
  shifting.includes(Properties.Description),
);
const functionIds = functions.map(([id]) => id);

test('every function that needs anything has one alias, and what shifts it: one in ten for five minutes, with a way back', () => {
  expect(aliases.map(([, { Properties }]) => Properties.FunctionName.Ref).sort()).toEqual(functionIds.sort());
  expect(functionIds).toHaveLength(shifting.length);
  const groups = resources('AWS::CodeDeploy::DeploymentGroup');
  expect(groups).toHaveLength(shifting.length);
  for (const [, { Properties }] of groups) {
    expect(JSON.stringify(Properties.DeploymentConfigName)).toContain('LambdaCanary10Percent5Minutes');
    expect(Properties.AutoRollbackConfiguration).toEqual({
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
    });
  }
  const shifted = aliases.map(([, alias]) => (alias as { UpdatePolicy?: object }).UpdatePolicy);
  for (const policy of shifted) expect(policy).toHaveProperty('CodeDeployLambdaAliasUpdate');
});

const alarms = Object.fromEntries(resources('AWS::CloudWatch::Alarm'));

/** The alarms of a function's deployment: that of its new version, and that of all answers. */
const rollbackAlarmsOf = ({ Properties }: Resource): Resource['Properties'][] =>
  Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => alarms[Name.Ref]?.Properties);

test('errors in the new version or across all API responses trigger a rollback', () => {
  const versions = new Set(resources('AWS::Lambda::Version').map(([id]) => id));
  for (const [id, group] of resources('AWS::CodeDeploy::DeploymentGroup')) {
    const [errors, answers] = rollbackAlarmsOf(group);
    for (const judge of [errors, answers]) expect(judge).toMatchObject({ Threshold: 0, EvaluationPeriods: 1 });
    const counted = errors.Metrics.flatMap(({ MetricStat }: Resource['Properties']) => MetricStat ?? []);
    expect(counted.length).toBeLessThanOrEqual(10);
    const dimensions = counted.map(({ Metric, Period, Stat }: Resource['Properties']) => {
      expect([Period, Stat]).toEqual([60, 'Sum']);
      const of = Object.fromEntries(Metric.Dimensions.map(({ Name, Value }: Resource['Properties']) => [Name, Value]));
      const ofRenderer = of.FunctionName.Ref.startsWith('render');
      if (!ofRenderer) expect(JSON.stringify(of.Resource)).toContain(':live');
      expect(versions).toContain((ofRenderer ? of.Resource['Fn::Join'][1][2] : of.ExecutedVersion)['Fn::GetAtt'][0]);
      return `${of.FunctionName.Ref} ${Metric.MetricName}`;
    });
    const own = dimensions.filter((name: string) => id.startsWith(name.replace(/[0-9A-F]{8} .*$/, '')));
    expect(own.map((name: string) => name.split(' ')[1])).toEqual(expect.arrayContaining(['Errors', 'Invocations']));
    expect(
      answers.Metrics.flatMap(({ MetricStat }: Resource['Properties']) => MetricStat?.Metric.MetricName ?? []),
    ).toEqual(['5xx', 'Count']);
  }
});

/** The ids of functions that a value leads to by itself, and not by an alias. */
const pastAlias = (value: unknown): string[] =>
  functionIds.filter(
    (id) => JSON.stringify(value).includes(`["${id}","Arn"]`) || JSON.stringify(value).includes(`{"Ref":"${id}"}`),
  );

test.each([
  [
    'AWS::ApiGatewayV2::Integration',
    ({ IntegrationUri }: Resource['Properties']) => IntegrationUri,
    (trigger: Trigger) => 'http' in trigger,
  ],
  [
    'AWS::Lambda::EventSourceMapping',
    ({ FunctionName }: Resource['Properties']) => FunctionName,
    (trigger: Trigger) => 'queue' in trigger,
  ],
  [
    'AWS::Scheduler::Schedule',
    ({ Target }: Resource['Properties']) => Target.Arn,
    (trigger: Trigger) => 'everySeconds' in trigger || 'quartersFrom' in trigger,
  ],
] as const)('each %s leads to an alias, where its function has one', (type, target, leads) => {
  const found = resources(type).map(([, { Properties }]) => target(Properties));
  expect(found.flatMap(pastAlias)).toEqual([]);
  const toAliases = found.filter((one) => aliases.some(([id]) => JSON.stringify(one).includes(`{"Ref":"${id}"}`)));
  const led = (of: typeof rows) => of.filter(({ triggers }) => triggers.some(leads)).length;
  expect([toAliases.length, found.length]).toEqual([led(rows.filter(isShifting)), led(rows)]);
});

test('functions that print call the version of the renderer that was deployed with them, and may call its others', () => {
  const named = functions.flatMap(([, { Properties }]) => Properties.Environment.Variables.RENDER_FUNCTION ?? []);
  expect(named).not.toEqual([]);
  const [[version]] = resources('AWS::Lambda::Version').filter(([id]) => id.startsWith('render')) as [
    [string, Resource],
  ];
  for (const name of named) expect(JSON.stringify(name)).toContain(`["${version}","Version"]`);
  expect(grantedTo(template, 'document-quotes')).toContain('lambda:InvokeFunction on render:*');
  const grants = resources('AWS::IAM::Role')
    .flatMap(([, role]) => policiesIn(role).flatMap(({ Statement }) => Statement))
    .filter(({ Action }) => Action === 'lambda:InvokeFunction');
  expect(grants.flatMap(({ Resource }) => pastAlias(Resource))).toEqual([]);
});

test('a release that has not been before makes a new version of every function that shifts, and of the renderer; the old ones are deleted', () => {
  const versions = (of: Template) => resources('AWS::Lambda::Version', of).map(([id]) => id);
  const released = versions(synthesized({ ...canary, release: 'new-key' }));
  // The renderer has versions and no alias.
  expect(released).toHaveLength(shifting.length + 1);
  for (const [, { DeletionPolicy }] of resources('AWS::Lambda::Version')) expect(DeletionPolicy).toBe('Delete');
  expect(released.filter((id) => versions(template).includes(id))).toEqual([]);
});

test.each(flags.filter(({ file }) => 'canary' in file))('no alias waits for the shift of another: %j', (asked) => {
  const { Resources } = synthesized(asked);
  const ids = new Set(Object.keys(Resources));
  const isAlias = (id: string) => Resources[id]?.Type === 'AWS::Lambda::Alias';
  const waves = (id: string): number =>
    (isAlias(id) ? 1 : 0) + Math.max(0, ...[...new Set(madeBefore(Resources[id] as Resource, ids))].map(known));
  const counted = new Map<string, number>();
  const known = (id: string): number => {
    const count = counted.get(id) ?? waves(id);
    counted.set(id, count);
    return count;
  };
  expect(Math.max(...[...ids].map(known))).toBe(1);
});

/** The resources that CloudFormation makes before one, by Ref, GetAtt, Sub and DependsOn. */
function madeBefore(resource: Resource, ids: ReadonlySet<string>): string[] {
  const { Type: _, ...rest } = resource;
  const texts = JSON.stringify(rest).match(/"Ref":"\w+"|"Fn::GetAtt":\["\w+"|\$\{\w+|"DependsOn":\[?[^\]]*/g) ?? [];
  return texts.flatMap((text) => text.match(/\w+/g) ?? []).filter((id) => ids.has(id));
}

test('without the flag, no canary resources are created', () => {
  const plain = synthesized();
  for (const type of ['AWS::Lambda::Alias', 'AWS::Lambda::Version', 'AWS::CodeDeploy::DeploymentGroup'])
    expect(resources(type, plain)).toEqual([]);
  expect(Object.keys(plain.Resources).filter((id) => /canary/i.test(id))).toEqual([]);
});
