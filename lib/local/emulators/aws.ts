/** What every AWS client in this process believes: a region, a name and a password that open nothing real. */

import { devNull } from 'node:os';

export const region = 'us-east-1';

export const anyone = { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } as const;

/** The developer's own AWS profile must never be reached by accident, so no file of theirs is read. */
export const awsVariables = {
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'false',
} as const;

/** Set, these would win over the variables above. */
export const overruling = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION'] as const;
