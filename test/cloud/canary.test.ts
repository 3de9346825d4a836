/** A stage with canary: every trigger calls an alias, and an alarm during the shift restores the old version. */
import { manifest, type Trigger } from '../../functions/manifest.ts';
import { type LambdaRow, lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { grantedTo, policiesIn } from '../support/cloud/granted.ts';
import { flags, type Resource, synthesized, type Template } from '../support/cloud/synthesized.ts';

const canary = { file: { canary: true } };
const template = synthesized(canary);

const resources = (type: string, { Resources } = template): [string, Resource][] =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

const aliases = resources('AWS::Lambda::Alias');
const rows = lambdaRows(manifest);
/** Whether new versions of the function take over gradually: see `entryKindOf` in lib/cloud/stack/lambda.ts. */
const isShifting = ({ needs, name }: LambdaRow) => needs.length > 0 && !['health', 'render'].includes(name);
const shifting = rows.filter(isShifting).map(({ name }) => `print-and-mail ${name}`);
const functions = resources('AWS::Lambda::Function').filter(([, { Properties }]) =>
  shifting.includes(Properties.Description),
);
const functionIds = functions.map(([id]) => id);

test('every function with needs has an alias that shifts gradually and can be rolled back', () => {
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

/** The alarms of a function's deployment: for its new version, and for all API responses. */
const rollbackAlarmsOf = ({ Properties }: Resource): Resource['Properties'][] =>
  Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => alarms[Name.Ref]?.Properties);

test('errors in the new version or across all API responses trigger a rollback', () => {
  const versions = new Set(resources('AWS::Lambda::Version').map(([id]) => id));
  for (const [id, group] of resources('AWS::CodeDeploy::DeploymentGroup')) {
    const [errors, responses] = rollbackAlarmsOf(group);
    for (const alarm of [errors, responses]) expect(alarm).toMatchObject({ Threshold: 0, EvaluationPeriods: 1 });
    const counts = errors.Metrics.flatMap(({ MetricStat }: Resource['Properties']) => MetricStat ?? []);
    expect(counts.length).toBeLessThanOrEqual(10);
    const metrics = counts.map(({ Metric, Period, Stat }: Resource['Properties']) => {
      expect([Period, Stat]).toEqual([60, 'Sum']);
      const { FunctionName, Resource, ExecutedVersion } = Object.fromEntries(
        Metric.Dimensions.map(({ Name, Value }: Resource['Properties']) => [Name, Value]),
      );
      const isOfRenderer = FunctionName.Ref.startsWith('render');
      if (!isOfRenderer) expect(JSON.stringify(Resource)).toContain(':live');
      expect(versions).toContain((isOfRenderer ? Resource['Fn::Join'][1][2] : ExecutedVersion)['Fn::GetAtt'][0]);
      return `${FunctionName.Ref} ${Metric.MetricName}`;
    });
    // Without the hash at the end of the function's id.
    const names = metrics.filter((name: string) => id.startsWith(name.replace(/[0-9A-F]{8} .*$/, '')));
    expect(names.map((name: string) => name.split(' ')[1])).toEqual(expect.arrayContaining(['Errors', 'Invocations']));
    expect(
      responses.Metrics.flatMap(({ MetricStat }: Resource['Properties']) => MetricStat?.Metric.MetricName ?? []),
    ).toEqual(['5xx', 'Count']);
  }
});

/** The ids of functions to which a value refers directly instead of by an alias. */
const directReferences = (value: unknown): string[] =>
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
    (trigger: Trigger) => 'everySeconds' in trigger || 'quarterHoursFrom' in trigger,
  ],
] as const)('each %s calls an alias if its function has one', (type, targetOf, isTrigger) => {
  const targets = resources(type).map(([, { Properties }]) => targetOf(Properties));
  expect(targets.flatMap(directReferences)).toEqual([]);
  const toAliases = targets.filter((target) =>
    aliases.some(([id]) => JSON.stringify(target).includes(`{"Ref":"${id}"}`)),
  );
  const countOf = (functionRows: typeof rows) => functionRows.filter(({ triggers }) => triggers.some(isTrigger)).length;
  expect([toAliases.length, targets.length]).toEqual([countOf(rows.filter(isShifting)), countOf(rows)]);
});

test('functions call the version of the renderer that was deployed with them, and may call every version', () => {
  const called = functions.flatMap(([, { Properties }]) => Properties.Environment.Variables.RENDER_FUNCTION ?? []);
  expect(called).not.toEqual([]);
  const [[version]] = resources('AWS::Lambda::Version').filter(([id]) => id.startsWith('render')) as [
    [string, Resource],
  ];
  for (const name of called) expect(JSON.stringify(name)).toContain(`["${version}","Version"]`);
  expect(grantedTo(template, 'document-quotes')).toContain('lambda:InvokeFunction on render:*');
  const grants = resources('AWS::IAM::Role')
    .flatMap(([, role]) => policiesIn(role).flatMap(({ Statement }) => Statement))
    .filter(({ Action }) => Action === 'lambda:InvokeFunction');
  expect(grants.flatMap(({ Resource }) => directReferences(Resource))).toEqual([]);
});

test('a new release makes new versions of the renderer and every function that shifts, and deletes the old ones', () => {
  const versions = (stack: Template) => resources('AWS::Lambda::Version', stack).map(([id]) => id);
  const released = versions(synthesized({ ...canary, release: 'new-key' }));
  // The renderer has a version but no alias.
  expect(released).toHaveLength(shifting.length + 1);
  for (const [, { DeletionPolicy }] of resources('AWS::Lambda::Version')) expect(DeletionPolicy).toBe('Delete');
  expect(released.filter((id) => versions(template).includes(id))).toEqual([]);
});

test.each(flags.filter(({ file }) => 'canary' in file))('no alias waits for the shift of another: %j', (options) => {
  const { Resources } = synthesized(options);
  const ids = new Set(Object.keys(Resources));
  const isAlias = (id: string) => Resources[id]?.Type === 'AWS::Lambda::Alias';
  const depths = new Map<string, number>();
  /** The number of aliases in the longest chain of resources that ends with this one. */
  const depthOf = (id: string): number => {
    const dependencies = [...new Set(dependenciesOf(Resources[id] as Resource, ids))];
    const depth = depths.get(id) ?? (isAlias(id) ? 1 : 0) + Math.max(0, ...dependencies.map(depthOf));
    depths.set(id, depth);
    return depth;
  };
  expect(Math.max(...[...ids].map(depthOf))).toBe(1);
});

/** The resources that CloudFormation creates before this one, according to its Ref, GetAtt, Sub and DependsOn. */
function dependenciesOf(resource: Resource, ids: ReadonlySet<string>): string[] {
  const { Type: _, ...rest } = resource;
  const texts = JSON.stringify(rest).match(/"Ref":"\w+"|"Fn::GetAtt":\["\w+"|\$\{\w+|"DependsOn":\[?[^\]]*/g) ?? [];
  return texts.flatMap((text) => text.match(/\w+/g) ?? []).filter((id) => ids.has(id));
}

test('without the canary flag, a stage has no canary resources', () => {
  const plain = synthesized();
  for (const type of ['AWS::Lambda::Alias', 'AWS::Lambda::Version', 'AWS::CodeDeploy::DeploymentGroup'])
    expect(resources(type, plain)).toEqual([]);
  expect(Object.keys(plain.Resources).filter((id) => /canary/i.test(id))).toEqual([]);
});
