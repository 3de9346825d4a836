/** A deployment may not forget what the stack remembers, and knows whether it is the first. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isFirstDeployment } from '../../lib/cloud/first-deployment.ts';
import { synthesized, type Template } from '../support/cloud/synthesized.ts';

interface Rule {
  readonly Assertions: readonly [{ readonly Assert: object; readonly AssertDescription: string }];
}
const rulesOf = (of: Template) => (of as unknown as { readonly Rules: Readonly<Record<string, Rule>> }).Rules;

describe.each([
  ['edge', 'EdgeFlag', { hasEdge: true }, 'edge'],
  ['canary', 'CanaryFlag', { hasCanary: true }, 'canary'],
  ['quiet', 'QuietFlag', { isQuiet: true }, 'flag quiet'],
] as const)('the flag %s', (flag, parameter, asked, called) => {
  const assertionIn = (of: Template) => rulesOf(of)[`Same${parameter}`]?.Assertions[0];

  test('a deployment that forgets the flag is refused, with the flag to add', () => {
    expect(assertionIn(synthesized())).toEqual({
      Assert: { 'Fn::Equals': [{ Ref: parameter }, ''] },
      AssertDescription: `This stack has the ${called}: give --context ${flag}=true with every deployment. To take it away: --parameters ${parameter}=`,
    });
  });

  test('the flag is remembered from its first deployment on, and an existing stack gets it if its parameter says so', () => {
    const template = synthesized(asked);
    expect(template.Parameters[parameter]).toMatchObject({ Default: 'on' });
    expect(assertionIn(template)).toEqual({
      Assert: { 'Fn::Equals': [{ Ref: parameter }, 'on'] },
      AssertDescription: `This stack has no ${called}. To bring it: --context ${flag}=true --parameters ${parameter}=on`,
    });
  });
});

describe('the first deployment', () => {
  const bodyOf = (
    status: string,
  ) => `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
<DescribeStacksResult><Stacks><member><StackName>PrintAndMail</StackName><CreationTime>2026-11-01T00:00:00Z</CreationTime>
<StackStatus>${status}</StackStatus></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
  const refusalOf = (code: string, message: string) =>
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

  /** As CloudFormation answers, over HTTP. */
  async function seen(status: number, body: string, env: Readonly<Record<string, string | undefined>> = {}) {
    const server = createServer((_, response) => response.writeHead(status, { 'content-type': 'text/xml' }).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const given: Record<string, string | undefined> = {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      CDK_DEFAULT_ACCOUNT: '123456789012',
      CDK_DEFAULT_REGION: 'us-east-1',
      ...env,
    };
    const before = { ...process.env };
    for (const [name, value] of Object.entries(given))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    try {
      return await isFirstDeployment('PrintAndMail');
    } finally {
      process.env = before;
      server.close();
    }
  }

  test.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'UPDATE_IN_PROGRESS'])(
    'is over after %s',
    async (status) => {
      expect(await seen(200, bodyOf(status))).toBe(false);
    },
  );

  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS', 'CREATE_FAILED', 'DELETE_COMPLETE'])(
    'is still to come after %s, in which the stack has never served',
    async (status) => {
      expect(await seen(200, bodyOf(status))).toBe(true);
    },
  );

  test('is still to come where there is no stack', async () => {
    const refusal = refusalOf('ValidationError', 'Stack with id PrintAndMail does not exist');
    expect(await seen(400, refusal)).toBe(true);
  });

  test('is over for a role that may not look: the stack is protected then', async () => {
    expect(await seen(403, refusalOf('AccessDenied', 'not authorized to perform'))).toBe(false);
  });
});
