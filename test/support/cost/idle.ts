/** The cost of a month without callers, counted in the very template that is deployed. */
import { manifest } from '../../../functions/manifest.ts';
import { type Resource, synthesized, type Template } from '../cloud/synthesized.ts';
import { free, gb, platformLogBytes, pollersOfQueue, secondsAMonth, waitsMs } from './assumed.ts';
import { plus, times, type Usage } from './prices.ts';
import { functionOf, gbOf, rowOf } from './rows.ts';

type Properties = Resource['Properties'];

const resourcesIn = ({ Resources }: Template, type: string): readonly Properties[] =>
  Object.values(Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));

/** Each look of reconcile at an index that is small: what is due of three kinds, the oldest of two, three that wait. */
const looksOfRound = 8;
/** The processor's part of a round that finds nothing. */
const roundCpuSeconds = 0.05;
/** The service's own metrics in a month without callers: four by reconcile, one by the audit. */
const toldAnyway = 5;

const beyond = (count: number, given: number): number => Math.max(0, count - given);

/** Metrics on a dashboard; references stand as words in their places. */
function metricsOn({ DashboardBody }: Properties): number {
  const parts: readonly unknown[] = DashboardBody['Fn::Join'][1];
  const { widgets } = JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'x')).join(''));
  return widgets.reduce((sum: number, { properties }: Properties) => sum + (properties.metrics?.length ?? 0), 0);
}

function watching(template: Template, isFirst: boolean): Usage {
  const alarms = resourcesIn(template, 'AWS::CloudWatch::Alarm').reduce<number>(
    (sum, { Metrics = [{ MetricStat: {} }] }) => sum + Metrics.filter((one: Properties) => one.MetricStat).length,
    0,
  );
  const boards = resourcesIn(template, 'AWS::CloudWatch::Dashboard').map(metricsOn);
  const large = boards.filter((count) => count > free.metricsOfDashboard).length;
  const told = JSON.stringify(template).includes('METRICS_NAMESPACE') ? toldAnyway : 0;
  return {
    alarmMonth: beyond(alarms, isFirst ? free.alarms : 0),
    dashboardMonth: large + beyond(boards.length - large, isFirst ? free.dashboards : 0),
    metricMonth: beyond(told, isFirst ? free.metrics : 0),
  };
}

/** The secrets of which a function keeps fields when it starts; the check of the service reads all that it is told of. */
export function secretsOf(name: string): number {
  const { Resources } = synthesized();
  const secrets = Object.keys(Resources).filter((id) => Resources[id]?.Type === 'AWS::SecretsManager::Secret');
  const own = Object.values(Resources).find(
    ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && Properties.Description === `print-and-mail ${name}`,
  );
  if (own === undefined) throw new Error(`the template has no function ${name}`);
  const told = Object.entries(own.Properties.Environment?.Variables ?? {});
  const kept = told.filter(([variable]) => variable.endsWith('_FIELDS')).length;
  return kept || told.filter(([, value]) => secrets.some((id) => JSON.stringify(value).includes(`"${id}"`))).length;
}

/** The monitor that docs/deploy.md asks for looks once a minute, deeply: into the table, the bucket, the queue. */
const monitored = (): Usage => {
  const row = rowOf('GET /v1/health');
  const once: Usage = {
    ...{
      apiRequest: 1,
      invocation: 1,
      tableWrite: 1,
      objectPut: 1,
      message: 1,
      secretCall: secretsOf(functionOf(row)),
    },
    armGbSecond: ((waitsMs.object + waitsMs.message + 50) / 1_000) * gbOf(row),
    logGb: (platformLogBytes.invocation + platformLogBytes.request) / gb,
  };
  return times(once, secondsAMonth / 60);
};

const reconciled = (template: Template): Usage => {
  const [minutes = 1] = resourcesIn(template, 'AWS::Scheduler::Schedule').flatMap(({ ScheduleExpression }) =>
    [/^rate\((\d+) minutes?\)$/.exec(ScheduleExpression)?.[1] ?? []].flat().map(Number),
  );
  const seconds = roundCpuSeconds + (looksOfRound * waitsMs.table) / 1_000;
  const round: Usage = {
    ...{ schedule: 1, invocation: 1, tableRead: looksOfRound * 0.5 },
    armGbSecond: seconds * gbOf(rowOf('reconcile')),
    logGb: (platformLogBytes.invocation + 1_200) / gb,
  };
  return times(round, secondsAMonth / (60 * minutes));
};

/** `isFirst`: whether it has CloudWatch's free amounts for itself, and a monitor. */
export function idleUsage(asked: Parameters<typeof synthesized>[0], isFirst: boolean): Usage {
  const template = synthesized(asked);
  const queues = manifest.filter(({ trigger }) => 'queue' in trigger).length;
  return plus(watching(template, isFirst), reconciled(template), isFirst ? monitored() : {}, {
    secretMonth: resourcesIn(template, 'AWS::SecretsManager::Secret').length,
    message: (queues * pollersOfQueue.atOnce * secondsAMonth) / pollersOfQueue.seconds,
  });
}
