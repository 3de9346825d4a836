/** One network registers 10 bank accounts an hour, and the form counts with it: docs/contract.md, "Limits". */

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { Answer } from '../../support/e2e/client.ts';
import { usBank } from '../../support/e2e/desk.ts';
import { sampledModes, startAgain, startIn } from '../../support/e2e/modes.ts';
import type { Service } from '../../support/e2e/service.ts';

const formed = { 'content-type': 'application/x-www-form-urlencoded' };
const form = new URLSearchParams({ ...usBank, authorised: 'yes' }).toString();

function expectRefused({ status, headers, text }: Answer): void {
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  expect(text).not.toContain(usBank.account_number);
  expect(text).not.toMatch(/bank_[0-9a-z]{26}/);
}

describe.each(sampledModes())('in %s mode after ten requests in an hour', (mode) => {
  let service: Service;
  beforeAll(async () => {
    service = await startIn(mode);
    const taken: number[] = [];
    for (let time = 1; time <= 4; time += 1) {
      taken.push((await service.post('/bank-accounts', usBank)).status);
      taken.push((await service.post('/bank-accounts', { ...usBank, routing_number: '1' })).status);
    }
    taken.push((await service.post('/bank-accounts', 'no JSON')).status);
    taken.push((await service.post('/bank-accounts/new', form, formed)).status);
    expect(taken).toEqual([201, 400, 201, 400, 201, 400, 201, 400, 400, 200]);
  });
  afterAll(() => service.stop());

  test('sound or not, by JSON or by form, the next is 429 with Retry-After', async () => {
    const refused = await service.post('/bank-accounts', usBank);
    expectRefused(refused);
    expect(refused.body).toMatchObject({ code: 'rate_limited', error: expect.stringMatching(/at most 10 an hour/) });
    const page = await service.post('/bank-accounts/new', form, formed);
    expectRefused(page);
    expect(page.text).toMatch(/Too many requests came from your network\. Please try again in (1 hour|\d+ minutes)\./);
  });

  test.each([
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Forwarded-For', '203.0.113.8, 198.51.100.1'],
    ['Forwarded', 'for=203.0.113.9;proto=https'],
    ['X-Real-IP', '203.0.113.10'],
    ['CF-Connecting-IP', '203.0.113.11'],
    ['True-Client-IP', '203.0.113.12'],
    ['X-Client-IP', '203.0.113.13'],
  ])('it is not fooled by %s: %s', async (name, value) => {
    expectRefused(await service.post('/bank-accounts', usBank, { [name]: value }));
    expectRefused(await service.post('/bank-accounts/new', form, { ...formed, [name]: value }));
  });

  test('everything else goes on, and the form is still shown', async () => {
    expect((await service.get('/bank-accounts/new')).status).toBe(200);
    expect((await service.post('/check-quotes', { country: 'US' })).status).toBe(201);
  });

  test('it still holds after the service was started again', async () => {
    await service.kill();
    service = await startAgain(service);
    expectRefused(await service.post('/bank-accounts', usBank));
  });

  test('another address has a limit of its own', async () => {
    if (!(await canUse('127.0.0.2'))) return;
    expect(await statusFrom('127.0.0.2')).toBe(201);
  });

  const statusFrom = (localAddress: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const receive = (response: IncomingMessage) => resolve(response.resume().statusCode);
      httpRequest(`${service.baseUrl}/bank-accounts`, { method: 'POST', localAddress }, receive)
        .on('error', reject)
        .end(JSON.stringify(usBank));
    });
});

test('thirty at once: ten at most get through, and the others are told to wait', async () => {
  const service = await startIn('mock');
  try {
    const answers = await Promise.all(Array.from({ length: 30 }, () => service.post('/bank-accounts', usBank)));
    const through = answers.filter(({ status }) => status === 201);
    expect(through.length).toBeGreaterThan(0);
    expect(through.length).toBeLessThanOrEqual(10);
    for (const { status, headers } of answers.filter((answer) => !through.includes(answer))) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  } finally {
    await service.stop();
  }
});

/** Linux has all of 127.0.0.0/8, other systems have one address of it. */
function canUse(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(0, host, () => server.close(() => resolve(true)));
  });
}
