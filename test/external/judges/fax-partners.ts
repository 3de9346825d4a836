/** The calls that Telnyx and Sinch take, one row for each; see print-partners.ts. */
import { type Description, form, json, multipart, optional, pdf, phone, the, withMembers } from './operations.ts';
import type { Definitions, Schema } from './sources.ts';

export function telnyx(types: Definitions): Description {
  const key = ['authorization', /^Bearer \S+$/] as const;
  const create = withMembers(types.FaxCreateParams, { to: phone, from: phone });
  const { media_url: _, ...media } = types.MediaUploadParams?.properties ?? {};
  /** The client's types name a page's members as they go over the wire: `page[size]`. */
  const paged = (type: Schema | undefined) => withMembers(type, { page: optional('number', 'size') });
  return {
    partner: 'telnyx',
    definitions: {
      ...types,
      Fax: { allOf: [create, { oneOf: [{ required: ['media_url'] }, { required: ['media_name'] }] }] },
      // The client's types know only the media of an address; the reference has the form with a file, too.
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

/** The client's types take any text where these words are meant. */
const sinchWords: Readonly<Record<string, Schema>> = {
  resolution: { enum: ['FINE', 'SUPERFINE'] },
  imageConversionMethod: { enum: ['HALFTONE', 'MONOCHROME'] },
  callbackUrlContentType: { enum: [multipart, json] },
  direction: { enum: ['OUTBOUND', 'INBOUND'] },
  status: { enum: ['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILURE'] },
  fileType: { enum: ['DOCX', 'PDF', 'TIF', 'JPG', 'TXT', 'HTML', 'PNG'] },
  to: phone,
  from: phone,
  maxRetries: { type: 'integer', minimum: 0, maximum: 5 },
  createTime: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}' },
};

export function sinch(types: Definitions): Description {
  const key = ['authorization', /^Bearer \S+$/] as const;
  const faxes = '^/v3/projects/[\\w-]+/faxes';
  /** Without members that the client turns into others before it sends anything. */
  const sent = (name: string): Schema => {
    const { filePaths: _, createTimeRange: __, ...known } = types[name]?.properties ?? {};
    const words = Object.entries(sinchWords).filter(([word]) => word in known);
    return { ...types[name], properties: { ...known, ...Object.fromEntries(words) } };
  };
  return {
    partner: 'sinch',
    definitions: {
      ...types,
      FaxBase64File: { ...sent('FaxBase64File'), required: ['file', 'fileType'] },
      Linked: withMembers(sent('SingleFaxRequestFormData'), {}, ['contentUrl']),
      Uploaded: sent('SingleFaxRequestJson'),
      Fax: { anyOf: [the('Linked'), the('Uploaded')] },
      Faxes: sent('ListFaxesRequestData'),
      Token: withMembers(optional(), { grant_type: { enum: ['client_credentials'] } }, ['grant_type']),
    },
    operations: [
      { method: 'POST', path: new RegExp(`${faxes}$`), key, bodies: { [json]: the('Fax') } },
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
