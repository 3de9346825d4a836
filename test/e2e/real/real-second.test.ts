/**
 * Backup partners in real mode, over HTTP: Lob takes letters over from PostGrid and Sinch faxes from Telnyx. An order
 * stays with the partner that may have it. Then Sinch is the only fax partner.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sha256Hex } from '../../../shared/core/digest.ts';
import { orderNumberOf } from '../../../shared/core/ids.ts';
import { type LobDouble, openLob } from '../../support/doubles/lob.ts';
import { type SinchDouble, sinchDouble } from '../../support/doubles/sinch.ts';
import { StripeRefusal } from '../../support/doubles/stripe-wire.ts';
import { ada, inToronto, type Json, text, until } from '../../support/e2e/client.ts';
import { faxOf, freshNumber, orderFax, paid, receiptOf } from '../../support/e2e/desk.ts';
import { expectDiscreet, type RealService, startRealService } from '../../support/e2e/real.ts';
import { type Environment, running } from '../../support/e2e/service.ts';
import { longConcurrentTest, longTest } from '../../support/proofs.ts';

type WithSeconds = RealService & { readonly lob: LobDouble; readonly sinch: SinchDouble };

async function start(environment: Environment): Promise<WithSeconds> {
  const lob = await openLob();
  const sinch = await sinchDouble({ clock: { now: () => Date.now(), sleep }, moving: true });
  const { projectId, keyId, keySecret } = sinch.settings;
  const service = await startRealService({
    ...{ LOB_API_KEY: lob.apiKey, LOB_API_BASE: lob.baseUrl, SINCH_API_BASE: sinch.base },
    ...{ SINCH_PROJECT_ID: projectId, SINCH_KEY_ID: keyId, SINCH_KEY_SECRET: keySecret },
    ...environment,
  });
  const stop = async () => {
    const exitCode = await service.stop();
    await Promise.all([lob.close(), sinch.close()]);
    return exitCode;
  };
  return { ...service, lob, sinch, stop };
}

function expectKeysUnsaid(service: WithSeconds): void {
  expectDiscreet(service);
  const { keyId, keySecret } = service.sinch.settings;
  const keys = [service.lob.apiKey, keyId, Buffer.from(`${keyId}:${keySecret}`).toString('base64')];
  const numbers = service.sinch.faxes().map(({ to }) => to);
  expect([...keys, ...numbers].filter((word) => service.said().includes(word))).toEqual([]);
}

const service = running(() => start({ PRINT_SECOND: 'lob', FAX_SECOND: 'sinch' }), expectKeysUnsaid);
const sinchOnly = running(() => start({ FAX_PARTNER: 'sinch' }), expectKeysUnsaid);

/** Until the log tells this fact of the job so often. */
const told = ({ job_id }: Json, fact: string, times: number) =>
  until(
    async () =>
      service.log().match(new RegExp(`"order":"${orderNumberOf(job_id)}","product":"\\w+","fact":"${fact}"`, 'g')) ??
      [],
    (lines) => lines.length >= times,
  );

const atLob = ({ job_id }: Json): Json[] =>
  service.lob.orders().filter(({ metadata }: Json) => metadata.job_id === job_id);
const atSinch = ({ sinch }: WithSeconds, { job_id }: Json) =>
  sinch.faxes().filter(({ labels }) => labels.reference?.startsWith(job_id));
const refundsOf = ({ job_id }: Json) =>
  [...service.stripe.refunds.values()].filter(({ metadata }) => metadata.job_id === job_id);

/** Read twice a minute, because neither backup partner tells by itself. */
const shows = (at: WithSeconds, { job_id }: Json, fulfillment_status: string): Promise<Json> =>
  until(
    () => at.job(job_id),
    (view) => view.fulfillment_status === fulfillment_status,
    75_000,
  );

longConcurrentTest(
  'letters: while PostGrid turns orders away, Lob gets the new ones, and those only',
  async () => {
    const { postgrid, lob } = service;
    const [doubtful, taken, withdrawn] = [await service.order(), await service.order(), await service.order()];
    const abroad = await service.order({ to: inToronto, quote: { country: 'CA' } });

    // The first call may have reached PostGrid; whatever follows, the job stays there.
    postgrid.next('POST /letters', 'reset_before');
    for (let time = 0; time < 6; time += 1) postgrid.next('POST /letters', { status: 503 });
    await service.pay(doubtful.checkout_url);
    await told(doubtful, 'unanswered', 6);

    await Promise.all([taken, withdrawn].map((job) => service.pay(job.checkout_url)));
    const [{ letter_id }] = await Promise.all(
      [taken, withdrawn].map(({ job_id }) => service.jobUntil(job_id, { status: 'fulfilled' })),
    );
    // PostGrid would take these two by now, and has not been asked.
    expect(postgrid.orders()).toEqual([]);
    expect(atLob(taken)).toMatchObject([{ id: letter_id, to: { name: ada.name } }]);
    const sent = lob.seen.filter(
      ({ method, headers }) => method === 'POST' && headers['idempotency-key'] === taken.job_id,
    );
    const receipt = await receiptOf(service, taken);
    expect(receipt).toMatchObject({ status: 'with_partner', partner_id: letter_id });
    expect(sent.map(({ fields }: Json) => sha256Hex(fields.file.bytes))).toEqual([receipt.document_sha256]);

    expect((await service.cancel(withdrawn.job_id)).body).toMatchObject({ cancelled: true, refund: 'issued' });
    expect(atLob(withdrawn)).toMatchObject([{ deleted: true }]);
    expect(refundsOf(withdrawn)).toHaveLength(1);

    // An order that Lob does not take waits for PostGrid, or is taken there.
    await service.pay(abroad.checkout_url);
    const { letter_id: abroadId } = await service.jobUntil(abroad.job_id, { status: 'fulfilled' });
    const { letter_id: doubtfulId } = await until(
      () => service.job(doubtful.job_id),
      ({ status }) => status === 'fulfilled',
      45_000,
    );
    expect(new Set(postgrid.orders().map(({ id }) => id))).toEqual(new Set([abroadId, doubtfulId]));
    expect([...atLob(abroad), ...atLob(doubtful)]).toEqual([]);

    lob.proceed('Mailed', 'In Transit');
    await shows(service, taken, 'mailed');
    expect([lob.living(), lob.mailed()]).toEqual([1, 1]);
    expect(refundsOf(taken)).toEqual([]);
  },
  120_000,
);

