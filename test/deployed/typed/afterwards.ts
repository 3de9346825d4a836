/** Stages, typed when the first stack is gone: a first deployment that fails, and two in one account. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, clientOf } from '../../support/e2e/client.ts';
import type { Outputs } from '../front-door.ts';
import { point } from '../points.ts';
import type { Checkout } from './checkout.ts';
import { deploy, expected } from './living.ts';
import type { Typist } from './typist.ts';

interface Afterwards {
  readonly typist: Typist;
  readonly checkout: Checkout;
  /** Leads to a stack by its outputs; returns its address. */
  readonly reach: (outputs: Outputs) => Promise<string>;
}

export async function provesStages({ typist: { type }, checkout, reach }: Afterwards): Promise<void> {
  const served = async (file: string) => {
    const [outputs] = Object.values(JSON.parse(await readFile(join(checkout.folder, file), 'utf8')));
    return clientOf(`${await reach(outputs as Outputs)}/v1`);
  };
  const staging = 'npx cdk deploy --context stage=staging';
  await failsFirst(checkout, () => type(deploy, [staging], { refusedWith: /ROLLBACK|already exist/i }));
  await type(deploy, [staging], { flags: ' --outputs-file staging.json' });
  await point('a first deployment that failed has left nothing, and was repeated', async () => {
    const made = JSON.parse(await checkout.type(ofStaging));
    expected(JSON.stringify(made) === '[1,1,2]', `tables, buckets and secrets of the stage: ${made}`);
  });
  await point('a second stage', () => checkout.type('npx cdk deploy --context stage=ada --outputs-file ada.json'));
  await point('two stages in one account share no job and no key', async () =>
    shareNothing(await served('staging.json'), await served('ada.json')),
  );
}

const ofStaging = `
tables=$(aws dynamodb list-tables --query "length(TableNames[?starts_with(@, 'PrintAndMail-staging-')])")
buckets=$(aws s3api list-buckets --query "length(Buckets[?starts_with(Name, 'printandmail-staging-')])")
secrets=$(aws secretsmanager list-secrets --query "length(SecretList[?starts_with(Name, 'PrintAndMail-staging-')])")
echo "[$tables,$buckets,$secrets]"`;

/** Something of the account stands in the way of the first deployment, and is gone before the next. */
async function failsFirst({ type }: Checkout, deploys: () => Promise<unknown>): Promise<void> {
  const name = 'PrintAndMail-staging-operate';
  await point('a function of another stands in the way', () =>
    type(`
printf 'def handler(event, context): pass' > operate.py
python3 -m zipfile -c operate.zip operate.py
aws lambda create-function --function-name ${name} --runtime python3.12 --handler operate.handler \
  --role "$(aws iam list-roles --query 'Roles[0].Arn' --output text)" --zip-file fileb://operate.zip > /dev/null`),
  );
  await deploys();
  await type(`aws lambda delete-function --function-name ${name}`);
}

async function shareNothing(first: Client, second: Client): Promise<void> {
  const { job_id: one } = await first.order();
  const { job_id: other } = await second.order();
  const asked = [first.get(`/jobs/${one}`), second.get(`/jobs/${other}`), first.get(`/jobs/${other}`)];
  const seen = (await Promise.all([...asked, second.get(`/jobs/${one}`)])).map(({ status }) => status).join();
  expected(seen === '200,200,404,404', `jobs of both stages: ${seen}`);
  const keysOf = async (service: Client) => (await service.get('/.well-known/jwks.json')).text;
  expected((await keysOf(first)) !== (await keysOf(second)), 'both sign with one key');
}
