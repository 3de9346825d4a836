/** An update from the last release's stack to this one: CloudFormation refuses none of it, and it costs no data. */
import { lostRights } from '../support/cloud/lost-rights.ts';
import { deployedNow, released } from '../support/cloud/released.ts';
import type { Asked, Resource, Template } from '../support/cloud/synthesized.ts';

type Index = Readonly<Record<string, unknown>> & { readonly IndexName: string };

const tableOf = ({ Resources }: Template): Resource['Properties'] =>
  Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::Table')?.Properties;

/** DynamoDB makes or removes one index in an update; another key or projection is both at once. */
function indexChanges(before: readonly Index[], after: readonly Index[]): string[] {
  const changed = (one: Index, others: readonly Index[]) =>
    !others.some((other) => JSON.stringify(other) === JSON.stringify(one));
  return [
    ...before.filter((one) => changed(one, after)).map(({ IndexName }) => `removes ${IndexName}`),
    ...after.filter((one) => changed(one, before)).map(({ IndexName }) => `makes ${IndexName}`),
  ];
}

const data = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'];

/** Both leave what stands. The second takes away what a failed creation has made. */
const retains = ['Retain', 'RetainExceptOnCreate'];

/** Whatever of these changes, CloudFormation makes the resource anew, empty, or draws another secret. */
const lasting = (template: Template): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(template.Resources)
      .filter(([, { Type }]) => data.includes(Type))
      .map(([id, { Type, Properties, DeletionPolicy }]) => {
        const { TableName, KeySchema, BucketName, Name, GenerateSecretString } = Properties;
        const isKept = retains.includes(DeletionPolicy ?? '');
        return [id, { Type, isKept, TableName, KeySchema, BucketName, Name, GenerateSecretString }];
      }),
  );

const { version, deployed } = released();
const now = deployedNow();

function nowWith(asked: Asked): Template {
  const found = now.find((one) => JSON.stringify(one.asked) === JSON.stringify(asked));
  if (found === undefined) throw new Error(`no stack of this release has ${JSON.stringify(asked)}`);
  return found.template;
}

test.each(deployed)(`a stack of ${version} with $asked keeps its data`, ({ asked, template }) => {
  const next = nowWith(asked);
  expect(lasting(next)).toMatchObject(lasting(template));
  for (const [id, { Type }] of Object.entries(template.Resources))
    expect([id, next.Resources[id]?.Type ?? Type]).toEqual([id, Type]);
});

test.each(deployed)(`a stack of ${version} with $asked gets one index at most`, ({ asked, template }) => {
  const next = nowWith(asked);
  const changes = indexChanges(tableOf(template).GlobalSecondaryIndexes, tableOf(next).GlobalSecondaryIndexes);
  expect(changes.slice(1)).toEqual([]);
});

/** Lines of `lostRights` that harm nobody, each with its reason. Give a right first, and take it one release later. */
const acknowledged: readonly string[] = [];

test.each(deployed)(`an old version of ${version} with $asked keeps its rights until the new one serves`, (one) => {
  const lost = lostRights(one.template, nowWith(one.asked));
  expect(lost.filter((right) => !acknowledged.includes(right))).toEqual([]);
});

describe('a lost right', () => {
  const plain = nowWith({ hasEdge: false, hasCanary: false });
  const withRole = (named: string, change: (policies: string) => string): Template => {
    const Resources = Object.entries(plain.Resources).map(([id, each]) =>
      id.startsWith(named)
        ? [id, { ...each, Properties: JSON.parse(change(JSON.stringify(each.Properties))) }]
        : [id, each],
    );
    return { ...plain, Resources: Object.fromEntries(Resources) };
  };

  test.each<[string, (policies: string) => string, RegExp]>([
    [
      'an action',
      (all) => all.replace('"dynamodb:PutItem"', '"dynamodb:GetItem"'),
      /fulfilrole\w+: dynamodb:PutItem on/,
    ],
    ['a kind of item', (all) => all.replace('"job_*",', ''), /fulfilrole\w+: dynamodb:GetItem on Table\w+ if "job_\*"/],
    ['a queue', (all) => all.replaceAll(/Webhooks\w+/g, 'Other'), /fulfilrole\w+: sqs:SendMessage on Webhooks/],
  ])('is found: %s', (_what, change, named) => {
    expect(lostRights(plain, withRole('fulfilrole', change))[0]).toMatch(named);
  });

  test('is one that holds on a condition only, and is none if the function goes, or if more is granted', () => {
    const strict = withRole('ApiRole', (all) =>
      all.replaceAll('"Effect":"Allow","Resource"', '"Condition":{"Bool":{}},"Effect":"Allow","Resource"'),
    );
    expect(lostRights(plain, strict).length).toBeGreaterThan(10);
    expect(lostRights(strict, plain)).toEqual([]);
    const Resources = Object.fromEntries(Object.entries(plain.Resources).filter(([id]) => !id.startsWith('fulfil')));
    expect(lostRights(plain, { ...plain, Resources })).toEqual([]);
  });

  test('of the API is none: other functions behind its routes have another role', () => {
    const roleOf = ({ Resources }: Template) => Object.keys(Resources).filter((id) => id.startsWith('ApiRole'));
    const [now, shifted] = [roleOf(plain), roleOf(nowWith({ hasEdge: false, hasCanary: true }))];
    expect([...now, ...shifted]).toHaveLength(2);
    expect(now).not.toEqual(shifted);
  });
});

test('two new indexes, and one with another key, would be found', () => {
  const [first, ...others] = tableOf(nowWith({ hasEdge: false, hasCanary: false })).GlobalSecondaryIndexes as [
    Index,
    ...Index[],
  ];
  expect(indexChanges(others.slice(1), [first, ...others])).toHaveLength(2);
  expect(indexChanges([first], [{ ...first, Projection: { ProjectionType: 'ALL' } }])).toHaveLength(2);
});
