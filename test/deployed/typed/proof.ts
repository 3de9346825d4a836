/** Every command of the operator's pages, typed as it stands there, in the order in which a stack lives. */
import { join } from 'node:path';
import { domain } from '../../support/cloud/synthesized.ts';
import { outputsIn } from '../cdk.ts';
import type { Outputs } from '../front-door.ts';
import { point } from '../points.ts';
import type { Checkout } from './checkout.ts';
import { changesKey, deploy, expected, looksAfterJobs, mendsQueues } from './living.ts';
import { restores } from './restores.ts';
import { typist } from './typist.ts';

interface Surroundings {
  readonly typedInto: Checkout;
  readonly settings: Readonly<Record<string, string>>;
  readonly baseUrl: string;
}

/** The commands that cannot be typed here, or are typed by another proof. */
const elsewhere = [
  // This proof itself, and the service of one machine.
  ...['npm run test:deployed', 'export AWS_REGION=us-east-1', 'git checkout'],
  // The accounts of partners: test/operator has doubles of them.
  'npm run doctor',
  // A small AWS in test/operator has the secret and the functions.
  'npm run ops -- set-key STRIPE_SECRET_KEY < FILE',
  // A function of the CDK's empties the bucket, and MiniStack does not hear that it has.
  'npx cdk deploy --all\nnpx cdk destroy --all',
  // MiniStack knows no AWS::IAM::OIDCProvider: test/cloud/access.test.ts and cfn-lint read this template.
  'npx cdk deploy --app "node bin/access.ts" --parameters Repository=acme@123456/mail@456789 --parameters Environment=staging',
  // Names that nobody here has.
  'curl https://mail.example.com/v1/health',
  'npx cdk bootstrap --custom-permissions-boundary NAME',
];

/** One page that fails hides no other: each has told its own points by then. */
async function whateverFails(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step().catch(() => undefined);
}

export function operatorPages({ typedInto, settings, baseUrl }: Surroundings) {
  const by = typist(typedInto);
  const { type } = by;
  const living = { typist: by, baseUrl };
  return {
    async living() {
      await type(deploy, ['npx cdk bootstrap', 'npm ci\nnpx cdk deploy --all']);
      const job = await looksAfterJobs(living);
      await whateverFails(
        () => mendsQueues(living),
        () => restores(living, typedInto, job),
        () => changesKey(living),
        async () => {
          await typedInto.stage({ domain, edge: true, settings });
          await point('a stage gets an edge', () => typedInto.type('npx cdk deploy --all'));
        },
        async () => {
          await type(deploy, ['npx cdk deploy --all --context stage=staging']);
          await point('one stage is destroyed by its name, and the other stays', async () => {
            await typedInto.type('npx cdk destroy PrintAndMail-staging --context stage=staging --force');
            const left = await typedInto.type('aws cloudformation describe-stacks --query "Stacks[].StackName"');
            expected(!left.includes('"PrintAndMail-staging"') && left.includes('"PrintAndMail"'), left);
            expected(left.includes('"PrintAndMailData-staging"'), left);
          });
        },
        () =>
          point('a misspelled flag and a stage without a file are refused before anything is deployed', async () => {
            for (const [flag, sentence] of Object.entries({
              stge: 'did you mean stage?',
              stage: 'There is no stages/',
            })) {
              const said = await typedInto
                .type(`npx cdk deploy --all --context ${flag}=nowhere`)
                .catch(({ message }: Error) => message);
              expected(said.includes(sentence), said);
            }
          }),
        async () => {
          await typedInto.stage({ settings });
          await type(deploy, ['git pull && npm ci']);
        },
      );
    },
    /** `serves`: whether the service at these outputs knows the orders of before. */
    async removal(serves: (again: Outputs) => Promise<void>) {
      const removed = () => type(deploy, ['npx cdk destroy PrintAndMail'], { filled: (line) => `${line} --force` });
      await removed();
      await point('the data is not removed by one command', async () => {
        const said = await typedInto.type('npx cdk destroy --all --force').catch(({ message }: Error) => message);
        expected(/protect/i.test(said), said);
      });
      await point('a service that was removed is deployed again and knows the orders of before', async () => {
        // Without settings, its outputs are the addresses of its own new API.
        await typedInto.stage({});
        await typedInto.type('npx cdk deploy --all --outputs-file outputs.json');
        await serves(await outputsIn(join(typedInto.folder, 'outputs.json')));
      });
      await removed();
    },
    async afterwards() {
      await point('no command of these pages is left untyped', async () => {
        const left = by.untyped(elsewhere);
        expected(left.length === 0, left.join('\n'));
      });
    },
  };
}
