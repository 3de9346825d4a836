/** The calls that Telnyx takes, one row for each; see print-partners.ts. */
import { type Description, json, multipart, optional, pdf, phone, the, withMembers } from './operations.ts';
import type { Definitions, Schema } from './sources.ts';

export function telnyx(types: Definitions): Description {
  const key = ['authorization', /^Bearer \S+$/] as const;
  const create = withMembers(types.FaxCreateParams, { to: phone, from: phone });
  const { media_url: _, ...media } = types.MediaUploadParams?.properties ?? {};
  /** The types of the client have `page[size]` as one name; parsed requests have `size` within `page`. */
  const paged = (type: Schema | undefined) => withMembers(type, { page: optional('number', 'size') });
  return {
    partner: 'telnyx',
    definitions: {
      ...types,
      Fax: { allOf: [create, { oneOf: [{ required: ['media_url'] }, { required: ['media_name'] }] }] },
      // The types of the client have only media by address; the reference also has the form with a file.
      Media: { ...withMembers(optional(), { ...media, media: pdf }), required: ['media'] },
      Faxes: paged(types.FaxListParams),
      Numbers: paged(types.PhoneNumberListParams),
    },
    operations: [
      { method: 'POST', path: /^\/v2\/faxes$/, key, bodies: { [json]: the('Fax') } },
      { method: 'POST', path: /^\/v2\/media$/, key, bodies: { [multipart]: the('Media') } },
      { method: 'GET', path: /^\/v2\/faxes$/, key, query: the('Faxes') },
      { method: 'GET', path: /^\/v2\/faxes\/[\w-]+$/, key },
      { method: 'DELETE', path: /^\/v2\/(faxes|media)\/[\w-]+$/, key },
      { method: 'POST', path: /^\/v2\/faxes\/[\w-]+\/actions\/cancel$/, key, bodies: { [json]: optional() } },
      { method: 'GET', path: /^\/v2\/phone_numbers$/, key, query: the('Numbers') },
      { method: 'GET', path: /^\/v2\/(fax_applications|outbound_voice_profiles)\/\d+$/, key },
    ],
  };
}
