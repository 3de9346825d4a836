/** A package made without credentials is looked at before it is deployed with some, and nothing of it is run. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectionsTo } from '../../lib/cloud/adoption/before.ts';
import { synthesized } from '../support/cloud/synthesized.ts';

const stack = { type: 'aws:cloudformation:stack', properties: { templateFile: 'template.json' } };
const packed = { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } };
const sound = { one: { source: { path: 'asset.1' } } };

interface Made {
  readonly artifacts?: object;
  readonly assets?: object;
  readonly adopted?: string;
}

/** An assembly in a folder, as `cdk synth` leaves it. */
function made({ artifacts = {}, assets = { files: sound }, adopted }: Made): string {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  const Parameters = adopted === undefined ? {} : synthesized({ adopted: { table: adopted } }).Parameters;
  const files = {
    'manifest.json': { artifacts: { PrintAndMail: stack, 'PrintAndMail.assets': packed, ...artifacts } },
    'template.json': { Parameters },
    'assets.json': assets,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
}

const standing = `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
<DescribeStacksResult><Stacks><member><StackName>PrintAndMail</StackName><CreationTime>2026-11-01T00:00:00Z</CreationTime>
<StackStatus>UPDATE_COMPLETE</StackStatus></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const refusal = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

/** The objections where CloudFormation answers so, with the name of the stack that it was asked for. */
async function objected(folder: string, status = 200, body = standing) {
  let asked = '';
  const server = createServer(async (request, response) => {
    for await (const chunk of request) asked += chunk;
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const before = { ...process.env };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
  });
  try {
    return { lines: await objectionsTo(folder), asked };
  } finally {
    process.env = before;
    server.close();
  }
}

test('a stack that stands and adopts nothing is deployed', async () => {
  const { lines, asked } = await objected(made({}));
  expect(lines).toEqual([]);
  expect(asked).toContain('StackName=PrintAndMail');
});

test('a stage is looked at by its own name', async () => {
  const staging = { ...stack, properties: { ...stack.properties, stackName: 'PrintAndMail-staging' } };
  expect((await objected(made({ artifacts: { PrintAndMail: staging } }))).asked).toContain('PrintAndMail-staging');
});

test('what it adopts is looked at', async () => {
  const { lines } = await objected(made({ adopted: 'restored' }));
  expect(lines[0]).toBe('The table restored cannot be adopted as it is.');
});

test.each([
  ['does not stand: deploy it once by hand', 400, refusal('ValidationError', 'Stack PrintAndMail does not exist')],
  ['cannot be looked at', 403, refusal('AccessDenied', 'not authorized to perform')],
])('a stack that %s is not deployed', async (words, status, body) => {
  expect((await objected(made({}), status, body)).lines).toEqual([expect.stringContaining(words)]);
});

/** The CDK would run each of these with the credentials of the deployment. */
test.each<[string, Made]>([
  ['a program that makes a file', { assets: { files: { ...sound, two: { source: { executable: ['sh'] } } } } }],
  ['a program beside a path', { assets: { files: { two: { source: { path: 'asset', executable: ['sh'] } } } } }],
  ['an image to be built', { assets: { files: sound, dockerImages: { one: { source: { directory: '.' } } } } }],
  ['an assembly within it', { artifacts: { more: { type: 'cdk:cloud-assembly' } } }],
  ['a second stack', { artifacts: { Other: stack } }],
])('%s is refused, and nobody is asked', async (_what, found) => {
  const { lines, asked } = await objected(made(found));
  expect(lines).toHaveLength(1);
  expect(asked).toBe('');
});
