/** The canary flag: every trigger leads to an alias, and an alarm during a shift puts the old version back. */
import { manifest, type Trigger } from '../../functions/manifest.ts';
import { type LambdaRow, lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { grantedTo, policiesIn } from '../support/cloud/granted.ts';
import { flags, type Resource, synthesized, type Template } from '../support/cloud/synthesized.ts';

const template = synthesized({ hasCanary: true });

const resources = (type: string, of = template): [string, Resource][] =>
  Object.entries(of.Resources).filter(([, { Type }]) => Type === type);

const aliases = resources('AWS::Lambda::Alias');
const rows = lambdaRows(manifest);
/**
 * What needs nothing changes at once, and the health check tells of the newest settings. Whoever prints calls the
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

test('a stack that goes over to other data shifts at once, so that no order meets two tables', () => {
  const over = resources('AWS::CodeDeploy::DeploymentGroup', synthesized({ hasCanary: true, shift: 'at once' }));
  expect(over).toHaveLength(shifting.length);
  for (const [, { Properties }] of over)
    expect(JSON.stringify(Properties.DeploymentConfigName)).toContain('LambdaAllAtOnce');
});

test('the way back is taken at the first error of the function, and when callers are answered with 5xx', () => {
  const alarms = Object.fromEntries(resources('AWS::CloudWatch::Alarm'));
  for (const [id, { Properties }] of resources('AWS::CodeDeploy::DeploymentGroup')) {
    const watched = Properties.AlarmConfiguration.Alarms.map(({ Name }: { Name: { Ref: string } }) => alarms[Name.Ref]);
    const [errors, answers] = watched.map((alarm: Resource) => alarm.Properties);
    expect(errors).toMatchObject({ Threshold: 0, EvaluationPeriods: 1 });
    const [sum, ...counted] = errors.Metrics;
    expect(sum.Expression.split(' + ').sort()).toEqual(counted.map(({ Id }: { Id: string }) => Id).sort());
    expect(counted.length).toBeLessThanOrEqual(10);
    const own = counted.filter(({ MetricStat: { Metric, Period } }: Resource['Properties']) => {
      expect([Metric.MetricName, Period]).toEqual(['Errors', 60]);
      const watched = Metric.Dimensions[0].Value.Ref.replace(/[0-9A-F]{8}$/, '');
      if (watched !== 'render') expect(JSON.stringify(Metric.Dimensions)).toContain(':live');
      return id.startsWith(watched);
    });
    expect(own).not.toEqual([]);
    expect(answers).toMatchObject({ MetricName: '5xx', Period: 60, EvaluationPeriods: 1 });
  }
});

/** The ids of functions that a value leads to by itself, and not by an alias. */
const pastAlias = (value: unknown): string[] =>
  functionIds.filter(
    (id) => JSON.stringify(value).includes(`["${id}","Arn"]`) || JSON.stringify(value).includes(`{"Ref":"${id}"}`),
  );

test.each([
  [
    ...(['routes', 'AWS::ApiGatewayV2::Integration'] as const),
    ({ IntegrationUri }: Resource['Properties']) => IntegrationUri,
    (trigger: Trigger) => 'http' in trigger,
  ],
  [
    ...(['queues', 'AWS::Lambda::EventSourceMapping'] as const),
    ({ FunctionName }: Resource['Properties']) => FunctionName,
    (trigger: Trigger) => 'queue' in trigger,
  ],
  [
    ...(['the clock', 'AWS::Scheduler::Schedule'] as const),
    ({ Target }: Resource['Properties']) => Target.Arn,
    (trigger: Trigger) => 'everySeconds' in trigger || 'quartersFrom' in trigger,
  ],
] as const)('%s lead to aliases', (_what, type, target, leads) => {
  const found = resources(type).map(([, { Properties }]) => target(Properties));
  expect(found).not.toEqual([]);
  expect(found.flatMap(pastAlias)).toEqual([]);
  const toAliases = found.filter((one) => aliases.some(([id]) => JSON.stringify(one).includes(`{"Ref":"${id}"}`)));
  const led = (of: typeof rows) => of.filter(({ triggers }) => triggers.some(leads)).length;
  expect(toAliases).toHaveLength(led(rows.filter(isShifting)));
  expect(found).toHaveLength(led(rows));
});

test('the address of MCP leads to its alias', () => {
  const [[, { Properties }]] = resources('AWS::Lambda::Url') as [[string, Resource]];
  expect(Properties.Qualifier).toBe('live');
});

test('functions that print call the version of the renderer that was deployed with them, and may call its others', () => {
  const named = functions.flatMap(([, { Properties }]) => Properties.Environment.Variables.RENDER_FUNCTION ?? []);
  expect(named).not.toEqual([]);
  const [[version]] = resources('AWS::Lambda::Version').filter(([id]) => id.startsWith('render')) as [
    [string, Resource],
  ];
  for (const name of named) expect(JSON.stringify(name)).toContain(`["${version}","Version"]`);
  expect(grantedTo(template, 'quote-letter')).toContain('lambda:InvokeFunction on render:*');
  const grants = resources('AWS::IAM::Role')
    .flatMap(([, role]) => policiesIn(role).flatMap(({ Statement }) => Statement))
    .filter(({ Action }) => Action === 'lambda:InvokeFunction');
  expect(grants.flatMap(({ Resource }) => pastAlias(Resource))).toEqual([]);
});

test('HTTP callers of a function may call its alias only', () => {
  const permitted = resources('AWS::Lambda::Permission').map(([, { Properties }]) => Properties.FunctionName);
  expect(permitted.flatMap(pastAlias)).toEqual([]);
});

test('a release that has not been before makes a new version of every function that shifts, and of the renderer', () => {
  const versions = (of: Template) => resources('AWS::Lambda::Version', of).map(([id]) => id);
  const released = versions(synthesized({ hasCanary: true, release: 'new-key' }));
  // The renderer has versions and no alias.
  expect(released).toHaveLength(shifting.length + 1);
  expect(released.filter((id) => versions(template).includes(id))).toEqual([]);
});

test.each(flags.filter(({ hasCanary }) => hasCanary))('no alias waits for the shift of another: %j', (asked) => {
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

test('an old version goes once the new one serves', () => {
  const versions = resources('AWS::Lambda::Version');
  expect(versions).toHaveLength(shifting.length);
  for (const [, { DeletionPolicy }] of versions) expect(DeletionPolicy).toBe('Delete');
});

/** The resources that CloudFormation makes before one, by Ref, GetAtt, Sub and DependsOn. */
function madeBefore(resource: Resource, ids: ReadonlySet<string>): string[] {
  const { Type: _, ...rest } = resource;
  const texts = JSON.stringify(rest).match(/"Ref":"\w+"|"Fn::GetAtt":\["\w+"|\$\{\w+|"DependsOn":\[?[^\]]*/g) ?? [];
  return texts.flatMap((text) => text.match(/\w+/g) ?? []).filter((id) => ids.has(id));
}

test.each(flags.filter(({ hasCanary }) => hasCanary))('no resource waits for itself: %j', (asked) => {
  const { Resources } = synthesized(asked);
  const ids = new Set(Object.keys(Resources));
  const waiting = new Map(Object.entries(Resources).map(([id, each]) => [id, new Set(madeBefore(each, ids))]));
  // Makes what waits for nothing, until nothing is left.
  for (let made = -1; made !== 0; ) {
    const ready = [...waiting].filter(([, others]) => [...others].every((id) => !waiting.has(id)));
    for (const [id] of ready) waiting.delete(id);
    made = ready.length;
  }
  expect([...waiting.keys()]).toEqual([]);
});

test('without the flag there is nothing of it', () => {
  const plain = synthesized();
  for (const type of ['AWS::Lambda::Alias', 'AWS::Lambda::Version', 'AWS::CodeDeploy::DeploymentGroup'])
    expect(resources(type, plain)).toEqual([]);
  expect(Object.keys(plain.Resources).filter((id) => /canary/i.test(id))).toEqual([]);
});
