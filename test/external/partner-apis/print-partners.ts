/** The calls that PostGrid accepts, one row each: method, path and the key's header. The types are from its package. */
import { type Description, json, multipart, pdf, schemaNamed } from './operations.ts';
import type { Definitions } from './sources.ts';

export function postgrid(types: Definitions): Description {
  const key = ['x-api-key', /^\w+$/] as const;
  const id = '[\\w-]+';
  const at = (path: string) => new RegExp(`^/print-mail/v1/${path}$`);
  const list = (type: string) => ({ method: 'GET', key, query: schemaNamed(type) }) as const;
  const create = (...bodies: readonly (readonly [string, string])[]) =>
    ({
      method: 'POST',
      key,
      bodies: Object.fromEntries(bodies.map(([mediaType, type]) => [mediaType, schemaNamed(type)])),
    }) as const;
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
