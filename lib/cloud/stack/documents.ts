/** The bucket of PDFs and page pictures: private, encrypted, and emptied by lifecycle rules. */
import { Duration } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { DocumentPrefix } from '../../../functions/manifest.ts';
import { documentRetentionMs } from '../../../shared/core/lifetimes.ts';
import { type Retention, removalOf } from './retention.ts';

/**
 * Days that objects are kept, by prefix. A job is paid within 25 hours of its quote. Each attempt to send it writes the
 * document to `paid/` again, so the 30 days count from the last attempt.
 */
export const keptDays = {
  unpaid: daysOf(documentRetentionMs.unpaid),
  paid: daysOf(documentRetentionMs.paid),
  partner: 30,
  previews: 2,
} as const satisfies Record<DocumentPrefix, number>;

function daysOf(ms: number): number {
  return ms / 86_400_000;
}

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
    removalPolicy: removalOf(keeping),
    autoDeleteObjects: keeping === 'remove',
  });
}

export const objectsUnder = ({ bucketArn }: Bucket, prefixes: readonly DocumentPrefix[]): string[] =>
  prefixes.map((prefix) => `${bucketArn}/${prefix}/*`);
