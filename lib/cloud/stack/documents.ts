/** The bucket of PDFs and page pictures: private, encrypted, and emptied by lifecycle rules. */
import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { DocumentPrefix } from '../../../functions/manifest.ts';
import { documentRetentionMs } from '../../../shared/domain/lifetimes.ts';
import { type Retention, removalOf } from './retention.ts';

export const keptDays = Object.fromEntries(
  Object.entries(documentRetentionMs).map(([prefix, ms]): [string, number] => [prefix, ms / 86_400_000]),
);

export function documentsBucket(scope: Construct, keeping: Retention): Bucket {
  return new Bucket(scope, 'Documents', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [
      ...Object.entries(keptDays).map(([prefix, days]) => ({
        id: prefix,
        prefix: `${prefix}/`,
        expiration: Duration.days(days),
      })),
      { id: 'unfinished', abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    // Pages put and post what is signed for them. They are those of any origin, as with the API: there are no cookies.
    cors: [
      {
        allowedMethods: [HttpMethods.PUT, HttpMethods.POST],
        allowedOrigins: ['*'],
        allowedHeaders: ['*'],
        maxAge: 3_600,
      },
    ],
    removalPolicy: removalOf(keeping),
    autoDeleteObjects: keeping === 'remove',
  });
}

export const objectsUnder = ({ bucketArn }: IBucket, prefixes: readonly DocumentPrefix[]): string[] =>
  prefixes.map((prefix) => `${bucketArn}/${prefix}/*`);
