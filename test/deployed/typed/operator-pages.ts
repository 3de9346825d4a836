/** Runs every command of the operator's docs exactly as written, in the order of a stack's life. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { domain } from '../../support/cloud/synthesized.ts';
import { outputsIn } from '../cdk.ts';
import { check } from '../checks.ts';
import { account, region } from '../cloud.ts';
import type { Outputs } from '../front-door.ts';
import { restoreTable } from './restores.ts';
import { changeKey, deploy, emptyQueues, inspectJobs } from './running-stack.ts';
import { newTypist } from './typist.ts';
import type { WorkingCopy } from './working-copy.ts';

/** The commands that can't be run here, or are tested elsewhere. */
const exceptions = [
  // This test itself, and commands that have no effect here.
  'npm run test:deployed',
  'export AWS_REGION=us-east-1',
  'git checkout',
  // test/operator tests it with doubles of the partners.
  'npm run doctor',
  // test/operator tests it with a fake AWS.
  'npm run ops -- set-key STRIPE_SECRET_KEY < FILE',
  // A function of the CDK empties the bucket, but MiniStack does not receive its response.
  'npx cdk deploy --all\nnpx cdk destroy --all',
  // MiniStack lacks AWS::IAM::OIDCProvider. test/cloud/access.test.ts and cfn-lint check this template.
  'npx cdk deploy --app "node bin/access.ts" --parameters Repository=acme@123456/mail@456789 --parameters Environment=staging',
  // Names that do not exist here.
  'curl https://mail.example.com/v1/health',
];

/** Runs all steps. A step that fails has reported its checks, and doesn't stop the others. */
async function runAll(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step().catch(() => undefined);
}

export function operatorPages({
  workingCopy,
  settings,
  baseUrl,
}: {
  readonly workingCopy: WorkingCopy;
  readonly settings: Readonly<Record<string, string>>;
  readonly baseUrl: string;
}) {
  const typist = newTypist(workingCopy);
  const { type } = typist;
  const stack = { typist, baseUrl };
  return {
    async testRunningStack() {
      await type(deploy, ['npm ci\nnpx cdk bootstrap']);
      const job = await inspectJobs(stack);
      await runAll(
        () => emptyQueues(stack),
        () => restoreTable(stack, workingCopy, job),
        () => changeKey(stack),
        async () => {
          await workingCopy.writeMainStage({ domain, edge: true, settings });
          await check('a stage gets an edge', () => workingCopy.run('npx cdk deploy --all'));
        },
        async () => {
          const bucket = `--bucket printandmail-staging-${account}-${region}`;
          const staging = 'npx cdk deploy --all --context stage=staging';
          await check('a first deployment fails, because the bucket of its data exists', async () => {
            await workingCopy.run(`aws s3api create-bucket ${bucket}`);
            await assert.rejects(workingCopy.run(staging), /PrintAndMailData-staging failed/);
            await workingCopy.run(`aws s3api delete-bucket ${bucket}`);
          });
          await type(deploy, ['aws cloudformation update-term'], { complete: (line) => `${line}-staging` });
          await type(deploy, [staging]);
          await check('one stage is destroyed by its name, and the other stays', async () => {
            await workingCopy.run('npx cdk destroy PrintAndMail-staging --context stage=staging --force');
            const names = await workingCopy.run('aws cloudformation describe-stacks --query "Stacks[].StackName"');
            assert(!names.includes('"PrintAndMail-staging"') && names.includes('"PrintAndMail"'), names);
            assert(names.includes('"PrintAndMailData-staging"'), names);
          });
        },
        () =>
          check('a misspelled flag and a stage without a file are refused before anything is deployed', async () => {
            for (const [flag, hint] of Object.entries({ stge: 'did you mean stage?', stage: 'There is no stages/' })) {
              const output = await workingCopy
                .run(`npx cdk deploy --all --context ${flag}=nowhere`)
                .catch(({ message }: Error) => message);
              assert(output.includes(hint), output);
            }
          }),
        async () => {
          await workingCopy.writeMainStage({ settings });
          await type(deploy, ['git pull && npm ci']);
        },
      );
    },
    /** `checkOrders` throws unless the service at these outputs still has its earlier orders. */
    async testRemoval(checkOrders: (outputs: Outputs) => Promise<void>) {
      const remove = () => type(deploy, ['npx cdk destroy PrintAndMail'], { complete: (line) => `${line} --force` });
      await remove();
      await check('the data is not removed by one command', async () => {
        const output = await workingCopy.run('npx cdk destroy --all --force').catch(({ message }: Error) => message);
        assert(/protect/i.test(output), output);
      });
      await check('a service that was removed is deployed again and still has its earlier orders', async () => {
        // Without settings, its outputs are the URLs of its new API.
        await workingCopy.writeMainStage({});
        await workingCopy.run('npx cdk deploy --all --outputs-file outputs.json');
        await checkOrders(await outputsIn(join(workingCopy.folder, 'outputs.json')));
      });
      await remove();
    },
    async checkCoverage() {
      await check('every command of these docs was run', async () => {
        const untyped = typist.untyped(exceptions);
        assert(untyped.length === 0, untyped.join('\n'));
      });
    },
  };
}
