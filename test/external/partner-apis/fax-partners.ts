/** The calls that Telnyx accepts, one row for each; see print-partners.ts. */
import {
  type Description,
  json,
  multipart,
  optionalFields,
  pdf,
  phone,
  schemaNamed,
  withMembers,
} from './operations.ts';
import type { Definitions, Schema } from './sources.ts';

export function telnyx(types: Definitions): Description {
  const key = ['authorization', /^Bearer \S+$/] as const;
  const create = withMembers(types.FaxCreateParams, { to: phone, from: phone });
  const { media_url: _, ...media } = types.MediaUploadParams?.properties ?? {};
  /** In the client's types `page[size]` is one name; in parsed requests `size` is within `page`. */
  const paged = (type: Schema | undefined) => withMembers(type, { page: optionalFields('number', 'size') });
  return {
    partner: 'telnyx',
    definitions: {
      ...types,
      Fax: { allOf: [create, { oneOf: [{ required: ['media_url'] }, { required: ['media_name'] }] }] },
      // The client's types allow only media at a URL; the API reference also has a form with a file.
      Media: { ...withMembers(optionalFields(), { ...media, media: pdf }), required: ['media'] },
      Faxes: paged(types.FaxListParams),
      Numbers: paged(types.PhoneNumberListParams),
    },
    operations: [
      { method: 'POST', path: /^\/v2\/faxes$/, key, bodies: { [json]: schemaNamed('Fax') } },
      { method: 'POST', path: /^\/v2\/media$/, key, bodies: { [multipart]: schemaNamed('Media') } },
      { method: 'GET', path: /^\/v2\/faxes$/, key, query: schemaNamed('Faxes') },
      { method: 'GET', path: /^\/v2\/faxes\/[\w-]+$/, key },
      { method: 'DELETE', path: /^\/v2\/(faxes|media)\/[\w-]+$/, key },
      { method: 'POST', path: /^\/v2\/faxes\/[\w-]+\/actions\/cancel$/, key, bodies: { [json]: optionalFields() } },
      { method: 'GET', path: /^\/v2\/phone_numbers$/, key, query: schemaNamed('Numbers') },
      { method: 'GET', path: /^\/v2\/(fax_applications|outbound_voice_profiles)\/\d+$/, key },
    ],
  };
}
