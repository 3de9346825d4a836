/** A stack on data that were there before: it makes none of its own, and takes none that is out of shape. */
import { bucketShape, problemsOfBucket } from '../../lib/cloud/adoption/bucket-shape.ts';
import { objections } from '../../lib/cloud/adoption/check.ts';
import { keptDays } from '../../lib/cloud/stack/documents.ts';
import { tableDefinition as definition } from '../../lib/table.ts';
import { type FoundTable, problemsOfKeys, problemsOfTable } from '../../lib/table-shape.ts';
import { grantedTo } from '../support/cloud/granted.ts';
import { synthesized, type Template } from '../support/cloud/synthesized.ts';

const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:Secret-abcdef-AbCdEf';
const issuedKeys = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:IssuedKeys-abcdef-AbCdEf';
const adopted = { table: 'restored', bucket: 'left-behind', secret, issuedKeys };
const template = synthesized({ adopted });
const plain = synthesized();

const data = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'];
const ofTypes = ({ Resources }: Template) => Object.values(Resources).map(({ Type }) => Type);

test('it makes no table, no bucket and no secret, and all else', () => {
  expect(ofTypes(template).filter((type) => data.includes(type))).toEqual([]);
  const without = [...data, 'AWS::S3::BucketPolicy'];
  expect(ofTypes(template).sort()).toEqual(
    ofTypes(plain)
      .filter((type) => !without.includes(type))
      .sort(),
  );
});

const named = (text: string) =>
  text
    .replaceAll('arn:AWS::Partition:dynamodb:AWS::Region:AWS::AccountId:table/restored', 'Table')
    .replaceAll('arn:AWS::Partition:s3:::left-behind', 'Documents')
    .replaceAll(secret, 'Secret')
    .replaceAll(issuedKeys, 'IssuedKeys');

test.each(['fulfil', 'get-job', 'quote-letter', 'render', 'mcp'])('%s has the rights that it has otherwise', (name) => {
  expect(grantedTo(template, name).map(named).sort()).toEqual(grantedTo(plain, name).sort());
});

test('functions find them by their names', () => {
  const [variables] = Object.values(template.Resources).flatMap(({ Properties }) =>
    Properties?.Description === 'print-and-mail fulfil' ? [Properties.Environment.Variables] : [],
  );
  expect(variables).toMatchObject({
    ...{ TABLE_NAME: 'restored', DOCUMENTS_BUCKET: 'left-behind' },
    ...{ SECRET_ARN: secret, ISSUED_KEYS_ARN: issuedKeys },
  });
});

describe('a deployment that forgets the name, or takes another, changes nothing', () => {
  const rules = (of: Template) => (of as unknown as { readonly Rules: Readonly<Record<string, Rule>> }).Rules;
  interface Rule {
    readonly Assertions: readonly [{ readonly Assert: object; readonly AssertDescription: string }];
  }

  test.each([
    ['table', 'AdoptedTable'],
    ['bucket', 'AdoptedBucket'],
    ['secret', 'AdoptedKeys'],
    ['issuedKeys', 'AdoptedIssuedKeys'],
  ] as const)('%s', (kind, parameter) => {
    const name = adopted[kind];
    expect(template.Parameters[parameter]).toMatchObject({ Default: name });
    expect(rules(template)[`Same${parameter}`]?.Assertions).toMatchObject([
      { Assert: { 'Fn::Equals': [{ Ref: parameter }, name] } },
    ]);
    const [forgotten] = rules(plain)[`Same${parameter}`]?.Assertions ?? [];
    expect(forgotten).toMatchObject({ Assert: { 'Fn::Equals': [{ Ref: parameter }, ''] } });
    expect(forgotten?.AssertDescription).toContain(`--context ${kind}=NAME`);
  });
});

/** A table as AWS describes the one that a stack has made. */
const [made] = Object.values(plain.Resources).filter(({ Type }) => Type === 'AWS::DynamoDB::Table');
const sound: FoundTable = {
  table: {
    ...made?.Properties,
    TableName: 'restored',
    BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    DeletionProtectionEnabled: true,
  },
  ttl: definition.ttl,
  isRestorable: true,
};
const indexes: readonly { readonly IndexName: string }[] = made?.Properties.GlobalSecondaryIndexes;
const withIndexes = (GlobalSecondaryIndexes: readonly object[]) => ({
  ...sound,
  table: {
    ...sound.table,
    GlobalSecondaryIndexes: GlobalSecondaryIndexes as FoundTable['table']['GlobalSecondaryIndexes'],
  },
});

