/** The operator's pages, typed when the first stack is gone: its data adopted and restored, and a stage. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, clientOf, type Json } from '../../support/e2e/client.ts';
import type { Outputs } from '../front-door.ts';
import { point } from '../points.ts';
import type { Environment } from '../processes.ts';
import type { Checkout } from './checkout.ts';
import { losesRegion } from './failover.ts';
import { cures, deploy, expected } from './living.ts';
import { restores } from './restores.ts';
import type { Typist } from './typist.ts';

interface Afterwards {
  readonly typist: Typist;
  readonly checkout: Checkout;
  readonly env: Environment;
  /** Leads to a stack by its outputs; returns its address. */
  readonly reach: (outputs: Outputs) => Promise<string>;
}

interface Named {
  readonly Name: string;
  readonly ARN?: string;
}

const json = (said: string): Json => JSON.parse(said.slice(said.indexOf('{')));

export async function adopts(
  { typist: { type }, checkout, env, reach }: Afterwards,
  job: Json,
  keys: string,
): Promise<void> {
  const tables: readonly string[] = json(await type(deploy, ['aws dynamodb list-tables'])).TableNames;
  const buckets: readonly Named[] = json(await type(deploy, ['aws s3api list-buckets'])).Buckets;
  const secrets: readonly Named[] = json(await type(deploy, ['aws secretsmanager list-secrets'])).SecretList;
  const TABLE = tables.find((name) => name.startsWith('PrintAndMail-Table')) ?? '';
  const BUCKET = buckets.find(({ Name }) => Name.startsWith('printandmail-documents'))?.Name ?? '';
  const SECRET = secrets.find(({ Name }) => Name.startsWith('PrintAndMail-Secret'))?.ARN ?? '';
  const KEYS = secrets.find(({ Name }) => Name.startsWith('PrintAndMail-IssuedKeys'))?.ARN ?? '';
  const words = { TABLE, BUCKET, SECRET, KEYS };
  const all = ` --context bucket=${BUCKET} --context secret=${SECRET} --context issuedKeys=${KEYS}`;
  const served = async (file: string) => {
    const [outputs] = Object.values(JSON.parse(await readFile(join(checkout.folder, file), 'utf8')));
    return clientOf(`${await reach(outputs as Outputs)}/v1`);
  };
  const knows = (what: string) =>
    point(what, async () => {
      const service = await served('outputs.json');
      const shown = await service.get(`/jobs/${job.job_id}`);
      const published = await service.get('/.well-known/jwks.json');
      expected(shown.status === 200 && shown.body.fulfillment_status === 'mailed', `the job: ${shown.text}`);
      expected(published.text === keys, `another key: ${published.text}`);
    });

  const adopting = 'npx cdk deploy --context table=TABLE --context bucket';
  const off = '--point-in-time-recovery-specification PointInTimeRecoveryEnabled=false';
  await checkout.type(`aws dynamodb update-continuous-backups --table-name ${TABLE} ${off}`);
  const refused = await type(deploy, [adopting], { words, refusedWith: /cannot be restored to a point in time/ });
  await point('each refusal says what mends it', () => checkout.type(cures(refused)));
  await type(deploy, [adopting], { words, flags: ' --outputs-file outputs.json' });
  await knows('a stack on the data of another knows its jobs, and signs with its key');
  await point('a deployment that forgets what was adopted changes nothing', async () => {
    const forgotten = await checkout.type('npx cdk deploy').catch(({ message }: Error) => message);
    expected(forgotten.includes('give --context table=NAME with every deployment'), forgotten);
  });

  const restoring = { job, table: TABLE, service: () => served('outputs.json') };
  await restores({ type, checkout, env }, restoring);
  await knows('the stack stands on the restored table');
  await type(deploy, ['npx cdk deploy --context table=TABLE --parameters'], { words, flags: all });
  await failsFirst(checkout, () =>
    type(deploy, ['npx cdk deploy --context stage=staging'], { refusedWith: /ROLLBACK|already exist/i }),
  );
  await type(deploy, ['npx cdk deploy --context stage=staging'], { flags: ' --outputs-file staging.json' });
  await point('a first deployment that failed has left nothing, and was repeated', async () => {
    const made = JSON.parse(await checkout.type(ofStaging));
    expected(JSON.stringify(made) === '[1,1,2]', `tables, buckets and secrets of the stage: ${made}`);
  });
  await point('two stages in one account share no job and no key', async () =>
    shareNothing(await served('outputs.json'), await served('staging.json'), job.job_id),
  );
  await losesRegion({ type, checkout, served }, words, ` --context table=${TABLE}${all}`);
  await checkout.type(
    `aws cloudformation update-termination-protection --stack-name PrintAndMail --no-enable-termination-protection
npx cdk destroy --force --context table=${TABLE}${all}`,
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

/** `job`: one of the first. */
async function shareNothing(first: Client, second: Client, job: string): Promise<void> {
  const { job_id: other } = await second.order();
  const [own, foreign] = [await second.get(`/jobs/${other}`), await first.get(`/jobs/${other}`)];
  const strange = await second.get(`/jobs/${job}`);
  const seen = [own, foreign, strange].map(({ status }) => status).join();
  expected(seen === '200,404,404', `jobs of another stage: ${seen}`);
  const keysOf = async (service: Client) => (await service.get('/.well-known/jwks.json')).text;
  expected((await keysOf(first)) !== (await keysOf(second)), 'both sign with one key');
}
