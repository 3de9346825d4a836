/** The developer's mailbox over HTTP: what it lists, what its buttons do, and who can press them. */
import { createHash } from 'node:crypto';
import { type Answer, type Json, letterOf, until } from '../../support/e2e/client.ts';
import { running, startService } from '../../support/e2e/service.ts';

const service = running(() => startService({ SIMULATED_READY_SECONDS: '3600' }));

const asJson = { accept: 'application/json' };
const urlOf = (rest = '') => `${service.origin}/_mailbox${rest}`;
const mailboxPage = () => service.get(urlOf(), { accept: 'text/html' });
/** A job's card on the page. */
const cardOf = async (jobId: string): Promise<string> =>
  (await mailboxPage()).text.match(/<article[\s\S]*?<\/article>/g)?.find((card) => card.includes(`id="${jobId}"`)) ??
  '';
const act = (jobId: string, action: string) => service.post(urlOf(`/${jobId}`), { action });
const entryOf = async (jobId: string): Promise<Json> => (await service.get(urlOf(`/${jobId}`), asJson)).body;

/** Orders and pays for a letter. Returns the job once the partner has accepted it. */
const acceptedJob = async (to: object = {}) => {
  const job = await service.order({ to });
  await service.pay(job.checkout_url);
  return service.jobUntil(job.job_id, { status: 'fulfilled' });
};

describe('the list', () => {
  test('has, as JSON, the letters that the partner accepted, newest first', async () => {
    const [first, second] = [await acceptedJob(), await acceptedJob()];
    const [item, older] = (await service.get(urlOf(), asJson)).body.items;
    expect(older?.job_id).toBe(first.job_id);
    expect(item).toEqual({
      id: second.letter_id,
      kind: 'letter',
      job_id: second.job_id,
      status: 'ready',
      created_at: expect.any(Number),
      document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      document_url: urlOf(`/${second.letter_id}/document.pdf`),
    });
  });

  test('serves the exact PDF that the partner got, the partner’s record, and a preview of page 1', async () => {
    const { job_id, letter_id } = await acceptedJob();
    const [item] = await service.atPartner(job_id);
    const pdf = await fetch(item.document_url);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const bytes = await pdf.bytes();
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(item.document_sha256);
    const { body: record } = await service.get(urlOf(`/${letter_id}/record.json`));
    expect(record).toMatchObject({ id: letter_id, object: 'letter', status: 'ready' });
    const [picture = ''] = /\/v1\/pay\/pay_[0-9a-z]{26}\/pages\/1/.exec(await cardOf(job_id)) ?? [];
    const preview = await fetch(service.origin + picture);
    expect(preview.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await preview.bytes()).toString('latin1', 1, 4)).toBe('PNG');
  });

  test('escapes every name on its page, and every link on a card works', async () => {
    const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;`;
    const { job_id } = await acceptedJob({ name: undefined, companyName: hostile });
    const page = await mailboxPage();
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src ('sha256-[^']+' ?)+; connect-src 'self'; img-src 'self'; form-action 'self'; /,
    );
    expect(page.text).toContain('&lt;script&gt;alert');
    expect(page.text).not.toMatch(/<script>alert|<img src=x/);
    const links = [...(await cardOf(job_id)).matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links).toHaveLength(5);
    for (const link of links) expect((await service.get(service.origin + link)).status).toBe(200);
  });
});

describe('a developer’s button', () => {
  test('mails a letter and then returns it, and the job shows each right away', async () => {
    const { job_id } = await acceptedJob();
    await act(job_id, 'mail');
    expect(await service.job(job_id)).toMatchObject({ fulfillment_status: 'mailed' });
    expect(await entryOf(job_id)).toMatchObject({ api_status: 'mailed', actions: ['scan', 'return', 'lose_answer'] });
    expect((await act(job_id, 'return')).body).toEqual({ says: 'It’s returning to sender, and the service knows.' });
    expect(await service.job(job_id)).toMatchObject({
      fulfillment_status: 'mailed',
      refund: 'not_applicable',
      returned_at: expect.any(Number),
    });
    const notes = ['It’s returning to sender.'];
    expect(await entryOf(job_id)).toMatchObject({ api_status: 'mailed', notes, actions: [] });
    expect((await act(job_id, 'print')).body).toEqual({ says: expect.stringContaining('too late') });
  });

  test('makes an order fail at the partner: the job fails and is refunded', async () => {
    const { job_id } = await acceptedJob();
    await act(job_id, 'fail');
    await service.jobUntil(job_id, { status: 'failed', refund: 'issued' });
    expect(await service.atPartner(job_id)).toMatchObject([{ status: 'cancelled' }]);
    expect(await entryOf(job_id)).toMatchObject({ api_status: 'failed' });
    expect(await cardOf(job_id)).toContain('a developer made it fail');
  });

  test('holds back the payment event and loses the partner’s response, and the order is made once', async () => {
    const job = await service.order();
    await act(job.job_id, 'hold_event');
    // This also opens the page that the payer returns to, which checks the payment itself.
    await service.pay(job.checkout_url);
    expect((await act(job.job_id, 'lose_answer')).status).toBe(200);
    const { notes } = await entryOf(job.job_id);
    expect(notes).toEqual(['The partner’s next response will be lost.', 'The payment event is on hold.']);
    expect((await act(job.job_id, 'send_event')).body).toEqual({ says: 'The payment event was delivered.' });
    await service.jobUntil(job.job_id, { status: 'fulfilled' });
    expect(await service.atPartner(job.job_id)).toHaveLength(1);
    expect((await entryOf(job.job_id)).notes).toEqual([]);
  });
});

describe('access to the buttons', () => {
  const secretOf = (page: Answer) => /name="secret" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const form = (jobId: string, fields: Record<string, string>, headers: object = {}) =>
    fetch(urlOf(`/${jobId}`), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers },
      body: new URLSearchParams({ action: 'fail', ...fields }),
    });

  test('the page’s form redirects back to its card', async () => {
    const { job_id } = await acceptedJob();
    const secret = secretOf(await mailboxPage());
    const answer = await form(job_id, { action: 'mail', secret });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/_mailbox#${job_id}`]);
    expect(await entryOf(job_id)).toMatchObject({ api_status: 'mailed' });
  });

  test('a page on another origin, or a form without the secret, is refused', async () => {
    const { job_id } = await acceptedJob();
    const secret = secretOf(await mailboxPage());
    for (const headers of [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await form(job_id, { secret }, headers)).status).toBe(403);
    for (const wrong of ['', 'x', secret.slice(1), `${secret}x`])
      expect((await form(job_id, { secret: wrong })).status).toBe(403);
    expect(await service.job(job_id)).toMatchObject({ status: 'fulfilled' });
  });
});

