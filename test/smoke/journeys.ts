/**
 * Ways through a deployed service that need nothing but its address. Each can be gone again and again, at any timing of
 * the simulated partners. In real mode only those are gone that order nothing.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { compactVerify, createLocalJWKSet } from 'jose';
import { PDFDocument } from 'pdf-lib';
import { assistantOf } from '../support/e2e/assistant.ts';
import { type Client, type Json, letterOf, unknownId, until } from '../support/e2e/client.ts';
import { faxOf, orderCheck, receiptOf, registered } from '../support/e2e/desk.ts';
import { uploaded } from '../support/e2e/uploads.ts';
import { letterPrice } from '../support/prices.ts';

interface Deployed {
  readonly service: Client;
  /** Ends in /v1. */
  readonly baseUrl: string;
  /** Where assistants connect, without the path. */
  readonly assistants: string;
}

export interface Journey {
  readonly promise: string;
  /** Orders and pays, so it is for the test mode alone. */
  readonly orders?: true;
  go(deployed: Deployed): Promise<void>;
}

/** First calls start functions, and what is paid goes through the queue. */
const patienceMs = 60_000;

const html = '<h1>Dear Ada</h1><p style="break-before:page">The engine works.</p>';

export const journeys: readonly Journey[] = [
  {
    promise: 'a letter of text has its exact price, which the page of the service tells, too',
    async go({ service }) {
      const { total } = letterPrice();
      equal((await service.quote()).total, total);
      ok((await service.get('')).text.includes(total), `the page says nothing of ${total}`);
    },
  },
  {
    promise: 'HTML is printed by the browser: the price counts its pages',
    async go({ service }) {
      equal((await service.quote({ html })).pages, 2);
    },
  },
  {
    promise: 'a PDF goes straight to the store, and is read from there',
    async go({ service }) {
      const document = await PDFDocument.create();
      for (const _ of [1, 2, 3]) document.addPage([612, 792]).drawText('The engine works.');
      const { pdf_url } = await uploaded(service, await document.save());
      equal((await service.make('/quotes', { country: 'US', pdf_url })).pages, 3);
    },
  },
  {
    promise: 'assistants find the tools, and are told the same price',
    async go({ service, assistants }) {
      const assistant = await assistantOf({ origin: assistants });
      ok((await assistant.listTools()).tools.some(({ name }: Json) => name === 'create_fax_job'));
      const asked = { country: 'US', text: 'Dear Ada' };
      const [{ total }, told] = [await service.quote({ text: asked.text }), await assistant.use('quote_letter', asked)];
      equal(told.total, total);
      await assistant.close();
    },
  },
  {
    promise: 'the documents lead to this address, and the keys of receipts and webhooks are shown',
    async go({ service, baseUrl }) {
      const { body } = await service.get('/openapi.json');
      equal(body.servers[0].url, baseUrl);
      ok((await service.get('/.well-known/jwks.json')).body.keys.length > 0);
      ok((await service.get('/.well-known/webhook-keys.json')).text.includes('whpk_'), 'no key of webhooks');
    },
  },
  {
    promise: 'what is wrong is refused with a sentence, what is unknown is told alike, and events need a signature',
    async go({ service, baseUrl }) {
      const { status, body } = await service.post('/quotes', {});
      deepEqual([status, body.code], [400, 'invalid_request']);
      equal((await service.get('/jobs/job_00000000000000000000000000')).text, unknownId({ baseUrl }));
      equal((await service.post('/webhooks/postgrid', { data: {} })).status, 401);
    },
  },
  {
    promise: 'a letter is proved, paid, printed and mailed, and its receipt verifies',
    orders: true,
    async go({ service }) {
      const { quote_id } = await service.quote({ html });
      const job = await service.make('/jobs', letterOf(quote_id, { addressLine1: '1 TEST MAILED ST' }, { html }));
      equal((await service.get(`${job.pay_url}/pages/2`)).headers.get('content-type'), 'image/png');
      await paidFor(service, job);
      await reaches(service, job, { fulfillment_status: 'mailed' });
      const { signature, job_id: _, ...receipt } = await receiptOf(service, job);
      const keys = createLocalJWKSet((await service.get('/.well-known/jwks.json')).body);
      const { payload } = await compactVerify(signature, keys);
      deepEqual(JSON.parse(new TextDecoder().decode(payload)), receipt);
    },
  },
  {
    promise: 'a check is drawn on an account that is registered, and removed again',
    orders: true,
    async go({ service }) {
      const account = await registered(service);
      const job = await orderCheck(service, account, { to: { addressLine1: '1 TEST MAILED ST' } });
      await paidFor(service, job);
      await reaches(service, job, { status: 'fulfilled' });
      equal((await service.remove(`/bank-accounts/${account}`)).body.removed, true);
    },
  },
  {
    promise: 'a fax that an assistant orders is handed on',
    orders: true,
    async go({ service, assistants }) {
      const assistant = await assistantOf({ origin: assistants });
      const { quote_id } = await assistant.use('quote_fax', { country: 'US', text: 'Dear Ada' });
      const job = await assistant.use('create_fax_job', faxOf(quote_id, { text: 'Dear Ada' }));
      await paidFor(service, job);
      await reaches(service, job, { status: 'fulfilled' });
      await assistant.close();
    },
  },
  {
    promise: 'a letter that is cancelled after it was paid is refunded',
    orders: true,
    async go({ service }) {
      const job = await service.order();
      await paidFor(service, job);
      await reaches(service, job, { status: 'fulfilled' });
      deepEqual((await service.cancel(job.job_id)).body, { job_id: job.job_id, cancelled: true, refund: 'issued' });
    },
  },
];

async function paidFor(service: Client, { checkout_url }: Json): Promise<void> {
  equal((await service.pay(checkout_url)).status, 200);
}

const reaches = (service: Client, { job_id }: Json, wanted: Readonly<Record<string, unknown>>): Promise<Json> =>
  until(
    () => service.job(job_id),
    (view: Json) => Object.entries(wanted).every(([name, value]) => view?.[name] === value),
    patienceMs,
  );
