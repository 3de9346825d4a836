/** The partners of letters and faxes, as far as their keys are configured and asking them costs nothing. */
import { type DoctorConnection, listedIn } from '../../../lib/operator/doctor/partner-connection.ts';
import { connectionTo } from '../../../lib/operator/doctor/partner-connections.ts';
import { asFields, type Fields, jsonBody } from '../../../shared/adapters/http/body.ts';
import { partners } from '../../../shared/partners/catalogue.ts';
import { bearer } from '../../../shared/partners/connection.ts';
import type { EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import { order } from './bench.ts';
import type { House } from './house.ts';

/** A partner, or why nothing can be asked of it. */
export type Opened = House | { readonly title: string; readonly reason: string };

const wrongKey = 'test_key_that_nobody_has';

const referenceIn = ({ metadata }: Fields): unknown => asFields(metadata)?.reference;

/** A small PDF that says nothing. */
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>',
);

export function postgridHouse(line: DoctorConnection): House {
  return {
    descriptor: partners.postgrid,
    line,
    stranger: { ...line, headers: { 'x-api-key': wrongKey } },
    order: ({ reference, key, text = 'an assumption', isWrong }) =>
      order({ reference, text, ...(key && { key }), ...(isWrong && { extra: { mailingClass: 'no_such_class' } }) }),
    search: (reference) => ({
      method: 'GET',
      path: `/letters?${new URLSearchParams({ limit: '100', search: `"${reference}"` })}`,
    }),
    isOf: (record, reference) => referenceIn(record) === reference,
    records: listedIn,
    idOf: ({ id }) => id,
    cancel: (id) => ({ method: 'DELETE', path: `/letters/${id}` }),
  };
}

const lobContact = (name: string) => ({
  ...{ name, address_line1: '1 Example St', address_city: 'Albany', address_state: 'NY' },
  ...{ address_zip: '12207', address_country: 'US' },
});

function lobHouse(line: DoctorConnection): House {
  return {
    descriptor: partners.lob,
    line,
    stranger: { ...line, headers: { authorization: `Basic ${btoa(`${wrongKey}:`)}` } },
    order: ({ reference, key, text = 'an assumption', isWrong }) => ({
      ...{ method: 'POST', path: '/letters', idempotencyKey: key },
      body: jsonBody({
        ...{ to: lobContact('Example Recipient'), from: lobContact('Example Sender') },
        ...{ file: `<p>${text}</p>`, use_type: 'operational', metadata: { reference } },
        ...(!isWrong && { color: false }),
      }),
    }),
    search: (reference) => ({
      method: 'GET',
      path: `/letters?${new URLSearchParams({ limit: '100', 'metadata[reference]': reference })}`,
    }),
    isOf: (record, reference) => referenceIn(record) === reference,
    records: listedIn,
    idOf: ({ id }) => id,
    cancel: (id) => ({ method: 'DELETE', path: `/letters/${id}` }),
  };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** `since`: no fax of the probe is older, Unix ms. */
function telnyxHouse(line: DoctorConnection, environment: EnvironmentVariables, since: number): House {
  const { TELNYX_CONNECTION_ID: connection_id, TELNYX_FROM_NUMBER: from } = environment;
  return {
    descriptor: partners.telnyx,
    line,
    stranger: { ...line, headers: bearer(wrongKey) },
    // To the number that it comes from: even a fax that should not go out would disturb nobody.
    order: ({ reference, isWrong }) => ({
      ...{ method: 'POST', path: '/faxes' },
      body: jsonBody({
        ...{ connection_id, from, to: isWrong ? '+1' : from, client_state: base64(reference) },
        media_url: 'https://example.com/nothing.pdf',
      }),
    }),
    search: () => ({
      method: 'GET',
      path: `/faxes?${new URLSearchParams({
        'filter[direction][eq]': 'outbound',
        'filter[created_at][gte]': new Date(since - 60_000).toISOString(),
        'page[size]': '100',
      })}`,
    }),
    isOf: ({ client_state }, reference) => client_state === base64(reference),
    records: listedIn,
    idOf: ({ data }) => asFields(data)?.id,
    givesNoOrder: 'Telnyx has no test keys, and every fax is a real one',
  };
}

/** Sinch answers faxes to this number itself, for free: https://developers.sinch.com/docs/fax/. */
const emulated = '+19898989898';

/** `mayFax`: the operator wants a fax to be sent to the number that Sinch emulates. */
function sinchHouse(line: DoctorConnection, mayFax: boolean): House {
  const { tokens: _, ...plain } = line;
  return {
    descriptor: partners.sinch,
    line,
    stranger: { ...plain, headers: bearer(wrongKey) },
    order: ({ reference, isWrong }) => ({
      ...{ method: 'POST', path: '/faxes' },
      body: jsonBody({
        ...{ to: isWrong ? '+1' : emulated, labels: { reference }, maxRetries: 0 },
        files: [{ file: pdf.toString('base64'), fileType: 'PDF' }],
      }),
    }),
    search: () => ({
      method: 'GET',
      path: `/faxes?${new URLSearchParams({ direction: 'OUTBOUND', pageSize: '1000' })}`,
    }),
    isOf: ({ labels }, reference) => asFields(labels)?.reference === reference,
    records: ({ faxes }) => (Array.isArray(faxes) ? faxes.map(asFields).filter((fax) => fax !== undefined) : undefined),
    idOf: ({ id }) => id,
    ...(!mayFax && {
      givesNoOrder: 'Sinch has no test keys; -- --sinch sends a fax to the number that it emulates, free by its pages',
    }),
  };
}

/** PostGrid comes first, and has a test key by then. */
export function housesIn(
  environment: EnvironmentVariables,
  { since, mayFax }: { readonly since: number; readonly mayFax: boolean },
): Opened[] {
  const line = (name: 'postgrid' | 'lob' | 'telnyx' | 'sinch') => connectionTo(name, environment);
  const [postgrid, lob, telnyx, sinch] = [line('postgrid'), line('lob'), line('telnyx'), line('sinch')];
  const missing = (title: string): Opened => ({ title, reason: `no key of ${title} is configured` });
  const isLobTest = environment.LOB_API_KEY?.startsWith('test_');
  const lobOpened = (): Opened =>
    lob === undefined
      ? missing('Lob')
      : isLobTest
        ? lobHouse(lob)
        : { title: 'Lob', reason: 'LOB_API_KEY is a live key, and the probe makes letters' };
  return [
    postgrid === undefined ? missing('PostGrid') : postgridHouse(postgrid),
    lobOpened(),
    telnyx === undefined ? missing('Telnyx') : telnyxHouse(telnyx, environment, since),
    sinch === undefined ? missing('Sinch') : sinchHouse(sinch, mayFax),
  ];
}
