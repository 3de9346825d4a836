/** The operator's pages, typed against a stack that serves: looking after jobs, and a new key. */
import { createHmac } from 'node:crypto';
import { clientOf, type Json } from '../../support/e2e/client.ts';
import { paid } from '../../support/e2e/desk.ts';
import { point } from '../points.ts';
import type { Typist } from './typist.ts';

export const deploy = 'docs/deploy.md';
const runbook = 'docs/runbook.md';

export interface Living {
  readonly typist: Typist;
  /** Where the service is called, with /v1. */
  readonly baseUrl: string;
}

export function expected(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

export const dayBefore = () => new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);

/** Returns a job, which later stacks must still know. */
export async function looksAfterJobs({ typist: { type }, baseUrl }: Living): Promise<Json> {
  const service = clientOf(baseUrl);
  const job = await paid(service, service.order({ to: { addressLine1: '1 TEST MAILED ST' } }));
  await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
  const words = { JOB: job.job_id, ANYTHING: job.pay_url, DAY: dayBefore() };
  // Soon: when the simulated partner has no more news, nothing is owed.
  await type(runbook, ['npm run ops -- redrive JOB'], { words });
  const first = `BaseUrl=${baseUrl} McpUrl=${new URL(baseUrl).origin}/mcp`;
  await type(deploy, ['curl $BaseUrl/health'], { first });
  await type(runbook, ['curl $BaseUrl/health?deep=1'], { first });
  await type(deploy, ['npm run test:smoke'], { first });
  await type(deploy, ['aws cloudwatch set-alarm-state']);
  const said = await type(runbook, ['npm run ops -- stuck            #'], { words });
  expected(said.includes('mailed'), `the job was not shown: ${said}`);
  await type(runbook, ['npm run ops -- help']);
  // The job needs none of these, and each answers so with a sentence.
  for (const act of ['resubmit JOB', 'refund JOB'])
    await type(runbook, [`npm run ops -- ${act}`], { words, filled: (line) => `${line} || [ $? = 1 ]` });
  await type(runbook, ['npm run ops -- reconcile DAY'], { words });
  await stopsAndLetsGo(type, words);
  return job;
}

/** Takes off the stop list again what it put there: later proofs order from the same network. */
async function stopsAndLetsGo(type: Typist['type'], words: Readonly<Record<string, string>>): Promise<void> {
  const byAddress = "npm run ops -- stop-list add address '12 Main St, Albany, NY 12207'";
  const again = (lines: string) => `${lines}\n${lines.replaceAll(' add ', ' remove ')}`;
  await type(runbook, [byAddress, 'npm run ops -- stop-list add network JOB'], { words, filled: again });
  const said = await type(runbook, ['npm run ops -- stop-list show']);
  expected(said.includes('0 traits on the stop list.'), `something was left on the stop list: ${said}`);
}

/** Dead letters are shown and removed, and reconcile runs by hand. */
export async function mendsQueues({ typist: { type } }: Living): Promise<void> {
  const dead = 'job_00000000000000000000000000';
  const sent = `aws sqs send-message --queue-url $QUEUE --message-body ${dead}`;
  const filled = (lines: string) => lines.replace('\naws sqs receive', `\n${sent}\naws sqs receive`);
  const said = await type(runbook, ['QUEUE=$(aws sqs list-queues', 'aws sqs purge-queue'], { filled });
  expected(said.includes(dead), `the dead letter was not shown: ${said}`);
  const invoked = await type(runbook, ['NAME=$(aws lambda list-functions']);
  expected(invoked.includes('"StatusCode": 200'), `reconcile did not run: ${invoked}`);
}

/**
 * A partner's secret, put beside the keys of others: with the next release, and not before, its events are believed. One
 * that `set-key` stores is believed at once.
 */
export async function changesKey({ typist: { type }, baseUrl }: Living): Promise<void> {
  const [secret, other] = ['a-new-webhook-secret-of-the-partner', 'another-webhook-secret-of-the-partner'];
  const body = JSON.stringify({ id: 'event_1', type: 'letter.updated', data: { id: 'letter_none', status: 'ready' } });
  const isBelieved = async (by = secret) => {
    const at = Date.now();
    const signed = createHmac('sha256', by).update(`${at}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'postgrid-signature': `t=${at},v1=${signed}` };
    return (await fetch(`${baseUrl}/webhooks/postgrid`, { method: 'POST', body, headers })).status !== 401;
  };
  const added = `const f=require('fs'),s=JSON.parse(f.readFileSync('secret.json'));s.POSTGRID_WEBHOOK_SECRET='${secret}'`;
  const edit = `node -e "${added};f.writeFileSync('secret.json',JSON.stringify(s))"`;
  // A function that starts for the first time reads what is there.
  await point('an event is not believed without a key', async () => expected(!(await isBelieved()), 'it is'));
  await type(deploy, ['umask 077'], { filled: (lines) => lines.replace(/^# edit secret\.json.*$/m, edit) });
  await point('a new key is not in use yet', async () => expected(!(await isBelieved()), 'it is'));
  await type(deploy, ['npx cdk deploy --all --context release=new-stripe-key']);
  await point('a new key is in use after a release', async () => expected(await isBelieved(), 'it is not'));
  const filled = (line: string) =>
    line.replace('STRIPE_SECRET_KEY', 'POSTGRID_WEBHOOK_SECRET').replace('FILE', `<(echo ${other})`);
  const stored = await type(deploy, ['npm run ops -- set-key STRIPE_SECRET_KEY'], { filled });
  await point('a key of set-key is in use at once', async () => expected(await isBelieved(other), stored));
}
