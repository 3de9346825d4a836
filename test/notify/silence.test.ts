/** The addresses that we don't email, because of a stop link, a bounce or a complaint. */
import { lifetimesMs } from '../../shared/domain/times.ts';
import { receiveEmailEvent } from '../../shared/notify/receive-email-event.ts';
import { silence, silencedBy } from '../../shared/notify/silence.ts';
import { emailPreference, setEmailPreference, stopPage } from '../../shared/pages/emails/stop.ts';
import { type MemoryDeps, memoryDeps } from '../support/fakes/deps.ts';
import { ordered, orderFor, paid, quoted } from '../support/fakes/orders.ts';
import { readerFor } from '../support/pages/reader.ts';
import { attribute, elements, pageText } from '../support/pages/reading.ts';

const english = readerFor({ operator: {}, isTest: false });

/** A paid order, and the token in the stop link of its first email. */
async function emailed(deps: MemoryDeps, email = 'ada@example.com') {
  const { quote_id } = await quoted(deps);
  const jobId = (await ordered(deps, orderFor(quote_id, {}, { notify: { email } }))).body.job_id as string;
  await paid(deps, jobId);
  await deps.clock.advance(6_000);
  const stopUrl = deps.emails.all().at(-1)?.stopUrl ?? '';
  return { jobId, token: stopUrl.slice(stopUrl.lastIndexOf('/') + 1) };
}

test('opening the stop link changes nothing, and shows only a masked address', async () => {
  const deps = memoryDeps();
  const { token } = await emailed(deps);
  const view = await emailPreference(deps, token);
  expect(view).toEqual({ address: 'a…@example.com', silencedBy: undefined });
  expect(await emailPreference(deps, token)).toEqual(view);
  expect(pageText(stopPage(view, english))).toContain('Stop all emails?');
});

test('the button stops the emails about every order to this mailbox, and no others', async () => {
  const deps = memoryDeps();
  const { token } = await emailed(deps);
  await setEmailPreference(deps, token, 'stop');
  const before = deps.emails.all().length;
  for (const email of ['Ada@Example.com', 'ada+2@example.com']) await emailed(deps, email);
  expect(deps.emails.all()).toHaveLength(before);
  // An alarm counts failed emails, and these did not fail.
  expect(deps.measured).not.toContainEqual(['emailsFailed', 1]);
  await emailed(deps, 'grace@example.com');
  expect(deps.emails.all()).toHaveLength(before + 1);
});

test('a bounce silences only one address, and a complaint silences all addresses of the mailbox', async () => {
  const deps = memoryDeps();
  await silence(deps, 'ada+typo@example.com', 'bounced');
  expect(await silencedBy(deps, 'ada@example.com')).toBeUndefined();
  expect(await silencedBy(deps, 'Ada+Typo@example.com')).toBe('bounced');
  await silence(deps, 'ada+typo@example.com', 'complained');
  expect(await silencedBy(deps, 'ada@example.com')).toBe('complained');
});

test.each([
  ['before', ['bounced', 'asked']],
  ['after', ['asked', 'bounced']],
] as const)(
  'a reader who stopped emails still gets none once a bounce from %s the request has expired',
  async (_, reasons) => {
    const deps = memoryDeps();
    for (const why of reasons) await silence(deps, 'ada@example.com', why);
    expect(await silencedBy(deps, 'ada@example.com')).toBe('bounced');
    await deps.clock.advance(lifetimesMs.silencedAddress.bounced);
    expect(await silencedBy(deps, 'ada@example.com')).toBe('asked');
  },
);

test('the page has no button to resume emails after a bounce or a complaint', async () => {
  const deps = memoryDeps();
  const { token } = await emailed(deps);
  for (const why of ['bounced', 'complained'] as const) {
    await silence(deps, 'ada@example.com', why);
    const view = await setEmailPreference(deps, token, 'resume');
    expect(view.silencedBy).toBe(why);
    expect(elements(stopPage(view, english)).some(({ tagName }) => tagName === 'form')).toBe(false);
    expect(stopPage(view, english).headers['content-security-policy']).toContain("form-action 'none'");
  }
});

test('a forged stop link is not found', async () => {
  const token = `${'0'.repeat(26)}${'a'.repeat(32)}`;
  await expect(setEmailPreference(memoryDeps(), token, 'stop')).rejects.toMatchObject({ code: 'not_found' });
});

test('without a script, the page has a form to stop emails, and then a button to resume them', () => {
  const active = elements(stopPage({ address: 'a…@example.com', silencedBy: undefined }, english));
  const form = active.find(({ tagName }) => tagName === 'form');
  expect([attribute(form, 'method'), attribute(form, 'action')]).toEqual(['post', undefined]);
  expect(active.filter(({ tagName }) => tagName === 'script')).toEqual([]);
  const stopped = elements(stopPage({ address: 'a…@example.com', silencedBy: 'asked' }, english));
  const button = stopped.find(({ tagName }) => tagName === 'button');
  expect([attribute(button, 'name'), attribute(button, 'value')]).toEqual(['choice', 'resume']);
});

const mail = { messageId: '0100', destination: ['ada@example.com'], commonHeaders: { subject: 'Payment received' } };
const bounce = (bounceType: string, ...addresses: string[]) => ({
  eventType: 'Bounce',
  mail,
  bounce: {
    feedbackId: '0100',
    bounceType,
    bounceSubType: 'General',
    timestamp: '2026-11-22T12:00:00.000Z',
    bouncedRecipients: addresses.map((emailAddress) => ({ emailAddress, action: 'failed', status: '5.1.1' })),
  },
});
const complaint = (complaintFeedbackType: string | null | undefined, ...addresses: string[]) => ({
  eventType: 'Complaint',
  mail,
  complaint: {
    feedbackId: '0100',
    complaintFeedbackType,
    complainedRecipients: addresses.map((emailAddress) => ({ emailAddress })),
  },
});

/** Receives the event twice, and returns what is stored and measured after that. */
async function afterEvent(event: object) {
  const deps = memoryDeps();
  for (const _again of [1, 2]) await receiveEmailEvent(deps, event);
  return { deps, why: await silencedBy(deps, 'ada@example.com') };
}

test.each([
  ['a permanent bounce', bounce('Permanent', 'ada@example.com'), 'bounced'],
  ['an address with a name', bounce('Permanent', '"Ada, L." <ada@example.com>'), 'bounced'],
  ['several addresses', bounce('Permanent', 'grace@example.com', 'ada@example.com'), 'bounced'],
  ['a complaint', complaint('abuse', 'ada@example.com'), 'complained'],
  ['a complaint of null type', complaint(null, 'ada@example.com'), 'complained'],
])('an event from SES about %s silences the address, and no other', async (_, event, expected) => {
  const { deps, why } = await afterEvent(event);
  expect([why, await silencedBy(deps, 'stranger@example.com')]).toEqual([expected, undefined]);
  expect(deps.measured).toContainEqual(['emailAddressesSilenced', 1]);
});

test.each([
  ['a full mailbox', bounce('Transient', 'ada@example.com')],
  ['a message taken out of the spam folder', complaint('not-spam', 'ada@example.com')],
  ['a delivery', { eventType: 'Delivery', mail, delivery: { recipients: ['ada@example.com'] } }],
])('an event from SES about %s silences no address', async (_, event) => {
  const { deps, why } = await afterEvent(event);
  expect([why, deps.measured]).toEqual([undefined, []]);
});
