/** Whether a bucket is what the stack makes one: closed, by TLS alone, forgetting, open to the forms of any page. */
import type { CORSRule, LifecycleRule, PublicAccessBlockConfiguration } from '@aws-sdk/client-s3';
import type { ShapeProblem } from '../../table-shape.ts';
import { keptDays, versionsKeptDays } from '../stack/documents.ts';

export interface FoundBucket {
  readonly block: PublicAccessBlockConfiguration | undefined;
  readonly lifecycle: readonly LifecycleRule[] | undefined;
  readonly cors: readonly CORSRule[] | undefined;
  /** JSON. */
  readonly policy: string | undefined;
}

const closed = { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true };

/** The settings in the words of the commands that make them. */
export function bucketShape(bucket: string) {
  const arn = `arn:aws:s3:::${bucket}`;
  return {
    block: closed,
    lifecycle: {
      Rules: [
        ...Object.entries(keptDays).map(([prefix, Days]) => ({
          ID: prefix,
          Status: 'Enabled',
          Filter: { Prefix: `${prefix}/` },
          Expiration: { Days },
        })),
        {
          ID: 'unfinished',
          Status: 'Enabled',
          Filter: { Prefix: '' },
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        },
        {
          ID: 'versions',
          Status: 'Enabled',
          Filter: { Prefix: '' },
          NoncurrentVersionExpiration: { NoncurrentDays: versionsKeptDays },
          Expiration: { ExpiredObjectDeleteMarker: true },
        },
      ],
    },
    cors: {
      CORSRules: [
        { AllowedMethods: ['PUT', 'POST'], AllowedOrigins: ['*'], AllowedHeaders: ['*'], MaxAgeSeconds: 3_600 },
      ],
    },
    policy: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Deny',
          Principal: '*',
          Action: 's3:*',
          Resource: [arn, `${arn}/*`],
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
      ],
    },
  };
}

const put = (what: string, bucket: string, option: string, value: object) =>
  `aws s3api put-${what} --bucket ${bucket} --${option} '${JSON.stringify(value)}'`;

export function problemsOfBucket(
  bucket: string,
  wanted: ReturnType<typeof bucketShape>,
  { block, lifecycle = [], cors = [], policy = '' }: FoundBucket,
): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  if (Object.keys(closed).some((name) => !block?.[name as keyof typeof closed]))
    problems.push({
      says: 'It can be opened to the public.',
      cure: put('public-access-block', bucket, 'public-access-block-configuration', wanted.block),
    });
  if (!policy.includes('"aws:SecureTransport"'))
    problems.push({ says: 'It answers without TLS.', cure: put('bucket-policy', bucket, 'policy', wanted.policy) });
  if (!Object.entries(keptDays).every(([prefix, days]) => lifecycle.some((rule) => forgets(rule, prefix, days))))
    problems.push({
      says: 'It keeps documents for another time than this release promises.',
      cure: put('bucket-lifecycle-configuration', bucket, 'lifecycle-configuration', wanted.lifecycle),
    });
  if (!['PUT', 'POST'].every((method) => cors.some(({ AllowedMethods = [] }) => AllowedMethods.includes(method))))
    problems.push({
      says: 'Pages cannot put files into it.',
      cure: put('bucket-cors', bucket, 'cors-configuration', wanted.cors),
    });
  return problems;
}

const forgets = ({ Status, Filter, Prefix, Expiration }: LifecycleRule, prefix: string, days: number): boolean =>
  Status === 'Enabled' && (Filter?.Prefix ?? Prefix) === `${prefix}/` && Expiration?.Days === days;
