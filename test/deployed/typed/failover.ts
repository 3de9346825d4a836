/** docs/failover.md, typed: a region is lost in the middle of paid jobs, and the one that stood by finishes them, once each. */
import { type Client, eventFor, type Json, letterOf, until } from '../../support/e2e/client.ts';
import { region as here } from '../cloud.ts';
import { point } from '../points.ts';
import type { Checkout } from './checkout.ts';
import { cures, dayBefore, expected } from './living.ts';
import type { Typist } from './typist.ts';

const page = 'docs/failover.md';
const there = 'us-west-2';
const inSecond = `export AWS_REGION=${there} AWS_DEFAULT_REGION=${there}`;

interface Regions {
  readonly type: Typist['type'];
  readonly checkout: Checkout;
  /** The service of a stack, by the file of its outputs. */
  readonly served: (file: string) => Promise<Client>;
}

interface Data {
  readonly TABLE: string;
  readonly BUCKET: string;
  readonly SECRET: string;
  readonly KEYS: string;
}

export async function losesRegion({ type, checkout, served }: Regions, data: Data, flags: string) {
  const words = { ...data, SECRET: data.SECRET.replace(here, there), KEYS: data.KEYS.replace(here, there) };
  await type(page, ['aws dynamodb update-table --table-name TABLE --stream'], { words: { ...data } });
  const standing = [`export AWS_REGION=${there}`];
  const cdk = { words, first: inSecond };
  const refused = await type(page, standing, { ...cdk, refusedWith: /cannot be restored to a point in time/ });
  await point('each refusal of a replica says what mends it', () => checkout.type(`${inSecond}\n${cures(refused)}`));
  await type(page, standing, { ...cdk, flags: ' --outputs-file second.json' });
  await type(page, ['aws s3api put-bucket-versioning'], { filled: () => replicates(data.BUCKET) });
  const [first, second] = [await served('outputs.json'), await served('second.json')];
  await point('a region that stands by says so, and is well', async () => {
    const [asked, health] = [await second.get('/jobs/job_none'), await second.get('/health')];
    expected(asked.status === 503 && health.status === 200, `${asked.text}\n${health.text}`);
  });
  const jobs = await point('a region is lost in the middle of paid jobs', () => lost(checkout, first, data.TABLE));
  await type(
    page,
    ['npx cdk deploy --context table=TABLE --context secret=SECRET --context issuedKeys=KEYS --context rel'],
    cdk,
  );
  await point('the other finishes them', () => finished(second, jobs));
  await point('and nothing is made twice, when the first is back with its messages and clocks', async () => {
    await checkout.type(`${functions} | ${starts}`);
    await until(
      () => checkout.type(waiting),
      (said) => said.trim() === '0',
      180_000,
    );
    for (const { job_id } of jobs) {
      const count = (await checkout.type(ordersOf(data.TABLE, job_id))).trim();
      expected(count === '1', `${job_id} has ${count} orders`);
    }
  });
  await type(page, ['npx cdk deploy --context release=stopped'], { flags });
  await point('and the first answers no more', async () => {
    const { status } = await first.get(`/jobs/${jobs[0]?.job_id}`);
    expected(status === 503, `answered with ${status}`);
  });
  await type(page, ['npm run ops -- stuck'], { first: inSecond });
  await type(page, ['npm run ops -- reconcile DAY'], { first: inSecond, words: { DAY: dayBefore() } });
  await checkout.type(`${inSecond}
aws cloudformation update-termination-protection --stack-name PrintAndMail --no-enable-termination-protection
npx cdk destroy --force --context table=${words.TABLE} --context secret=${words.SECRET} --context issuedKeys=${words.KEYS}`);
}

const named = "starts_with(FunctionName, 'PrintAndMail-') && !starts_with(FunctionName, 'PrintAndMail-staging-')";
const functions = `aws lambda list-functions --query 'Functions[?${named.replaceAll("'", '`')}].FunctionName' --output text | tr '\\t' '\\n'`;
const each = (command: string) =>
  `xargs -P 4 -n 1 aws --endpoint-url "$AWS_ENDPOINT_URL" lambda ${command} --function-name`;
const stops = each('put-function-concurrency --reserved-concurrent-executions 0');
const starts = each('delete-function-concurrency');
const waiting = `
queue=$(aws sqs list-queues --queue-name-prefix PrintAndMail-Jobs --query 'QueueUrls[0]' --output text)
aws sqs get-queue-attributes --queue-url "$queue" --attribute-names ApproximateNumberOfMessages ApproximateNumberOfMessagesNotVisible \\
  --query 'sum(values(Attributes)[*].to_number(@))' --output text`;

/** The orders that the simulated partner keeps in the table. */
const ordersOf = (table: string, job: string) => `
aws dynamodb scan --table-name ${table} --filter-expression 'begins_with(id, :kind) AND #item.jobId = :job' \\
  --expression-attribute-names '{"#item":"item"}' --query Count \\
  --expression-attribute-values '{":kind":{"S":"letter_"},":job":{"S":"${job}"}}'`;

/** The rules that the page tells to make in the console. */
const replicates = (bucket: string) => `
second=$(${inSecond}; aws cloudformation describe-stack-resources --stack-name PrintAndMail \\
  --query "StackResources[?ResourceType=='AWS::S3::Bucket'].PhysicalResourceId" --output text)
for one in ${bucket} $second
do aws s3api put-bucket-versioning --bucket $one --versioning-configuration Status=Enabled; done
rule() { echo '{"ID":"'$1'","Priority":'$2',"Status":"Enabled","Filter":{"Prefix":"'$1'/"},"DeleteMarkerReplication":{"Status":"Disabled"},'\\
  '"Destination":{"Bucket":"arn:aws:s3:::'$second'"}}'; }
aws s3api put-bucket-replication --bucket ${bucket} --replication-configuration \\
  '{"Role":"arn:aws:iam::000000000000:role/replicates","Rules":['"$(rule unpaid 1),$(rule paid 2)"']}'`;

/** One job is fulfilled, of one the partner's answer is lost, and one is paid when nothing moves jobs on any more. */
async function lost({ type }: Checkout, first: Client, table: string): Promise<readonly Json[]> {
  const placed = async (to: object, fields: object) => {
    const { quote_id, content_hash } = await first.quote(fields);
    return first.make('/jobs', letterOf(quote_id, to, { content_hash }));
  };
  const pay = async (job: Json) => {
    const { status } = await first.post('/webhooks/stripe', eventFor(job));
    expected(status === 200, `the payment was answered with ${status}`);
  };
  const done = await placed({}, {});
  const doubtful = await placed({ addressLine1: '1 TEST LOST REPLY ST' }, { html: '<p>Dear Ada</p>' });
  const late = await placed({}, {});
  await pay(done);
  await first.jobUntil(done.job_id, { status: 'fulfilled' });
  await pay(doubtful);
  await until(
    () => type(ordersOf(table, doubtful.job_id)),
    (count) => count.trim() === '1',
  );
  await type(`${functions} | grep PrintAndMail-fulfil | ${stops}`);
  await pay(late);
  const { status } = await first.job(doubtful.job_id);
  expected(status === 'paid', `the job in doubt is ${status}`);
  await type(`${functions} | ${stops}`);
  return [done, doubtful, late];
}

async function finished(second: Client, jobs: readonly Json[]): Promise<void> {
  for (const { job_id } of jobs)
    await until(
      () => second.job(job_id),
      ({ status }) => status === 'fulfilled',
      240_000,
    );
}