describe('a table', () => {
  test('of a stack is taken as it is, also with an index of a later release', () => {
    expect(problemsOfTable(sound)).toEqual([]);
    expect(problemsOfTable(withIndexes([...indexes, { IndexName: 'later' }]))).toEqual([]);
  });

  test('that was restored lacks what AWS does not restore, and each has its command', () => {
    const restored = {
      table: { ...sound.table, DeletionProtectionEnabled: false },
      ttl: undefined,
      isRestorable: false,
    };
    expect(problemsOfTable(restored).map(({ cure }) => cure)).toEqual([
      expect.stringContaining('update-time-to-live --table-name restored'),
      expect.stringContaining('update-continuous-backups --table-name restored'),
      expect.stringContaining('--deletion-protection-enabled'),
    ]);
  });

  test.each(definition.indexes)('without the index $name is refused, with the command that makes it', ({ name }) => {
    const [problem, ...others] = problemsOfTable(withIndexes(indexes.filter(({ IndexName }) => IndexName !== name)));
    expect(others).toEqual([]);
    expect(problem?.cure).toMatch(/^aws dynamodb update-table --table-name restored --attribute-definitions /);
    const [, creation = ''] = /--global-secondary-index-updates '(.*)'$/.exec(problem?.cure ?? '') ?? [];
    expect(JSON.parse(creation)).toEqual([{ Create: indexes.find(({ IndexName }) => IndexName === name) }]);
  });

  test('with an index of other keys, or one that is not ready, is refused', () => {
    const [first, ...others] = indexes;
    const other = { ...first, KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }] };
    expect(problemsOfTable(withIndexes([other, ...others]))).toMatchObject([
      { cure: expect.stringContaining('Delete') },
    ]);
    const making = { ...first, IndexStatus: 'CREATING' };
    expect(problemsOfTable(withIndexes([making, ...others]))).toMatchObject([
      { says: expect.stringContaining('wait') },
    ]);
  });

  test('of another service is refused without a cure', () => {
    const KeySchema = [{ AttributeName: 'pk', KeyType: 'HASH' as const }];
    expect(problemsOfKeys({ ...sound.table, KeySchema })).toEqual([
      { says: expect.stringContaining('no table of this') },
    ]);
  });
});

test('a secret is refused by its name, which could become that of another', async () => {
  expect(await objections({ secret: 'PrintAndMail-Secret' })).toEqual([
    'The secret PrintAndMail-Secret cannot be adopted as it is.',
    expect.stringContaining('the whole ARN'),
  ]);
});

test('nothing is looked at where nothing is adopted', async () => {
  expect(await objections({ table: undefined, bucket: undefined, secret: undefined })).toEqual([]);
});

describe('a bucket', () => {
  const wanted = bucketShape('left-behind');
  const found = {
    block: wanted.block,
    lifecycle: wanted.lifecycle.Rules as never,
    cors: wanted.cors.CORSRules,
    policy: JSON.stringify(wanted.policy),
  };

  test('of the shape that its commands give is taken', () => {
    expect(problemsOfBucket('left-behind', wanted, found)).toEqual([]);
  });

  test.each([
    ['block', { ...wanted.block, BlockPublicPolicy: false }, 'put-public-access-block'],
    ['policy', undefined, 'put-bucket-policy'],
    ['lifecycle', wanted.lifecycle.Rules.slice(1), 'put-bucket-lifecycle-configuration'],
    ['cors', undefined, 'put-bucket-cors'],
  ])('whose %s is another is refused, with the command that mends it', (part, value, command) => {
    expect(problemsOfBucket('left-behind', wanted, { ...found, [part]: value })).toEqual([
      { says: expect.any(String), cure: expect.stringContaining(`aws s3api ${command} --bucket left-behind`) },
    ]);
  });

  test('of the stack itself has the same lifecycle', () => {
    const [bucket] = Object.values(plain.Resources).filter(({ Type }) => Type === 'AWS::S3::Bucket');
    // In a replicated bucket, a version that is left for ever would be a document that is kept for ever.
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toContainEqual({
      ...{ Id: 'versions', Status: 'Enabled', ExpiredObjectDeleteMarker: true },
      NoncurrentVersionExpiration: { NoncurrentDays: 7 },
    });
    expect(wanted.lifecycle.Rules).toContainEqual(
      expect.objectContaining({ ID: 'versions', NoncurrentVersionExpiration: { NoncurrentDays: 7 } }),
    );
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toHaveLength(Object.keys(keptDays).length + 2);
    expect(wanted.lifecycle.Rules).toHaveLength(Object.keys(keptDays).length + 2);
  });
});
