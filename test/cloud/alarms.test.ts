/** The alarms of the stack compared with the runbook: every alarm has a page, and every page has an alarm. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/cloud/packaging/bundles.ts';
import { typed } from '../../lib/operator/ops/commands.ts';
import { conformUsage } from '../../lib/operator/ops/conform.ts';
import { traceUsage } from '../../lib/operator/ops/trace.ts';
import { kinds } from '../../shared/operations/audit-rules.ts';
import { alarmOf as paymentAlarms } from '../../shared/usecases/events/receive-payment-event.ts';
import { type Resource, synthesized, type Template } from '../support/cloud/synthesized.ts';
import { anchorOf, pageOf } from '../support/markdown.ts';

const template = synthesized();
const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

const resources = (type: string, of: Template = template): Resource['Properties'][] =>
  Object.values(of.Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));

/** The name without the stack's, which stands before it. */
const nameOf = ({ AlarmName }: Resource['Properties']): string => AlarmName['Fn::Join'][1][1].slice(1);

/** Those that wake somebody; others only tell a deployment to stop. */
const waking = (of: Template) => resources('AWS::CloudWatch::Alarm', of).filter(({ AlarmActions }) => AlarmActions);
const alarms = new Map(waking(template).map((alarm) => [nameOf(alarm), alarm]));
const named = (name: string): Resource['Properties'] => alarms.get(name) ?? {};

const cut = (text: string, mark: RegExp): (readonly [name: string, text: string])[] =>
  text
    .split(mark)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part]);

