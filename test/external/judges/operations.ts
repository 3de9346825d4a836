/**
 * The calls that the service may make, one row for each: its address, and what its query and its body may hold. The
 * types come from the partners' packages. Rows and members written here are facts that these types leave out: paths,
 * the formats of texts, and the names of uploaded files.
 */
import type { Recorded } from '../../support/doubles/recorder.ts';
import type { Definitions, Schema } from './sources.ts';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /** The header that shows the key, and its form. */
  readonly key: readonly [header: string, form: RegExp];
  /** Without one, there is no query. */
  readonly query?: Schema;
  /** By the type of the body. Without any, there is no body. */
  readonly bodies?: Readonly<Record<string, Schema>>;
}

export interface Description {
  readonly partner: Exclude<Recorded, 'stripe'>;
  readonly definitions: Definitions;
  readonly operations: readonly Operation[];
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

const pdf: Schema = {
  type: 'object',
  properties: { fileType: { enum: ['application/pdf'] }, bytes: {} },
  required: ['fileType', 'bytes'],
  additionalProperties: false,
};
const phone: Schema = { type: 'string', pattern: '^\\+[1-9]\\d{6,14}$' };
const the = (name: string): Schema => ({ $ref: `#/definitions/${name}` });
const optional = (...names: readonly string[]): Schema => ({
  ...{ type: 'object', additionalProperties: false },
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

/** The type, with these members instead of its own or beside them. */
const withMembers = (type: Schema | undefined, properties: Schema['properties'], required: string[] = []): Schema => ({
  ...type,
  properties: { ...type?.properties, ...properties },
  required: [...(type?.required ?? []), ...required],
});

export function postgrid(types: Definitions): Description {
  const key = ['x-api-key', /^\w+$/] as const;
  const id = '[\\w-]+';
  const at = (path: string) => new RegExp(`^/print-mail/v1/${path}$`);
  const list = (type: string) => ({ method: 'GET', key, query: the(type) }) as const;
  const create = (...bodies: readonly (readonly [string, string])[]) =>
    ({ method: 'POST', key, bodies: Object.fromEntries(bodies.map(([of, type]) => [of, the(type)])) }) as const;
  return {
    partner: 'postgrid',
    definitions: { ...types, File: pdf },
    operations: [
      { path: at('letters'), ...create([json, 'LetterCreateParams'], [multipart, 'LetterCreateParams']) },
      { path: at('letters'), ...list('LetterListParams') },
      { path: at('cheques'), ...create([json, 'ChequeCreateParams']) },
      { path: at('cheques'), ...list('ChequeListParams') },
      { path: at('bank_accounts'), ...create([json, 'BankAccountCreateParams']) },
      { path: at('bank_accounts'), ...list('BankAccountListParams') },
      { path: at('webhooks'), ...create([json, 'WebhookCreateParams']) },
      { path: at('webhooks'), ...list('WebhookListParams') },
      { path: at(`webhooks/${id}`), ...create([json, 'WebhookUpdateParams']) },
      { path: at(`(letters|cheques|bank_accounts|webhooks)/${id}`), method: 'GET', key },
      { path: at(`(letters|cheques|bank_accounts)/${id}`), method: 'DELETE', key },
      { path: at(`(letters|cheques)/${id}/progressions`), method: 'POST', key },
      { path: at(`webhooks/${id}/invocations`), method: 'GET', key },
    ],
  };
}

export function lob(types: Definitions): Description {
  const key = ['authorization', /^Basic [\w+/]+=*$/] as const;
  const contact: Schema = {
    ...withMembers(types.AddressEditable, {
      ...{ name: { type: 'string', maxLength: 40 }, company: { type: 'string', maxLength: 40 } },
      ...{ address_line1: { type: 'string', maxLength: 64 }, address_line2: { type: 'string', maxLength: 64 } },
      ...{
        address_city: { type: 'string', maxLength: 200 },
        address_state: { type: 'string', pattern: '^[a-zA-Z]{2}$' },
      },
      address_zip: { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' },
    }),
    required: ['address_line1', 'address_city', 'address_state', 'address_zip'],
    anyOf: [{ required: ['name'] }, { required: ['company'] }],
  };
  const metadata: Schema = {
    type: 'object',
    maxProperties: 20,
    additionalProperties: { type: 'string', maxLength: 500 },
  };
  const letter = withMembers(types.LetterEditable, { to: contact, from: contact, file: pdf, metadata });
  const filters = [
    'limit',
    'before',
    'after',
    'include',
    'date_created',
    'metadata',
    'color',
    'scheduled',
    'send_date',
  ];
  return {
    partner: 'lob',
    definitions: { ...types, Letter: letter },
    operations: [
      { method: 'POST', path: /^\/v1\/letters$/, key, bodies: { [multipart]: the('Letter') } },
      { method: 'GET', path: /^\/v1\/letters$/, key, query: optional(...filters, 'mail_type', 'sort_by') },
      { method: 'GET', path: /^\/v1\/letters\/ltr_\w+$/, key },
      { method: 'DELETE', path: /^\/v1\/letters\/ltr_\w+$/, key },
    ],
  };
}

export function telnyx(types: Definitions): Description {
  const key = ['authorization', /^Bearer \S+$/] as const;
  const create = withMembers(types.FaxCreateParams, { to: phone, from: phone });
  /** The client's types name a page's members as they go over the wire: `page[size]`. */
  const paged = (type: Schema | undefined) => withMembers(type, { page: optional('number', 'size') });
  return {
    partner: 'telnyx',
    definitions: {
      ...types,
      Fax: { allOf: [create, { oneOf: [{ required: ['media_url'] }, { required: ['media_name'] }] }] },
      // The client's types know only the media of an address; the reference has the form with a file, too.
      Media: withMembers(optional('media_name'), { media: pdf, ttl_secs: { type: 'integer', minimum: 1 } }, ['media']),
      Faxes: paged(types.FaxListParams),
      Numbers: paged(types.PhoneNumberListParams),
    },
    operations: [
      { method: 'POST', path: /^\/v2\/faxes$/, key, bodies: { [json]: the('Fax') } },
      { method: 'POST', path: /^\/v2\/media$/, key, bodies: { [multipart]: the('Media') } },
      { method: 'GET', path: /^\/v2\/faxes$/, key, query: the('Faxes') },
      { method: 'GET', path: /^\/v2\/faxes\/[\w-]+$/, key },
      { method: 'DELETE', path: /^\/v2\/faxes\/[\w-]+$/, key },
      { method: 'POST', path: /^\/v2\/faxes\/[\w-]+\/actions\/cancel$/, key, bodies: { [json]: optional() } },
      { method: 'GET', path: /^\/v2\/phone_numbers$/, key, query: the('Numbers') },
      { method: 'GET', path: /^\/v2\/(fax_applications|outbound_voice_profiles)\/\d+$/, key },
    ],
  };
}

export function sinch(types: Definitions): Description {
  const key = ['authorization', /^Bearer \S+$/] as const;
  const faxes = '^/v3/projects/[\\w-]+/faxes';
  const members = {
    ...{ to: phone, from: phone, maxRetries: { type: 'integer', minimum: 0, maximum: 5 } },
    ...{ resolution: { enum: ['FINE', 'SUPERFINE'] }, imageConversionMethod: { enum: ['HALFTONE', 'MONOCHROME'] } },
    callbackUrlContentType: { enum: [multipart, json] },
  };
  const { filePaths: _, ...known } = types.SingleFaxRequestFormData?.properties ?? {};
  const create = withMembers({ ...types.SingleFaxRequestFormData, properties: known }, members);
  const file: Schema = {
    ...{ type: 'object', required: ['file', 'fileType'], additionalProperties: false },
    properties: { file: { type: 'string', pattern: '^[\\w+/]+=*$' }, fileType: { enum: ['PDF'] } },
  };
  const { createTimeRange: __, ...filters } = types.ListFaxesRequestData?.properties ?? {};
  return {
    partner: 'sinch',
    definitions: {
      ...types,
      Linked: withMembers(create, {}, ['contentUrl']),
      Uploaded: withMembers(create, { files: { type: 'array', items: file, minItems: 1 } }, ['files']),
      Faxes: withMembers(
        { ...types.ListFaxesRequestData, properties: filters },
        {
          ...{
            direction: { enum: ['OUTBOUND', 'INBOUND'] },
            createTime: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}' },
          },
          status: { enum: ['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILURE'] },
        },
      ),
      Token: {
        ...optional('grant_type'),
        properties: { grant_type: { enum: ['client_credentials'] } },
        required: ['grant_type'],
      },
    },
    operations: [
      {
        method: 'POST',
        path: new RegExp(`${faxes}$`),
        key,
        bodies: { [json]: { oneOf: [the('Linked'), the('Uploaded')] } },
      },
      { method: 'GET', path: new RegExp(`${faxes}$`), key, query: the('Faxes') },
      { method: 'GET', path: new RegExp(`${faxes}/\\w+$`), key },
      { method: 'DELETE', path: new RegExp(`${faxes}/\\w+/file$`), key },
      {
        method: 'POST',
        path: /^\/oauth2\/token$/,
        key: ['authorization', /^Basic /],
        bodies: { [form]: the('Token') },
      },
    ],
  };
}
