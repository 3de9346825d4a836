/** Commands of the operator's docs for a running stack: jobs, queues and a new key. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { clientOf, type Json } from '../../support/e2e/client.ts';
import { paid } from '../../support/e2e/desk.ts';
import { check } from '../checks.ts';
import type { Typist } from './typist.ts';

export const deploy = 'docs/deploy.md';
const runbook = 'docs/runbook.md';

export interface RunningStack {
  readonly typist: Typist;
  /** Ends in /v1. */
  readonly baseUrl: string;
}

/** A day in UTC that ended more than an hour ago, as `reconcile` requires: the day of 36 hours ago. */
export const recentDay = () => new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);

/** Returns a job that must still exist after later deployments. */
export async function inspectJobs({ typist: { type }, baseUrl }: RunningStack): Promise<Json> {
  const service = clientOf(baseUrl);
  const job = await paid(service, service.order({ to: { addressLine1: '1 TEST MAILED ST' } }));
  await service.jobUntil(job.job_id, { fulfillment_status: 'mailed' });
  const placeholders = { JOB: job.job_id, NUMBER: job.pay_url, DAY: recentDay() };
  // Right away, because nothing is due later.
  await type(runbook, ['npm run ops -- redrive JOB'], { placeholders });
  const setup = `BaseUrl=${baseUrl} McpUrl=${new URL(baseUrl).origin}/mcp`;
  await type(deploy, ['curl $BaseUrl/health'], { setup });
  await type(runbook, ['curl "$BaseUrl/health?deep=1"'], { setup });
  await type(deploy, ['npm run test:smoke'], { setup });
  await type(deploy, ['aws cloudwatch set-alarm-state']);
  const output = await type(runbook, ['npm run ops -- stuck            #'], { placeholders });
  assert(output.includes('mailed'), `the job was not shown: ${output}`);
  await type(runbook, ['npm run ops -- help']);
  await type(runbook, ['npx node bin/bundle.ts']);
  // The job needs neither command, so both are refused.
  for (const command of ['resubmit JOB', 'refund JOB'])
    await type(runbook, [`npm run ops -- ${command}`], { placeholders, complete: (line) => `${line} || [ $? = 1 ]` });
  await type(runbook, ['npm run ops -- reconcile DAY'], { placeholders });
  await editStopList(type, placeholders);
  return job;
}

/** Adds to the stop list and removes the entries again, because later tests order from the same network. */
async function editStopList(type: Typist['type'], placeholders: Readonly<Record<string, string>>): Promise<void> {
  const byAddress = "npm run ops -- stop-list add address '12 Main St, Albany, NY 12207'";
  const addAndRemove = (lines: string) => `${lines}\n${lines.replaceAll(' add ', ' remove ')}`;
  await type(runbook, [byAddress, 'npm run ops -- stop-list add network JOB'], {
    placeholders,
    complete: addAndRemove,
  });
  const output = await type(runbook, ['npm run ops -- stop-list show']);
  assert(output.includes('0 traits on the stop list.'), `the stop list is not empty: ${output}`);
}

/** Shows and removes dead letters, and runs reconcile by hand. */
export async function emptyQueues({ typist: { type } }: RunningStack): Promise<void> {
  const deadJob = 'job_00000000000000000000000000';
  const sendCommand = `aws sqs send-message --queue-url $QUEUE --message-body ${deadJob}`;
  const complete = (lines: string) => lines.replace('\naws sqs receive', `\n${sendCommand}\naws sqs receive`);
  const output = await type(runbook, ['QUEUE=$(aws sqs list-queues', 'aws sqs purge-queue'], { complete });
  assert(output.includes(deadJob), `the dead letter was not shown: ${output}`);
  const invoked = await type(runbook, ['NAME=$(aws lambda list-functions']);
  assert(invoked.includes('"StatusCode": 200'), `reconcile did not run: ${invoked}`);
}

/**
 * Adds a partner's secret to the stored keys, and checks that the partner's events are accepted only after the next
 * release. A secret that `set-key` stores is used at once.
 */
export async function changeKey({ typist: { type }, baseUrl }: RunningStack): Promise<void> {
  const [secret, other] = ['a-new-webhook-secret-of-the-partner', 'another-webhook-secret-of-the-partner'];
  const body = JSON.stringify({ id: 'event_1', type: 'letter.updated', data: { id: 'letter_none', status: 'ready' } });
  const isAccepted = async (signedWith = secret) => {
    const at = Date.now();
    const signed = createHmac('sha256', signedWith).update(`${at}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'postgrid-signature': `t=${at},v1=${signed}` };
    return (await fetch(`${baseUrl}/webhooks/postgrid`, { method: 'POST', body, headers })).status !== 401;
  };
  const added = `const f=require('fs'),s=JSON.parse(f.readFileSync('secret.json'));s.POSTGRID_WEBHOOK_SECRET='${secret}'`;
  const edit = `node -e "${added};f.writeFileSync('secret.json',JSON.stringify(s))"`;
  // A function reads the keys at its first start, so it must start before the key is stored.
  await check('an event is refused without a key', async () => assert(!(await isAccepted()), 'the event was accepted'));
  await type(deploy, ['(umask 077'], { complete: (lines) => lines.replace(/^# edit secret\.json.*$/m, edit) });
  await check('a new key is not in use yet', async () => assert(!(await isAccepted()), 'the event was accepted'));
  await type(deploy, ['npx cdk deploy --all --context release=new-stripe-key']);
  await check('a new key is in use after a release', async () => assert(await isAccepted(), 'the event was refused'));
  const complete = (line: string) =>
    line.replace('STRIPE_SECRET_KEY', 'POSTGRID_WEBHOOK_SECRET').replace('FILE', `<(echo ${other})`);
  const output = await type(deploy, ['npm run ops -- set-key STRIPE_SECRET_KEY'], { complete });
  await check('a key of set-key is in use at once', async () => assert(await isAccepted(other), output));
}
