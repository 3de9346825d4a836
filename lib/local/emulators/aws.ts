/** Settings for every AWS client in this process: a region and credentials that open nothing real. */
import { randomBytes } from 'node:crypto';
import { devNull } from 'node:os';

export const region = 'us-east-1';

/** Each process makes its own: it opens the emulators of this one, and nothing else. */
export const secretKey = randomBytes(32).toString('hex');

export const ownClient = { region, credentials: { accessKeyId: 'local', secretAccessKey: secretKey } } as const;

/** It reads no AWS file of the developer's, so that their own profile is never used by accident. */
export const awsVariables = {
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: secretKey,
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'false',
} as const;

/** If these were set, they would override the variables above. */
export const overruling = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION'] as const;