longConcurrentTest(
  'faxes: while Telnyx turns orders away, Sinch sends the new ones, each once',
  async () => {
    const { telnyx } = service;
    const numbers = [freshNumber(), freshNumber(), freshNumber()];
    const [doubtful, turnedAway, late] = await Promise.all(
      numbers.map((to_number) => orderFax(service, { to_number })),
    );

    telnyx.fault('create', 'reset_after');
    await service.pay(doubtful.checkout_url);
    await told(doubtful, 'unanswered', 1);
    telnyx.fault('create', 503, Number.POSITIVE_INFINITY);
    await service.pay(turnedAway.checkout_url);
    const { fax_id } = await service.jobUntil(turnedAway.job_id, { status: 'fulfilled' });
    expect(atSinch(service, turnedAway)).toMatchObject([{ id: fax_id, to: numbers[1], maxRetries: 0 }]);

    const asked = telnyx.asked.create;
    await service.pay(late.checkout_url);
    await service.jobUntil(late.job_id, { status: 'fulfilled' });
    // Telnyx has refused too few orders to count as down, so it is asked for this one, too.
    expect(telnyx.asked.create).toBe(asked + 1);
    // Sinch has no way to cancel: what it holds is on its way.
    expect((await service.cancel(late.job_id)).status).toBe(409);

    const { fax_id: doubtfulId } = await service.jobUntil(doubtful.job_id, { status: 'fulfilled' });
    expect(telnyx.faxes().map(({ id }) => id)).toEqual([doubtfulId]);
    expect(atSinch(service, doubtful)).toEqual([]);

    const [fax] = atSinch(service, turnedAway);
    const document = service.sinch.documents.get(fax?.id ?? '') ?? new Uint8Array();
    for (const job of [turnedAway, late]) {
      await shows(service, job, 'sent');
      expect(atSinch(service, job)).toMatchObject([{ status: 'COMPLETED' }]);
      expect(refundsOf(job)).toEqual([]);
    }
    expect(await receiptOf(service, turnedAway)).toMatchObject({
      ...{ status: 'sent', partner_id: fax_id, document_sha256: sha256Hex(document) },
    });
  },
  120_000,
);

const ofSinch: Json[] = [];

test('Sinch as the fax partner takes each fax once, a lost answer among them, and Telnyx is never asked', async () => {
  const { telnyx, sinch, stripe } = sinchOnly;
  const alarmed = (who: string) =>
    sinchOnly.log().match(new RegExp(`"level":"alarm".*"code":"key_refused","reason":"${who} `, 'g')) ?? [];
  const plain = await paid(sinchOnly, orderFax(sinchOnly));
  // Keys that are refused once: what was asked for waits, and somebody is called.
  stripe.fail(new StripeRefusal(401, 'invalid_request_error', undefined, 'no'), /^POST \/v1\/checkout\/sessions$/);
  const { quote_id } = await sinchOnly.make('/fax-quotes', { country: 'US', text });
  expect((await sinchOnly.post('/fax-jobs', faxOf(quote_id))).status).toBe(503);
  // Once might be a token that has expired.
  sinch.fault('create', 401, 2);
  const waited = await paid(sinchOnly, orderFax(sinchOnly));
  await sinchOnly.jobUntil(waited.job_id, { status: 'fulfilled' });
  expect([alarmed('Stripe').length, alarmed('Sinch').length]).toEqual([1, 1]);
  // The test number whose first answer is lost.
  const lost = await paid(sinchOnly, orderFax(sinchOnly, { to_number: '+12125550104' }));
  const refused = await paid(sinchOnly, orderFax(sinchOnly, { to_number: '+12125550101' }));
  await sinchOnly.jobUntil(refused.job_id, { status: 'failed', refund: 'issued' });
  ofSinch.push(plain, waited, lost);
  for (const { job_id } of ofSinch) {
    await sinchOnly.jobUntil(job_id, { status: 'fulfilled' });
    expect(atSinch(sinchOnly, { job_id })).toMatchObject([{ labels: { reference: job_id } }]);
  }
  expect(sinch.faxes()).toHaveLength(3);
  expect(telnyx.asked).toMatchObject({ create: 0, list: 0, get: 0 });
}, 60_000);

longTest(
  'what Sinch took is sent, once each, and shown so within a minute',
  async () => {
    expect(ofSinch).toHaveLength(3);
    for (const job of ofSinch) {
      await shows(sinchOnly, job, 'sent');
      expect(atSinch(sinchOnly, job)).toMatchObject([{ status: 'COMPLETED' }]);
    }
    expect(sinchOnly.sinch.faxes()).toHaveLength(3);
  },
  120_000,
);
