/**
 * The calls that PostGrid and Lob take, one row for each. The types come from the partners' packages. Rows and members
 * written here are facts that these types leave out: paths, the formats of texts, and the names of uploaded files.
 */
import { type Description, json, multipart, optional, pdf, the, withMembers } from './operations.ts';
import type { Definitions, Schema } from './sources.ts';

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
      { path: at('contacts'), ...create([json, 'ContactCreateParams']) },
      { path: at('bank_accounts'), ...create([json, 'BankAccountCreateParams']) },
      { path: at('bank_accounts'), ...list('BankAccountListParams') },
      { path: at('webhooks'), ...create([json, 'WebhookCreateParams']) },
      { path: at('webhooks'), ...list('WebhookListParams') },
      { path: at(`webhooks/${id}`), ...create([json, 'WebhookUpdateParams']) },
      { path: at(`(letters|cheques|bank_accounts|webhooks)/${id}`), method: 'GET', key },
      // Contacts: https://postgrid.readme.io/reference/delete-contact
      { path: at(`(letters|cheques|bank_accounts|contacts)/${id}`), method: 'DELETE', key },
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
  const zip: Schema = { type: 'string', pattern: '^\\d{5}(-?\\d{4})?$' };
  const verification = withMembers(types.UsVerificationsWritable, { zip_code: zip }, ['primary_line']);
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
    definitions: { ...types, Letter: letter, Verification: verification },
    operations: [
      { method: 'POST', path: /^\/v1\/letters$/, key, bodies: { [multipart]: the('Letter') } },
      {
        ...{ method: 'POST', path: /^\/v1\/us_verifications$/, key },
        ...{ query: optional('case'), bodies: { [json]: the('Verification') } },
      },
      { method: 'GET', path: /^\/v1\/letters$/, key, query: optional(...filters, 'mail_type', 'sort_by') },
      { method: 'GET', path: /^\/v1\/letters\/ltr_\w+$/, key },
      { method: 'DELETE', path: /^\/v1\/letters\/ltr_\w+$/, key },
    ],
  };
}
