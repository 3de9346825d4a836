/** What CloudFormation refuses, or what would cost data, when the last release's stack is updated to this one. */
import { grantedTo } from '../support/cloud/granted.ts';
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

const functionsOf = ({ Resources }: Template): string[] =>
  Object.values(Resources).flatMap(({ Type, Properties }) =>
    Type === 'AWS::Lambda::Function' ? [String(Properties.Description).replace('print-and-mail ', '')] : [],
  );

/** Keys of items are one each: `PutItem on Table of job_*`. */
const rightsOf = (template: Template, name: string): string[] =>
  grantedTo(template, name).flatMap((right) => {
    const [what = '', kinds] = right.split(' of ');
    return kinds === undefined ? [what] : kinds.split(', ').map((kind) => `${what} of ${kind}`);
  });

/** A function that is gone needs no rights: its role goes when nothing serves by it any more. */
const lostRights = (before: Template, after: Template): string[] =>
  functionsOf(before)
    .filter((name) => functionsOf(after).includes(name))
    .flatMap((name) => {
      const left = new Set(rightsOf(after, name));
      return rightsOf(before, name).flatMap((right) => (left.has(right) ? [] : [`${name}: ${right}`]));
    });

/** A role is changed before its function, and with a canary it serves both versions for a while. */
test.each(deployed)(
  `while a stack of ${version} with $asked is updated, its functions lose no right`,
  ({ asked, template }) => {
    expect(lostRights(template, nowWith(asked))).toEqual([]);
  },
);

test('a right that this release takes would be found', () => {
  const [first] = deployed;
  const now = nowWith({ hasEdge: false, hasCanary: false });
  const without = JSON.parse(JSON.stringify(now).replaceAll('secretsmanager:GetSecretValue', 'secretsmanager:None'));
  expect(lostRights(first?.template ?? now, without)).toContain('fulfil: secretsmanager:GetSecretValue on Secret');
  expect(lostRights(first?.template ?? now, without)).not.toContain(
    'reconcile: secretsmanager:GetSecretValue on Secret',
  );
});

test('two new indexes, and one with another key, would be found', () => {
  const [first, ...others] = tableOf(nowWith({ hasEdge: false, hasCanary: false })).GlobalSecondaryIndexes as [
    Index,
    ...Index[],
  ];
  expect(indexChanges(others.slice(1), [first, ...others])).toHaveLength(2);
  expect(indexChanges([first], [{ ...first, Projection: { ProjectionType: 'ALL' } }])).toHaveLength(2);
});