/** Each page by its name. A page of several alarms has a part for each, by the alarm's name. */
const pages = new Map(cut(runbook, /^## /m));
const parts = [...pages.values()].flatMap((page) => cut(page, /^### /m));
const singles = [...pages].filter(([, page]) => !page.includes('\n### '));

test('every alarm has a page in the runbook, or its part of one, and every page an alarm, or the budget', () => {
  expect([...singles, ...parts].map(([name]) => name).sort()).toEqual([...alarms.keys(), 'budget'].sort());
  expect(runbook.match(/^###? /gm)).toHaveLength(pages.size + parts.length);
});

test.each(parts)('the part %s says what is its own', (name, text) => {
  expect(text.slice(name.length).trim().length).toBeGreaterThan(30);
});

test('functions read their keys when they start, so a changed key needs a new release, as deploy.md says', () => {
  const keys = cut(readFileSync(join(root, 'docs/deploy.md'), 'utf8'), /^## /m).find(([name]) => name === 'Keys');
  expect(keys?.[1]).toMatch(/deploy with a `release` that it has not had before/);
  expect(pages.get('signature-failures')).toMatch(/deploy with a new `release`.*\[Keys\]\(deploy\.md#keys\)/);
});

test('there is no further alarm that wakes somebody, however the stack is asked for', () => {
  const most = synthesized({ hasEdge: true, hasCanary: true });
  expect(waking(most).map(nameOf).sort()).toEqual([...alarms.keys()].sort());
});

test.each([...alarms])('%s says what is wrong and leads to its page', (name, { AlarmDescription }) => {
  expect(AlarmDescription).toMatch(/^\S.*\. What to do: /);
  expect(AlarmDescription).toContain(`docs/runbook.md#${name}`);
});

test.each([...pages])(
  'the page %s says what it means, what the payer sees, where to look, what mends it',
  (_, page) => {
    const told = [...page.matchAll(/^\*\*([\w ]+)\*\*/gm)].map(([, part]) => part);
    expect(told).toEqual(['It means', 'The payer sees', 'Look', 'Mend', 'Do not']);
  },
);

test('every link of the runbook leads to a heading or a document that is there', () => {
  const { links } = pageOf(runbook);
  expect(links.length).toBeGreaterThan(10);
  const lost = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const path = join(root, 'docs', file || 'runbook.md');
    if (!existsSync(path)) return true;
    const { sections } = pageOf(readFileSync(path, 'utf8'));
    return anchor !== undefined && !sections.some(({ heading }) => anchorOf(heading) === anchor);
  });
  expect(lost).toEqual([]);
});

test('every command that the runbook gives is one that the service knows', () => {
  const given = [...runbook.matchAll(/`?npm run ops -- ([^`\n]+?)(?=`|\s*#|\n)/g)].map(([, words = '']) =>
    words.split(' '),
  );
  expect(given.length).toBeGreaterThan(10);
  // Two of them ask no service: they read files on this machine.
  const asking = given.filter(([word]) => ![traceUsage, conformUsage].some((usage) => word === usage.split(' ')[0]));
  expect(given.length - asking.length).toBe(2);
  const problems = asking.map((words) => typed(words)).filter((one) => one !== 'help' && 'problem' in one);
  expect(problems).toEqual([]);
});

describe('the page of the log’s alarms', () => {
  /** Said at once; those that a table holds are told by the second list. */
  const literal = readdirSync(join(root, 'shared'), { recursive: true, encoding: 'utf8' })
    .map((file) => `shared/${file}`)
    .concat(
      readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' }).map((file) => `functions/${file}`),
    )
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/\balarm\(\s*'([^']+)'/g)])
    .map(([, message = '']) => message);
  const messages = [...new Set([...literal, ...Object.values(paymentAlarms)])];
  const told = [...(pages.get('log-alarm') ?? '').matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => message);

  test('explains every message that is an alarm, and no other', () => {
    expect(literal.length).toBeGreaterThan(5);
    expect(told.sort()).toEqual(messages.sort());
  });
});

test('the page of the audit tells what to do about each kind of difference', () => {
  const page = pages.get('audit-differences') ?? '';
  expect([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind)).toEqual(Object.keys(kinds));
});

test('no alarm adds metrics up: each watches one, and one of them its share of a limit', () => {
  for (const [name, { MetricName, Metrics }] of alarms)
    if (name !== 'concurrency') expect({ MetricName, Metrics }).toEqual({ MetricName: expect.any(String) });
  const [share, ...read] = named('concurrency').Metrics;
  expect(share.Expression).toBe('100 * claimed / SERVICE_QUOTA(running)');
  expect(read.map(({ Id, MetricStat }: Resource['Properties']) => [Id, MetricStat.Metric.MetricName])).toEqual([
    ['claimed', 'ClaimedAccountConcurrency'],
    ['running', 'ConcurrentExecutions'],
  ]);
});

describe('overload', () => {
  /** CloudWatch's judgement of what was measured, a figure for each period. */
  const rings = (
    { Threshold, EvaluationPeriods, TreatMissingData }: Resource['Properties'],
    figures: (number | '–')[],
  ) =>
    figures
      .slice(-EvaluationPeriods)
      .every((one) => (one === '–' ? TreatMissingData === 'breaching' : one > Threshold));

  test.each(['throttled', 'functions-throttled', 'table-throttled'])('%s wakes somebody only if it lasts', (name) => {
    const alarm = named(name);
    expect(alarm).toMatchObject({ Period: 300, Statistic: 'Sum', ComparisonOperator: 'GreaterThanThreshold' });
    for (const quiet of [
      [0, 0, 0],
      [900, 0, 0],
      [0, 0, 900],
      [4, 0, 4],
      [4, '–', 4],
      ['–', '–', '–'],
      ['–', 4, 4],
    ] as const)
      expect({ quiet, rings: rings(alarm, [...quiet]) }).toEqual({ quiet, rings: false });
    expect(rings(alarm, [0, 1, 1, 1])).toBe(true);
  });

  test('seven of the ten of a new account are no alarm, and eight are one if that lasts', () => {
    const shares = (...running: number[]) => running.map((one) => (100 * one) / 10);
    expect(rings(named('concurrency'), shares(7, 7, 7))).toBe(false);
    expect(rings(named('concurrency'), shares(8, 7, 10))).toBe(false);
    expect(rings(named('concurrency'), shares(8, 10, 8))).toBe(true);
  });

  test('all functions of the account are watched, and the writes of the table', () => {
    expect(named('functions-throttled')).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Throttles' });
    expect(named('functions-throttled').Dimensions).toBeUndefined();
    const [operation, table] = named('table-throttled').Dimensions;
    expect([operation.Value, Object.keys(table.Value)]).toEqual(['PutItem', ['Ref']]);
  });
});

test('a budget is made only if it is given, and writes to the topic of the alarms before it is used up', () => {
  const [[id, budget] = [], ...others] = Object.entries(template.Resources).filter(
    ([, { Type }]) => Type === 'AWS::Budgets::Budget',
  );
  expect({ id, others }).toEqual({ id: 'Budget', others: [] });
  expect(budget).toMatchObject({ Condition: 'HasMonthlyBudget' });
  const { Budget, NotificationsWithSubscribers } = budget?.Properties ?? {};
  expect(Budget.BudgetLimit).toEqual({ Amount: { Ref: 'MonthlyBudget' }, Unit: 'USD' });
  const topic = named('parked').AlarmActions[0];
  for (const { Subscribers } of NotificationsWithSubscribers)
    expect(Subscribers).toEqual([{ SubscriptionType: 'SNS', Address: topic }]);
  const policy = resources('AWS::SNS::TopicPolicy').find(({ Topics }) => Topics[0].Ref === topic.Ref);
  expect(policy?.PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({
      ...{ Effect: 'Allow', Action: 'sns:Publish' },
      Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  );
});

test('whoever was woken is told when it is over', () => {
  for (const [, { AlarmActions, OKActions }] of alarms) expect(OKActions).toEqual(AlarmActions);
});

describe('the meaning of silence', () => {
  const meaning = (treatment: string) =>
    [...alarms].flatMap(([name, { TreatMissingData }]) => (TreatMissingData === treatment ? [name] : [])).sort();

  test('is an alarm by itself where something must be heard of again and again', () => {
    expect(meaning('breaching')).toEqual(['audit-silent', 'reconcile-silent']);
    for (const name of meaning('breaching'))
      expect(named(name)).toMatchObject({
        Statistic: 'SampleCount',
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
      });
  });

  test('leaves what was measured last as it was', () => {
    expect(meaning('ignore')).toEqual([
      ...['emails-bouncing', 'emails-unwanted', 'events-overdue', 'paid-not-fulfilled', 'parked', 'refund-pending'],
    ]);
  });

  test('is peace for everything that is counted when it happens', () => {
    expect(meaning('notBreaching')).toHaveLength(alarms.size - 8);
  });
});

test('the promises are watched at their times: 15 minutes until a partner has it, an hour for a refund', () => {
  expect(named('paid-not-fulfilled')).toMatchObject({ MetricName: 'oldestUnfulfilledSeconds', Threshold: 900 });
  expect(named('refund-pending')).toMatchObject({ MetricName: 'oldestRefundSeconds', Threshold: 3_600 });
  expect(named('oldest-message')).toMatchObject({ MetricName: 'ApproximateAgeOfOldestMessage', Threshold: 1_800 });
});

test('single receivers that are down wake nobody: most attempts must fail for hours, and their share is one metric', () => {
  expect(named('webhooks-failing')).toMatchObject({
    ...{ MetricName: 'webhooksFailed', Statistic: 'Average', Threshold: 0.9, Period: 3_600, EvaluationPeriods: 6 },
  });
  expect(named('events-overdue')).toMatchObject({ MetricName: 'oldestOutboxSeconds', Threshold: 900 });
});

test('alarms watch the service’s metrics in the namespace that the functions write to', () => {
  const [namespace] = resources('AWS::Lambda::Function').flatMap(({ Environment }) => {
    const { METRICS_NAMESPACE } = Environment.Variables;
    return METRICS_NAMESPACE === undefined ? [] : [METRICS_NAMESPACE];
  });
  expect(namespace).toEqual({ 'Fn::Join': ['', ['PrintAndMail/', { Ref: 'AWS::StackName' }]] });
  for (const name of ['parked', 'log-alarm', 'amount-mismatch', 'reconcile-silent', 'receive-stripe-event-5xx'])
    expect(named(name).Namespace).toEqual(namespace);
});
