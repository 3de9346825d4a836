/** Every command of the operator's pages, typed as it stands there, in the order in which a stack lives. */
import { join } from 'node:path';
import type { Cloud } from '../cloud.ts';
import type { Outputs } from '../front-door.ts';
import { point } from '../points.ts';
import { type Environment, start } from '../processes.ts';
import { checkout } from './checkout.ts';
import { changesKey, deploy, expected, looksAfterJobs, mendsQueues, renewsEdgeSecret } from './living.ts';
import { restores } from './restores.ts';
import { typist } from './typist.ts';

interface Surroundings {
  readonly folder: string;
  /** The bundles of the functions. */
  readonly packages: string;
  readonly cloud: Cloud;
  /** With the command `aws`. */
  readonly env: Environment;
  readonly python: string;
  readonly baseUrl: string;
  readonly outputs: Outputs;
}

/** The commands that cannot be typed here, or are typed by another proof. */
const elsewhere = [
  // This proof itself, and the service of one machine.
  ...['npm run test:deployed', 'npm start', 'export AWS_REGION=us-east-1', 'git checkout'],
  // The accounts of partners: test/operator has doubles of them.
  'npm run doctor',
  // A function of the CDK's empties the bucket, and MiniStack does not hear that it has.
  'npx cdk deploy  --context removesData=true      # and your other flags\nnpx cdk destroy --context removesData=true',
  // MiniStack knows no AWS::IAM::OIDCProvider: test/cloud/access.test.ts and cfn-lint read this template.
  'npx cdk deploy --app "node bin/access.ts" --parameters Repository=acme@123456/mail@456789 --parameters Environment=staging',
  // A second stack: test/cloud/stages, remembered and service.test.ts have its names, its keys and a first deployment that fails.
  'npx cdk deploy --context stage=staging\nnpm run ops -- stuck --stage staging',
  // Names that nobody here has.
  'curl https://mail.example.com/v1/health',
  'npx cdk bootstrap --custom-permissions-boundary NAME',
];

/** One page that fails hides no other: each has told its own points by then. */
async function whateverFails(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step().catch(() => undefined);
}

export async function operatorPages({ folder, packages, cloud, env, python, baseUrl, outputs }: Surroundings) {
  const typedInto = await checkout(join(folder, 'checkout'), packages, env);
  const by = typist(typedInto);
  const { type } = by;
  const living = { typist: by, baseUrl, checkout: typedInto.folder };
  return {
    async living() {
      await type(deploy, ['npm ci\nnpx cdk bootstrap']);
      const job = await looksAfterJobs(living);
      await whateverFails(
        () => mendsQueues(living),
        () => restores(living, typedInto, job),
        () => changesKey(living),
        () =>
          renewsEdgeSecret(living, async (counts) => {
            const { host } = new URL(outputs.BaseUrl);
            const asking = start(python, [join(import.meta.dirname, '..', 'edge.py'), cloud.url, host, counts], env);
            await asking.says(/asking/);
            return asking;
          }),
        () =>
          point('a deployment that forgets the edge changes nothing', async () => {
            const forgotten = await typedInto.type('npx cdk deploy').catch(({ message }: Error) => message);
            expected(forgotten.includes('give --context edge=true with every deployment'), forgotten);
          }),
        async () => void (await type(deploy, ['git pull && npm ci'], { flags: ' --context edge=true' })),
        () =>
          point('the edge goes where its parameter says so', async () => {
            await typedInto.type('npx cdk deploy --parameters EdgeFlag=');
          }),
      );
    },
    async removal() {
      await point('a stack that keeps its data is not removed by one command', async () => {
        const said = await typedInto.type('npx cdk destroy --force').catch(({ message }: Error) => message);
        expected(/protect/i.test(said), said);
      });
      await type(deploy, ['aws cloudformation update-termination-protection'], {
        filled: (lines) => lines.replace('npx cdk destroy', 'npx cdk destroy --force'),
      });
    },
    async afterwards() {
      // Last, because it builds the packages again.
      await whateverFails(async () => void (await type(deploy, ['npx node bin/bundle.ts'])));
      await point('no command of these pages is left untyped', async () => {
        const left = by.untyped(elsewhere);
        expected(left.length === 0, left.join('\n'));
      });
    },
  };
}
