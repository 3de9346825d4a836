/** The store of PDFs and of their previews, in S3: quoted, sent and shown documents. */
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Documents } from '../ports.ts';

export function s3Documents(bucket: string): Documents {
  const client = new S3Client({});
  return {
    async put(key, bytes) {
      const ContentType = key.endsWith('.png') ? 'image/png' : 'application/pdf';
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType }));
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
