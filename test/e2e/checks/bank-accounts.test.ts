/** Registering bank accounts over HTTP: docs/contract.md, "Bank accounts" and "Browsers". */

import { unknownId } from '../../support/e2e/client.ts';
import { caBank, checkOf, orderCheck, registered, usBank } from '../../support/e2e/desk.ts';
import { sampledModes, startIn } from '../../support/e2e/modes.ts';
import type { Service } from '../../support/e2e/service.ts';

describe.each(sampledModes())('in %s mode', (mode) => {
  /** Each service takes ten requests an hour: more need another one. */
  const started: Service[] = [];
  let left = 0;
  async function counter(): Promise<Service> {
    if (left === 0) {
      started.push(await startIn(mode));
      left = 10;
    }
    left -= 1;
    return started.at(-1) as Service;
  }
  afterAll(() => Promise.all(started.map((service) => service.stop())));

  const register = async (account: object) => (await counter()).post('/bank-accounts', account);

  describe('response 201: only bank_account_id and nickname', () => {
    test.each<[string, object]>([
      ['US, by routing number', usBank],
      ['Canada, by institution and transit number', caBank],
      [
        'Canada, by one routing number of 8 digits',
        { ...caBank, institution_number: undefined, transit_number: undefined, routing_number: '60719847' },
      ],
      [
        'numbers with spaces and hyphens',
        { ...usBank, routing_number: '0210 0002-1', account_number: '7351 9284 605' },
      ],
      ['the shortest US account number', { ...usBank, account_number: '4815' }],
      ['the longest US account number', { ...usBank, account_number: '48151623420000013' }],
      ['the shortest Canadian one', { ...caBank, account_number: '48151' }],
      ['the longest Canadian one', { ...caBank, account_number: '481516234201' }],
      ['account_type savings', { ...usBank, account_type: 'savings' }],
      ['account_type chequing', { ...caBank, account_type: 'chequing' }],
    ])('%s', async (_, account) => {
      const { status, body } = await register(account);
      const { nickname } = account as typeof usBank;
      expect({ status, body }).toEqual({
        status: 201,
        body: { bank_account_id: expect.stringMatching(/^bank_[0-9a-z]{26}$/), nickname },
      });
    });

    test('each registration is an account of its own, whose id serves a check job', async () => {
      const service = await counter();
      await counter();
      const [one, other] = [await registered(service), await registered(service)];
      expect(one).not.toBe(other);
      expect(await orderCheck(service, one)).toMatchObject({ service: 'check', check_currency: 'USD' });
    });
  });

  describe('an invalid request is 400, names the field and repeats no number', () => {
    test('what is required', async () => {
      const { status, body } = await register({});
      expect(status).toBe(400);
      for (const field of ['nickname', 'country', 'account_holder_name', 'bank_name', 'account_number'])
        expect(body.error).toContain(`${field} is missing`);
    });

    test.each<[string, object]>([
      ['routing_number', { ...usBank, routing_number: undefined }],
      ['routing_number', { ...usBank, routing_number: '02100002' }],
      ['routing_number', { ...usBank, routing_number: '0210000211' }],
      ['routing_number', { ...usBank, routing_number: '021000022' }],
      ['routing_number', { ...usBank, routing_number: '000000000' }],
      ['routing_number', { ...usBank, routing_number: 21_000_021 }],
      ['transit_number', { ...usBank, transit_number: '60719' }],
      ['institution_number', { ...usBank, institution_number: '847' }],
      ['account_number', { ...usBank, account_number: '481' }],
      ['account_number', { ...usBank, account_number: '481516234200000134' }],
      ['account_number', { ...usBank, account_number: '4815x16234' }],
      ['institution_number', { ...caBank, institution_number: undefined }],
      ['institution_number', { ...caBank, institution_number: '84' }],
      ['transit_number', { ...caBank, transit_number: undefined }],
      ['transit_number', { ...caBank, transit_number: '607190' }],
      ['routing_number', { ...caBank, routing_number: '021000021' }],
      ['transit_number', { ...caBank, routing_number: '60718847' }],
      ['account_number', { ...caBank, account_number: '4815' }],
      ['account_number', { ...caBank, account_number: '4815162342001' }],
      ['country', { ...usBank, country: 'MX' }],
      ['account_type', { ...usBank, account_type: 'gold' }],
      ['nickname', { ...usBank, nickname: 'Household …4605' }],
      ['nickname', { ...usBank, nickname: 'x'.repeat(61) }],
      ['bank_name', { ...usBank, bank_name: 'two\nlines' }],
      ['account_holder_name', { ...usBank, account_holder_name: ' ' }],
    ])('%s, case %#', async (field, account) => {
      const { status, body, text } = await register(account);
      expect({ status, body }).toMatchObject({ status: 400, body: { field, error: expect.stringContaining(field) } });
      expect(Object.keys(body).sort()).toEqual(['code', 'docs_url', 'error', 'field']);
      const numbers = ['routing_number', 'transit_number', 'institution_number', 'account_number'] as const;
      for (const name of numbers) {
        const given = (account as Partial<Record<typeof name, unknown>>)[name];
        // The port in `docs_url` is any number.
        if (given !== undefined) expect(text.replace(String(body.docs_url), '')).not.toContain(String(given));
      }
    });
  });

  describe('numbers are forwarded once to the check-printing provider', () => {
    test('which may refuse them: 400', async () => {
      const { status, body } = await register({ ...usBank, bank_name: 'TEST REJECT BANK' });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/partner refused/) },
      });
      expect(body).not.toHaveProperty('bank_account_id');
    });

    test('which may be down: 503 that says when to come again', async () => {
      const { status, body, headers } = await register({ ...usBank, bank_name: 'TEST DOWN BANK' });
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { error: expect.stringMatching(/nothing was kept/) },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  describe('DELETE removes it', () => {
    const removed = (service: Service, id: string) =>
      fetch(`${service.baseUrl}/bank-accounts/${id}`, {
        method: 'DELETE',
        headers: { origin: 'https://shop.example' },
      });

    test('once and again, and no check can be drawn on it; its unpaid check is cancelled', async () => {
      const service = await counter();
      const id = await registered(service);
      const { job_id } = await orderCheck(service, id);
      for (let time = 0; time < 2; time += 1) {
        const answer = await removed(service, id);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        // A check was ordered a moment before.
        expect(await answer.json()).toEqual({ bank_account_id: id, removed: true, numbers_deleted: false });
      }
      expect((await service.get(`/jobs/${job_id}`)).body).toMatchObject({ status: 'cancelled' });
      const { quote_id } = await service.make('/check-quotes', { country: 'US' });
      expect(await service.post('/check-jobs', checkOf(quote_id, id))).toMatchObject({
        ...{ status: 400, body: { code: 'invalid_request', field: 'check.bank_account' } },
      });
    });

    test('an unknown one is 404', async () => {
      const service = await counter();
      const answer = await removed(service, `bank_${'z'.repeat(26)}`);
      expect([answer.status, await answer.text()]).toEqual([404, unknownId(service)]);
    });
  });

  describe('pages of other origins cannot call it', () => {
    const origin = 'https://shop.example';

    test('no answer may be read by them', async () => {
      for (const account of [usBank, {}]) {
        const service = await counter();
        const { headers } = await service.post('/bank-accounts', account, { origin });
        expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    });

    test.each([
      ['POST', '/bank-accounts'],
      ['POST', '/bank-accounts/new'],
      ['DELETE', `/bank-accounts/bank_${'0'.repeat(26)}`],
    ])('a preflight of %s %s is 404', async (method, path) => {
      const [service = await counter()] = started;
      const asked = {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      };
      const { status, headers } = await fetch(service.baseUrl + path, { method: 'OPTIONS', headers: asked });
      expect(status).toBe(404);
      for (const name of ['origin', 'methods', 'headers'])
        expect(headers.get(`access-control-allow-${name}`)).toBeNull();
    });

    test('nothing lists accounts, and none can be read', async () => {
      const service = await counter();
      const id = await registered(service);
      for (const path of [`/jobs/${id}`, `/letters/${id}`])
        expect(await service.get(path)).toMatchObject({ status: 404, text: unknownId(service) });
      for (const [path, hint] of [
        ['/bank-accounts', /^Served at this path: POST \/v1\/bank-accounts\. /],
        [`/bank-accounts/${id}`, /^Served at this path: DELETE \/v1\/bank-accounts\/\{bank_account_id\}\. /],
      ] as const)
        expect(await service.get(path)).toMatchObject({
          status: 404,
          body: { error: 'not_found', hint: expect.stringMatching(hint) },
        });
    });
  });
});
