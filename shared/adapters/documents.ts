/** The store of PDFs, of their previews and of quoted texts, in S3: quoted, sent and shown documents. */
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Documents } from '../ports.ts';

const types: Readonly<Record<string, string>> = { png: 'image/png', txt: 'text/plain; charset=utf-8' };
const typeOf = (key: string) => types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/pdf';

export function s3Documents(bucket: string): Documents {
  const client = new S3Client({});
  return {
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: typeOf(key) }));
    },
    async get(key) {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return await found.Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async link(key) {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      return getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn: 900 });
    },
  };
}