describe('emails', () => {
  /** Orders and pays for a letter that is mailed at once, with emails to this address. */
  const orderWithEmails = async (email: string): Promise<Json> => {
    const { quote_id } = await service.quote();
    const letter = letterOf(quote_id, { addressLine1: '1 TEST MAILED ST' });
    const job = await service.make('/jobs', { ...letter, notify: { email } });
    await service.pay(job.checkout_url);
    return job;
  };

  test('are listed with their job, as HTML and as text, on the page and in JSON', async () => {
    const job = await orderWithEmails('ada@example.com');
    const { job_id, emails } = await until(
      () => entryOf(job.job_id),
      ({ emails }) => emails.length >= 2,
    );
    expect(emails.map(({ to, subject }: Json) => [to, subject])).toEqual([
      ['ada@example.com', 'Payment received: Your letter (IL 62701)'],
      ['ada@example.com', 'In the mail: Your letter (IL 62701)'],
    ]);
    const [{ html_url, text_url, text }] = emails;
    const html = await service.get(html_url);
    expect(html.status).toBe(200);
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await service.get(text_url)).text).toBe(text);
    for (const [link] of text.matchAll(/http:\S+/g))
      expect([link, (await service.get(link, { accept: 'text/html' })).status]).toEqual([link, 200]);
    expect(await cardOf(job_id)).toContain('In the mail: Your letter (IL 62701)');
  });

  test('to Amazon’s mailbox simulator bounce, and nothing more is sent there', async () => {
    const job = await orderWithEmails('bounce@simulator.amazonses.com');
    const { emails } = await until(
      () => entryOf(job.job_id),
      ({ api_status, emails }) => api_status === 'mailed' && emails.length > 0,
    );
    expect(emails).toHaveLength(1);
    expect((await service.get(emails[0].stop_url)).text).toContain('came back, so we no longer email it');
  });
});
