/** The order form over HTTP: one order for each preview, nothing for another site, and the limits of the API. */
import { PDFDocument } from 'pdf-lib';
import { until } from '../../support/e2e/client.ts';

import { running, startService, textOnly } from '../../support/e2e/service.ts';
import { uploaded } from '../../support/e2e/uploads.ts';
import { type Form, formIn, typedForm } from '../../support/pages/typed.ts';
import { letterPrice } from '../../support/prices.ts';

const service = running(() => startService({ ...textOnly, REQUEST_LIMITS: 'quotes=30' }));

/** Without following where it leads. */
async function send(product: string, form: Form, headers: object = {}) {
  const answer = await fetch(`${service.baseUrl}/new/${product}`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    redirect: 'manual',
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const previewed = async (product: string, form: Form): Promise<Form> => {
  const { status, text } = await send(product, form);
  expect(status).toBe(200);
  return formIn(text, 'pay');
};

const orderAt = async ({ status, headers }: Awaited<ReturnType<typeof send>>) => {
  expect(status).toBe(303);
  return service.get(service.origin + headers.get('location'));
};

test('a preview shows the pages and the exact total, and nothing is ordered by it', async () => {
  const { status, headers, text } = await send('letter', typedForm('letter'));
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(text).toContain(`Total <b>${letterPrice().total}</b>`);
  const path = /<img src="([^"]+)"/.exec(text)?.[1] ?? '';
  const picture = await service.get(service.origin + path);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  const notAPage = { 'content-disposition': expect.stringMatching(/^attachment;/), 'cache-control': 'no-store' };
  expect(Object.fromEntries(picture.headers)).toMatchObject(notAPage);
  expect(await service.get(service.origin + path.replace(/1$/, '2'))).toMatchObject({ status: 404 });
  const proof = await service.get(service.origin + path.replace('pages/1', 'proof.pdf'));
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Object.fromEntries(proof.headers)).toMatchObject(notAPage);
  expect(await service.get(`/new/quote_${'0'.repeat(26)}/pages/1`)).toMatchObject({ status: 404 });
  expect((await service.get(`${service.origin}/_mailbox`, { accept: 'application/json' })).body.items).toEqual([]);
});

test('two presses of Continue at once are one order', async () => {
  const form = await previewed('letter', typedForm('letter'));
  const [first, second] = await Promise.all([send('letter', form), send('letter', form)]);
  expect(first.headers.get('location')).toMatch(/^\/v1\/pay\/pay_/);
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  const third = await send('letter', form);
  expect(third.headers.get('location')).toBe(first.headers.get('location'));
  expect((await orderAt(first)).text).toContain(`Pay ${letterPrice().total}`);
});

test('a preview that was ordered, and whose addressee was changed then, is another order', async () => {
  const form = await previewed('letter', typedForm('letter'));
  const first = await send('letter', form);
  const { status, text } = await send('letter', { ...form, 'to.name': 'Grace Hopper' });
  expect([status, text]).toEqual([200, expect.stringContaining('that hour was over')]);
  const second = await send('letter', formIn(text, 'pay'));
  expect(second.headers.get('location')).not.toBe(first.headers.get('location'));
});

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
])('a form of another site (%j) orders nothing and prefills nothing', async (headers) => {
  const form = await previewed('letter', typedForm('letter'));
  for (const step of ['pay', 'preview', 'edit']) {
    const { status, text } = await send('letter', { ...form, step }, headers);
    expect(status).toBe(400);
    expect(text).toContain('the form was sent by another site');
    expect(text).not.toContain('Ada Lovelace');
  }
});

test('more than a form holds is refused, with a sentence', async () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 'x']));
  expect(await send('letter', many)).toMatchObject({
    status: 400,
    text: expect.stringContaining('than any form here'),
  });
  expect(await send('letter', { text: 'a'.repeat(1_000_001) })).toMatchObject({ status: 400 });
});

test('all faults are told in one round, those of the text with those of the fields, and the summary has the focus', async () => {
  const { text } = await send('letter', { ...typedForm('letter'), text: '漢', 'to.city': '' });
  expect(text).toContain('Please fill this in.');
  expect(text).toContain('The character “漢” cannot be printed. Please remove it.');
  expect(text).toMatch(/role="alert" tabindex="-1" autofocus/);
});

test('a file in another size is fitted to the sheet when its sender asks for it', async () => {
  const a4 = await PDFDocument.create();
  a4.addPage([595.28, 841.89]).drawText('Dear Ada', { x: 60, y: 300 });
  const { upload_id: upload = '' } = await uploaded(service, await a4.save());
  const refused = await service.get(`${service.baseUrl}/new/letter?upload=${upload}`);
  expect(refused.text).toContain('Every page must be 8.5 x 11 inches');
  expect(refused.text).toContain('Fit it to US Letter (94 %)');
  expect(refused.text).not.toContain('fit_page true');
  const fitted = await send('letter', { ...formIn(refused.text, 'fit'), 'to.name': 'Ada' });
  expect(fitted.text).toContain('It has 1 page.');
  expect(fitted.text).toContain('value="Ada"');
  const { text } = await send('letter', { ...typedForm('letter'), ...formIn(fitted.text, 'preview') });
  expect(text).toContain('These pages were fitted to the sheet, and nothing is cut off: page 1.');
  expect(await send('letter', formIn(text, 'pay'))).toMatchObject({ status: 303 });
});

test('the limits are those of the API, and nothing that was typed is lost by them', async () => {
  const unprintable = { ...typedForm('letter'), text: '漢' };
  const { headers, text } = await until(
    () => send('letter', unprintable),
    ({ status }) => status === 429,
  );
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(text).toContain('Too many requests came from your network');
  expect(text).toContain('漢</textarea>');
  expect(await service.post('/quotes', { country: 'US', text: 'a' })).toMatchObject({ status: 429 });
});
