/** Events of jobs from the deployed service: to a webhook of this test, and by email, which test mode only stores. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { Webhook } from 'standardwebhooks';
import type { SimulatedEmail } from '../../../shared/notify/adapters/email/sending.ts';
import { byKind, openTable } from '../../../shared/storage/dynamo.ts';
import { type Json, letterOf, until } from '../../support/e2e/client.ts';
import { isSigned, type Receiver, startReceiver } from '../../support/e2e/receiver.ts';
import { formIn } from '../../support/pages/typed.ts';
import { origin, service } from './deployed.ts';

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const mailedAtOnce = { addressLine1: '1 TEST MAILED ST' };

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(Number(process.env.DEPLOYED_RECEIVER_PORT));
});
afterAll(() => receiver.close());

/** Orders a letter that is mailed as soon as it is paid. */
async function orderLetter(notify: object): Promise<Json> {
  const { quote_id } = await service.quote();
  return (await service.post('/jobs', { ...letterOf(quote_id, mailedAtOnce), notify, another_copy: true })).body;
}

const eventsOf = ({ job_id }: Json) => receiver.events.filter(({ body }) => body.includes(job_id));
const receivedUntil = (job: Json, type: string) =>
  until(
    async () => eventsOf(job),
    (events) => events.some((event) => event.type === type),
  );

const notificationsOf = async ({ job_id }: Json): Promise<Json[]> =>
  (await service.get(`/jobs/${job_id}/events`)).body.notifications;

async function storedEmails({ job_id }: Json): Promise<readonly SimulatedEmail[]> {
  const { TableNames: [name = ''] = [] } = await new DynamoDBClient().send(new ListTablesCommand());
  const emails = await byKind<SimulatedEmail>(openTable(name)).newest('email', 100);
  return emails.filter(({ jobId }) => jobId === job_id);
}

test('a webhook gets all events in order, signed with the published key', async () => {
  const job = await orderLetter({ webhook_url: `${receiver.url}/hooks`, webhook_secret: secret });
  await service.pay(job.checkout_url);
  const events = await receivedUntil(job, 'letter.mailed');
  expect(events.map(({ type }) => type)).toEqual([
    'letter.created',
    'letter.paid',
    'letter.handed_over',
    'letter.in_production',
    'letter.mailed',
  ]);
  const { keys } = (await service.get('/.well-known/webhook-keys.json')).body;
  for (const event of events) expect(isSigned(event, keys[0])).toBe(true);
  for (const { body, headers } of events)
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      receiver: receiver.url,
      data: { job_id: job.job_id },
    });
});

test('a sent event is listed, and is sent again on request', async () => {
  const job = await orderLetter({ webhook_url: `${receiver.url}/hooks` });
  await receivedUntil(job, 'letter.created');
  const [created] = await until(
    () => notificationsOf(job),
    ([first]) => first?.recipients[0].state === 'delivered',
  );
  expect(created).toMatchObject({
    type: 'letter.created',
    recipients: [{ channel: 'webhook', to: receiver.host, attempts: [{ outcome: 'delivered', code: 'http_204' }] }],
  });
  expect((await service.post(`/jobs/${job.job_id}/events/${created?.event_id}/resend`)).status).toBeLessThan(300);
  const events = await until(
    async () => eventsOf(job),
    ({ length }) => length === 2,
  );
  expect(events.map(({ headers }) => headers['webhook-id'])).toEqual([created?.event_id, created?.event_id]);
});

test('a payer opts in to emails, gets them as the client does, and stops them with one click', async () => {
  const job = await orderLetter({ email: 'ada@example.com' });
  const { token } = formIn((await service.get(job.pay_url)).text, 'pay');
  const body = new URLSearchParams({ token: token ?? '', step: 'pay', emails: 'yes' });
  const response = await fetch(`${job.pay_url}/emails`, { method: 'POST', body, redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([303, job.checkout_url]);
  await service.pay(job.checkout_url);
  const emails = await until(
    () => storedEmails(job),
    (stored) => new Set(stored.map(({ to }) => to)).size === 2,
  );
  const { stopUrl, text } = emails.find(({ to }) => to === 'payer@example.com') ?? { stopUrl: '', text: '' };
  expect(text).toContain(job.pay_url);
  expect(stopUrl).toMatch(`${origin}/v1/emails/stop/`);
  expect((await service.get(stopUrl)).status).toBe(200);
  expect((await service.post(stopUrl, 'List-Unsubscribe=One-Click', formHeaders)).status).toBe(200);
});
