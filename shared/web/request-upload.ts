/** Issues an upload ticket for one file: a URL for the bytes, a page where a person attaches the file, and the `pdf_url`. */
import * as z from 'zod/mini';
import { isWordType, maxFileBytes, saveAsPdf } from '../domain/input/content.ts';
import { attachPage, type Upload, uploadKey, uploadTypes, uploadUrl } from '../domain/input/upload.ts';
import { invalid } from '../domain/refusal.ts';
import { lifetimesMs } from '../domain/times.ts';
import type { Deps } from '../orders/deps.ts';
import type { UseCase } from '../orders/use-case.ts';
import { timeField } from '../orders/views.ts';

const mb = maxFileBytes / 1_000_000;

const input = z.object(
  {
    size: z.nullish(
      z
        .int('must be a whole number of bytes')
        .check(
          z.minimum(1, 'must be at least 1: an empty file cannot be printed'),
          z.maximum(maxFileBytes, `must be at most ${maxFileBytes}: files have at most ${mb} MB`),
          z.describe('Bytes of the file. Leave it out with content_type if a person attaches the file at page_url.'),
        ),
    ),
    content_type: z
      .nullish(
        z.enum(uploadTypes, {
          error: ({ input: type }) =>
            typeof type === 'string' && isWordType(type)
              ? `is that of a Word file. ${saveAsPdf}`
              : `must be one of ${uploadTypes.join(', ')}`,
        }),
      )
      .check(z.describe('The type of the file. Other bytes are refused.')),
    sha256: z.nullish(
      z
        .string('must be a string')
        .check(
          z.regex(/^[\da-fA-F]{64}$/, 'must be the SHA-256 of the file: 64 hexadecimal digits'),
          z.describe('SHA-256 of the file. Other bytes are then refused.'),
        ),
    ),
  },
  'must be a JSON object',
);

const output = z.object({
  upload_id: z.string().check(z.describe('Anyone who holds it may attach the file and quote it.')),
  put_url: z.optional(z.string().check(z.describe('PUT the bytes there, once, with exactly these headers.'))),
  headers: z.optional(z.record(z.string(), z.string()).check(z.describe('All headers that the PUT must carry.'))),
  pdf_url: z.string().check(z.describe('The URL of the file in quotes and jobs, once it has arrived.')),
  page_url: z.string().check(z.describe('A page on which a person attaches the file instead.')),
  expires_at: timeField.check(z.describe('The file must arrive by then. Unix time in milliseconds.')),
});

type UploadView = z.infer<typeof output>;

export const requestUpload: UseCase<z.infer<typeof input>, UploadView> = {
  name: 'request-upload',
  summary: `A ticket for one file of at most ${mb} MB that has no public URL. Quote and order it by its pdf_url.`,
  description:
    'Send the bytes to `put_url` with the returned headers, or have a person attach the file at `page_url`. It is accepted once and deleted after a day. A quote keeps its own copy.',
  tag: 'service',
  schemas: { request: 'UploadRequest', answer: 'Upload' },
  outcomes: { created: 'The ticket. Nothing has been sent yet.' },
  refusals: ['invalid_request'],
  limitedAs: 'uploads',
  input,
  output,
  run: async (deps: Deps, request, { baseUrl }) => {
    const { size, content_type: type, sha256 } = request;
    // A client sends the size and the type, or nothing if a person chooses the file.
    const isPromised = size != null || type != null || sha256 != null;
    if (isPromised && size == null) throw invalid('size', 'is missing: send it with content_type, or send neither.');
    if (isPromised && type == null) throw invalid('content_type', 'is missing: send it with size, or send neither.');
    const promised = size == null || type == null ? undefined : { size, type, sha256: sha256?.toLowerCase() };
    const upload = await openUpload(deps, { promised });
    const seconds = lifetimesMs.uploadTicket / 1_000;
    const put = promised && (await deps.documents.putLink(uploadKey(upload.id), promised, seconds));
    return { outcome: 'created', body: { ...showUpload(upload, baseUrl), put_url: put?.url, headers: put?.headers } };
  },
};

/** Issues a ticket for a person who chooses the file. `continuesWith`: the product whose form that person came from. */
export const uploadByPerson = (continuesWith?: Upload['continuesWith']): UseCase<unknown, UploadView> => ({
  ...requestUpload,
  input: z.unknown(),
  run: async (deps: Deps, _request, { baseUrl }) => ({
    outcome: 'created',
    body: showUpload(await openUpload(deps, { continuesWith }), baseUrl),
  }),
});

/** Without `promised`, a person chooses the file on the ticket's page, up to `maxFileBytes`. Its type is detected later. */
async function openUpload(
  { clock, random, uploads }: Deps,
  terms: Pick<Upload, 'promised' | 'continuesWith'>,
): Promise<Upload> {
  const now = clock.now();
  const upload: Upload = {
    id: random.id('upload'),
    version: 0,
    createdAt: now,
    keepUntil: now + lifetimesMs.upload,
    expiresAt: now + lifetimesMs.uploadTicket,
    ...terms,
  };
  await uploads.create(upload);
  return upload;
}

const showUpload = ({ id, expiresAt }: Upload, baseUrl: string) => ({
  upload_id: id,
  pdf_url: uploadUrl(baseUrl, id),
  page_url: attachPage(baseUrl, id),
  expires_at: expiresAt,
});
