/** Bank numbers that are sent to any path are stored and printed nowhere: docs/contract.md, "Bank accounts". */
import { type Answer, ada, answered, eventFor, grace, letterOf } from '../../support/e2e/client.ts';
import { checkOf, faxOf, orderCheck, paid } from '../../support/e2e/desk.ts';
import { startRealService } from '../../support/e2e/real.ts';
import { type Service, startService } from '../../support/e2e/service.ts';
import {
  accountsPath,
  badRouting,
  ca,
  caRouted,
  filesIn,
  formHeaders,
  formOf,
  formPath,
  searcher,
  secret,
  secrets,
  spaced,
  type Trace,
  us,
} from '../../support/e2e/traces.ts';
import { checkPrice } from '../../support/prices.ts';
import { sample } from '../../support/sampling.ts';

/** In the first mode the partners are simulated; in the second, doubles of the real ones run. */
const modes = [
  ['mock', startService],
  ['real', startRealService],
] as const;

describe.each(sample(modes, 2, 'suites a second time, in real mode'))('in %s mode', (mode, start) => {
  const services: Service[] = [];
  const answers: { readonly path: string; readonly answer: Answer }[] = [];

  /** Starts a service for tests that register many accounts: it refuses the eleventh registration within an hour. */
  async function freshService(): Promise<Service> {
    const service = await start({ WEBHOOK_WAIT_MS: '1500' });
    services.push(service);
    return service;
  }

  /** For the tests that register few accounts. */
  let shared: Promise<Service> | undefined;
  const sharedService = () => (shared ??= freshService());

  /** Returns a function that sends a request, expects this status, and records the response for the search. */
  const senderTo =
    (service: Service) =>
    async (status: number, route: string, body?: unknown, headers = {}) => {
      const [method = '', path = ''] = route.includes(' ') ? route.split(' ') : ['POST', route];
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer =
        method === 'POST'
          ? await service.post(path, body, headers)
          : await answered(fetch(service.baseUrl + path, { method, headers: { ...headers }, ...sent }));
      answers.push({ path: `${method} ${path}`, answer });
      expect({ route, status: answer.status, text: answer.text }).toMatchObject({ status });
      return answer;
    };

  afterAll(() => Promise.all(services.map((service) => service.stop())));

  describe('while the services run', () => {
    test('accounts are registered by JSON: accepted, refused, partner down, malformed, over the limit', async () => {
      const send = senderTo(await freshService());
      await send(201, accountsPath, us, { 'idempotency-key': secret.usAccount });
      await send(201, accountsPath, ca);
      await send(201, accountsPath, caRouted);
      await send(201, accountsPath, spaced, { 'content-type': 'text/plain' });
      await send(400, accountsPath, { ...us, routing_number: badRouting });
      await send(400, accountsPath, { ...us, nickname: `Mine ${secret.usAccount}` });
      await send(503, accountsPath, { ...us, bank_name: 'TEST DOWN BANK' });
      await send(400, accountsPath, { ...ca, bank_name: 'TEST REJECT BANK' });
      const cut = `{"account_number":"${secret.usAccount}", ${secret.usRouting} ${secret.caAccount}`;
      await send(400, accountsPath, cut);
      await send(400, accountsPath, formOf(us), formHeaders);
      await send(429, accountsPath, us);
      await send(429, formPath, formOf(us), formHeaders);
    });

    test('accounts are registered by the form: accepted, refused, partner down, wrong type, malformed', async () => {
      const send = senderTo(await freshService());
      await send(200, formPath, formOf(us), formHeaders);
      await send(200, formPath, formOf(ca), formHeaders);
      await send(400, formPath, formOf({ ...us, routing_number: badRouting }), formHeaders);
      const misplaced = { ...ca, bank_name: secret.caAccount, account_type: secret.caTransit };
      await send(400, formPath, formOf(misplaced), formHeaders);
      await send(503, formPath, formOf({ ...us, bank_name: 'TEST DOWN BANK' }), formHeaders);
      await send(400, formPath, formOf({ ...ca, bank_name: 'TEST REJECT BANK' }), formHeaders);
      await send(400, formPath, JSON.stringify(us));
      const parts = `--x\r\nContent-Disposition: form-data; name="account_number"\r\n\r\n${secret.usAccount}\r\n--x--`;
      await send(400, formPath, parts, { 'content-type': 'multipart/form-data; boundary=x' });
      await send(400, accountsPath, parts, { 'content-type': 'multipart/form-data; boundary=x' });
      await send(400, accountsPath, [us]);
    });

    test('bank numbers are sent where they do not belong: in large bodies, with other methods, to unknown paths', async () => {
      const send = senderTo(await sharedService());
      const large = JSON.stringify({ ...us, padding: 'x'.repeat(5_000_000) });
      for (const path of [accountsPath, formPath, '/check-jobs']) await send(413, path, large);
      for (const method of ['PUT', 'DELETE', 'PATCH']) await send(404, `${method} ${accountsPath}`, us);
      const query = `?account_number=${secret.usAccount}&routing_number=${secret.usRouting}`;
      await send(404, '/bank-account', us);
      await send(404, `${accountsPath}/${secret.usAccount}`, us);
      await send(404, `GET ${accountsPath}/${secret.usAccount}${query}`);
      await send(404, `GET ${accountsPath}${query}`);
      await send(200, `GET ${formPath}${query}`);
      await send(201, `${accountsPath}${query}`, us);
      for (const path of ['/jobs', '/letters']) await send(404, `GET ${path}/${secret.usAccount}`);
      for (const path of ['/pay', '/checkout']) await send(404, `GET ${path}/${secret.caAccount}`);
      await send(404, `/jobs/${secret.usAccount}/cancel`, us);
      for (const path of ['/quotes', '/jobs', '/check-jobs', '/fax-quotes', '/fax-jobs']) await send(400, path, us);
      await send(201, '/check-quotes', { ...us, country_code: secret.caTransit });
      const headers = {
        'x-account': secret.usAccount,
        cookie: `n=${secret.usRouting}`,
        referer: `https://x/${secret.caAccount}`,
      };
      await send(404, '/nothing', ca, { ...headers, 'user-agent': secret.usAccount });
    });

    test('bank numbers are sent in a check job, under several names, at several depths, as its account and as its key', async () => {
      const send = senderTo(await sharedService());
      const { bank_account_id: id } = (await send(201, accountsPath, us)).body;
      const { quote_id } = (await send(201, '/check-quotes', { country: 'US' })).body;
      const job = checkOf(quote_id, id);
      const { usAccount, usRouting, caTransit, caInstitution, caAccount } = secret;
      for (const changes of [
        { account_number: usAccount },
        { accountNumber: Number(caAccount) },
        { routing_number: usRouting },
        { transit_number: caTransit, institution_number: caInstitution },
        { bank_account: usAccount },
        { bank_account: Number(caAccount) },
        { bank_account: `${usRouting} ${usAccount}` },
        { bank_account: { account_number: usAccount } },
        { to: { ...ada, account_number: usAccount } },
        { from: { ...grace, bank: [{ account: { number: caAccount } }] } },
        { message: { account_number: usAccount } },
        { [usAccount]: { account_number: caAccount } },
      ])
        await send(400, '/check-jobs', { ...job, check: { ...job.check, ...changes } });
      await send(400, '/check-jobs', { ...job, payer: { routing: usRouting, account: usAccount } });
      await send(400, '/check-jobs', `{"check":{"account_number":"${usAccount}"`);
      await send(400, '/check-jobs', { ...job, account_number: usAccount, idempotency_key: 'canary' });
      await send(201, '/check-jobs', { ...job, idempotency_key: 'canary' });
      await send(400, '/check-jobs', { ...job, quote_id: usAccount });
      const misused = { ...job, check: { ...job.check, bank_account: caAccount } };
      await send(400, '/check-jobs', misused, { 'idempotency-key': usAccount });
    });

    test('bank numbers are sent in a webhook, and in letters and faxes that are refused', async () => {
      const service = await sharedService();
      const send = senderTo(service);
      const { quote_id } = await service.quote();
      const bank = { account_number: secret.usAccount, routing_number: secret.usRouting };
      const event = eventFor(
        { job_id: secret.usAccount, total_cents: checkPrice().total_cents, currency: 'USD' },
        { ...bank, customer_details: bank },
      );
      const malformed = `{"account_number":"${secret.usAccount}"`;
      const responses = [await service.sendEvent(event), await service.sendEvent(malformed)];
      expect(responses.map(({ status }) => status)).toEqual([200, 400]);
      for (const answer of responses) answers.push({ path: '/webhooks/stripe', answer });
      await send(mode === 'real' ? 401 : 400, '/webhooks/stripe', malformed);
      await send(400, '/jobs', letterOf(quote_id, { countryCode: secret.caTransit, ...bank }));
      await send(400, '/fax-jobs', faxOf(quote_id, bank));
    });

    test('a check drawn on a registered account is paid, printed and shown', async () => {
      const service = await sharedService();
      const send = senderTo(service);
      const { bank_account_id: id } = (await send(201, accountsPath, us)).body;
      const job = await paid(service, orderCheck(service, id, { memo: 'Rent', message: '<p>Thank you</p>' }));
      const { check_id } = await service.jobUntil(job.job_id, { status: 'fulfilled' });
      const order = `/jobs/${job.job_id}`;
      for (const path of [order, `${order}/receipt`, job.pay_url, job.checkout_url, `/letters/${check_id}`])
        answers.push({ path, answer: await service.get(path) });
      for (const accept of ['text/html', 'application/json'])
        answers.push({ path: 'mailbox', answer: await service.get(`${service.origin}/_mailbox`, { accept }) });
    });
  });

  describe('after the services have ended', () => {
    const tracesIn = searcher(secrets);
    let files: Map<string, Buffer>;
    beforeAll(async () => {
      for (const service of services) await service.leave();
      const perService = await Promise.all(services.map(({ dataDir }) => filesIn(dataDir)));
      files = new Map(perService.flatMap((each) => [...each]));
    });

    test('bank numbers are in no file that the services wrote, unlike the nicknames', () => {
      expect(files.size).toBeGreaterThan(services.length);
      const written = [...files];
      expect(written.flatMap(([path, bytes]) => tracesIn(path, bytes))).toEqual([]);
      for (const { nickname } of [us, ca]) expect(written.some(([, bytes]) => bytes.includes(nickname))).toBe(true);
    });

    test('bank numbers are nowhere in the services’ output, although it logs every request', () => {
      for (const [index, service] of services.entries()) {
        expect(tracesIn(`output of service ${index}`, service.log())).toEqual([]);
        expect(service.log()).not.toMatch(/"message":"unexpected error"/);
        expect(service.log()).not.toMatch(new RegExp(`inst(?:itution)?\\W{0,20}${secret.caInstitution}`, 'i'));
      }
      const printed = services.map((service) => service.log()).join('');
      // The mailbox isn't a function, so it logs no request.
      const logged = answers.filter(({ path }) => path !== 'mailbox');
      const ids = logged.map(({ answer }) => answer.headers.get('x-request-id')).filter((id) => id !== null);
      expect(ids.filter((id) => !printed.includes(id))).toEqual([]);
    });

    test('bank numbers are in no response', () => {
      expect(answers.length).toBeGreaterThan(70);
      const traces = answers.flatMap(({ path, answer }): Trace[] =>
        tracesIn(path, `${JSON.stringify([...answer.headers])}\n${answer.text}`),
      );
      expect(traces).toEqual([]);
    });
  });
});
