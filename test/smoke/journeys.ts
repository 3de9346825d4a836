/**
 * Journeys through a deployed service that need only its URL. Each can be repeated, whatever the pace of the simulated
 * partners. In real mode, only the journeys that order nothing are run.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { compactVerify, createLocalJWKSet } from 'jose';
import { PDFDocument } from 'pdf-lib';
import { assistantOf } from '../support/e2e/assistant.ts';
import { type Client, type Json, letterOf, unknownId } from '../support/e2e/client.ts';
import { faxOf, orderCheck, receiptOf, registerAccount } from '../support/e2e/desk.ts';
import { uploaded } from '../support/e2e/uploads.ts';
import { letterPrice } from '../support/prices.ts';

interface Deployed {
  readonly service: Client;
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
}

export interface Journey {
  readonly title: string;
  /** True if it orders and pays, so that it runs only in test mode. */
  readonly orders?: true;
  run(deployed: Deployed): Promise<void>;
}

/** Enough for cold starts, and for the queue that paid jobs go through. */
const maxWaitMs = 60_000;

const html = '<h1>Dear Ada</h1><p style="break-before:page">The engine works.</p>';

export const journeys: readonly Journey[] = [
  {
    title: 'a text letter has its exact price, and the home page shows the same one',
    async run({ service }) {
      const { total } = letterPrice();
      equal((await service.quote()).total, total);
      ok((await service.get('')).text.includes(total), `the page doesn't show ${total}`);
    },
  },
  {
    title: 'HTML is printed by the browser, and the quote counts its pages',
    async run({ service }) {
      equal((await service.quote({ html })).pages, 2);
    },
  },
  {
    title: 'a PDF is uploaded directly to the store, and quoted from there',
    async run({ service }) {
      const document = await PDFDocument.create();
      for (const _ of [1, 2, 3]) document.addPage([612, 792]).drawText('The engine works.');
      const { pdf_url } = await uploaded(service, await document.save());
      equal((await service.make('/quotes', { country: 'US', pdf_url })).pages, 3);
    },
  },
  {
    title: 'assistants find the tools, and get the same price',
    async run({ service, mcpUrl }) {
      const assistant = await assistantOf(mcpUrl);
      ok((await assistant.listTools()).tools.some(({ name }: Json) => name === 'create_fax_job'));
      const request = { country: 'US', text: 'Dear Ada' };
      equal((await assistant.use('quote_letter', request)).total, (await service.quote(request)).total);
      await assistant.close();
    },
  },
  {
    title: 'the OpenAPI document has this base URL, and the keys of receipts and webhooks are published',
    async run({ service, baseUrl }) {
      const { body } = await service.get('/openapi.json');
      equal(body.servers[0].url, baseUrl);
      ok((await service.get('/.well-known/jwks.json')).body.keys.length > 0);
      ok((await service.get('/.well-known/webhook-keys.json')).text.includes('whpk_'), 'no webhook key');
    },
  },
  {
    title: 'an invalid request gets an error code, an unknown id the usual 404, and an unsigned event 401',
    async run({ service, baseUrl }) {
      const { status, body } = await service.post('/quotes', {});
      deepEqual([status, body.code], [400, 'invalid_request']);
      equal((await service.get('/jobs/job_00000000000000000000000000')).text, unknownId({ baseUrl }));
      equal((await service.post('/webhooks/postgrid', { data: {} })).status, 401);
    },
  },
  {
    title: 'a letter is shown, paid, printed and mailed, and its receipt verifies',
    orders: true,
    async run({ service }) {
      const { quote_id } = await service.quote({ html });
      const job = await service.make('/jobs', letterOf(quote_id, { addressLine1: '1 TEST MAILED ST' }, { html }));
      equal((await service.get(`${job.pay_url}/pages/2`)).headers.get('content-type'), 'image/png');
      await payFor(service, job);
      await waitFor(service, job, { fulfillment_status: 'mailed' });
      const { signature, job_id: _, ...receipt } = await receiptOf(service, job);
      const keys = createLocalJWKSet((await service.get('/.well-known/jwks.json')).body);
      const { payload } = await compactVerify(signature, keys);
      deepEqual(JSON.parse(new TextDecoder().decode(payload)), receipt);
    },
  },
  {
    title: 'a check is drawn on an account that is registered for it and then removed',
    orders: true,
    async run({ service }) {
      const account = await registerAccount(service);
      const job = await orderCheck(service, account, { to: { addressLine1: '1 TEST MAILED ST' } });
      await payFor(service, job);
      await waitFor(service, job, { status: 'fulfilled' });
      equal((await service.remove(`/bank-accounts/${account}`)).body.removed, true);
    },
  },
  {
    title: 'a fax that an assistant orders is submitted to the partner',
    orders: true,
    async run({ service, mcpUrl }) {
      const assistant = await assistantOf(mcpUrl);
      const { quote_id } = await assistant.use('quote_fax', { country: 'US', text: 'Dear Ada' });
      const job = await assistant.use('create_fax_job', faxOf(quote_id, { text: 'Dear Ada' }));
      await payFor(service, job);
      await waitFor(service, job, { status: 'fulfilled' });
      await assistant.close();
    },
  },
  {
    title: 'a letter that is canceled after it was paid is refunded',
    orders: true,
    async run({ service }) {
      const job = await service.order();
      await payFor(service, job);
      await waitFor(service, job, { status: 'fulfilled' });
      deepEqual((await service.cancel(job.job_id)).body, { job_id: job.job_id, cancelled: true, refund: 'issued' });
    },
  },
];

async function payFor(service: Client, { checkout_url }: Json): Promise<void> {
  equal((await service.pay(checkout_url)).status, 200);
}

const waitFor = (service: Client, { job_id }: Json, status: object): Promise<Json> =>
  service.jobUntil(job_id, status, maxWaitMs);
