/** A release: a template that CloudFormation takes without the CDK, the packages that it names, and its notes. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { manifest } from '../../functions/manifest.ts';
import { lambdaRows } from '../../lib/cloud/lambda-rows.ts';
import { zipped } from '../../lib/cloud/packaging/zip.ts';
import { releaseNotes } from '../../lib/cloud/pipeline/release-notes.ts';
import { releaseFolder, type Template } from '../support/cloud/synthesized.ts';

const folder = join(releaseFolder(), 'print-and-mail');
const text = readFileSync(join(folder, '9.9.9.template.json'), 'utf8');
const { Resources, Parameters } = JSON.parse(text) as Template;
const codes = Object.values(Resources)
  .filter(({ Type }) => Type === 'AWS::Lambda::Function')
  .map(({ Properties }) => Properties.Code);

test('every function takes its package from the bucket that the operator names', () => {
  expect(codes).toHaveLength(lambdaRows(manifest).length);
  const names = readdirSync(folder).map((name) => `print-and-mail/${name}`);
  for (const { S3Bucket, S3Key } of codes) {
    expect(S3Bucket).toEqual({ 'Fn::Sub': `\${PackagesBucket}` });
    expect(names).toContain(S3Key);
  }
  expect(Parameters.PackagesBucket).toMatchObject({ Type: 'String' });
});

test('the release is its template and those packages alone', () => {
  const packages = new Set(codes.map(({ S3Key }) => S3Key.split('/')[1]));
  expect(readdirSync(folder).sort()).toEqual([...packages, '9.9.9.template.json'].sort());
});

test('CloudFormation needs neither the CDK nor an account that the CDK has prepared, and takes a template of this size', () => {
  expect(text).not.toMatch(/BootstrapVersion|cdk-hnb659fds|AWS::CDK/);
  expect(text.length).toBeLessThan(1_000_000);
});

test('roles and policies get their names from CloudFormation, so one acknowledgement is enough', () => {
  const named = Object.values(Resources).filter(
    ({ Type, Properties }) => Type.startsWith('AWS::IAM::') && (Properties.RoleName ?? Properties.ManagedPolicyName),
  );
  expect(named).toEqual([]);
});

test('the form in the console asks for the bucket first', () => {
  const { Metadata } = JSON.parse(text);
  expect(Metadata['AWS::CloudFormation::Interface'].ParameterGroups[0].Parameters).toEqual(['PackagesBucket']);
});

describe('a package', () => {
  const printing = readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .map((name) => readFileSync(join(folder, name)))
    .find((bytes) => 'chromium' in unzipSync(bytes));

  test('keeps the browser executable', () => {
    expect(printing).toBeDefined();
    // The central directory: Unix made it, and the file's mode stands in the upper half of its attributes.
    const at = printing?.indexOf(Buffer.from('504b0102', 'hex')) ?? 0;
    expect([printing?.[at + 5], printing?.readUInt16LE(at + 40)]).toEqual([3, 0o100755]);
  });

  test('has the first date that the format knows, in place of the day on which it was made', () => {
    const at = printing?.indexOf(Buffer.from('504b0102', 'hex')) ?? 0;
    expect([printing?.readUInt16LE(at + 12), printing?.readUInt16LE(at + 14)]).toEqual([0, 0x21]);
  });

  test('is the same, byte by byte, whenever and wherever it is made', async () => {
    const sources = mkdtempSync(join(folder, '..', 'again-'));
    for (const [name, content] of Object.entries(unzipSync(printing ?? new Uint8Array())).reverse()) {
      writeFileSync(join(sources, name), content);
      utimesSync(join(sources, name), 1, 1);
    }
    chmodSync(join(sources, 'chromium'), 0o755);
    expect(Buffer.from(await zipped(sources)).equals(printing ?? Buffer.alloc(0))).toBe(true);
    rmSync(sources, { recursive: true });
  });
});

describe('the notes of a release', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## 1.1.0\n\n### Added\n\n- A pipeline.\n\n## 1.0.0\n\nThe first.\n';

  test('are its part of the changelog', () => {
    expect(releaseNotes({ tag: 'v1.1.0', version: '1.1.0', changelog })).toBe('### Added\n\n- A pipeline.');
    expect(releaseNotes({ tag: 'v1.0.0', version: '1.0.0', changelog })).toBe('The first.');
  });

  test.each([
    ['a tag of another version', { tag: 'v1.2.0' }, 'the tag of that is v1.1.0'],
    ['a version without news', { tag: 'v1.2.0', version: '1.2.0' }, 'nothing under ## 1.2.0'],
    [
      'news that are left behind',
      { changelog: changelog.replace('Unreleased\n', 'Unreleased\n\n- Forgotten.\n') },
      'move them',
    ],
  ])('%s is refused with the cure', (_, wrong, cure) => {
    expect(() => releaseNotes({ tag: 'v1.1.0', version: '1.1.0', changelog, ...wrong })).toThrow(cure);
  });
});
