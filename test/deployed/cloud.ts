/** AWS emulated on 127.0.0.1: MiniStack over TLS, which enforces each role's policies. */
import { join } from 'node:path';
import { freePort } from '../support/e2e/service.ts';
import { type Environment, type Running, run, start } from './processes.ts';
import type { Python } from './python.ts';

export interface Cloud extends Running {
  /** The URL of all its services. Every host name that they return is also served there. */
  readonly url: string;
  /** The path of its certificate. */
  readonly certificate: string;
  /** The variables for programs that should use it instead of AWS. */
  readonly environment: Environment;
}

export const account = '000000000000';
export const region = 'us-east-1';

export async function startCloud(python: Python, folder: string, machine: Environment): Promise<Cloud> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...names], machine);
  const port = await freePort();
  const settings = { GATEWAY_PORT: port, USE_SSL: '1', MINISTACK_SSL_CERT: certificate, MINISTACK_SSL_KEY: key };
  const running = start(python.tool('python'), [join(import.meta.dirname, 'emulator.py')], {
    ...machine,
    ...settings,
    AUTH: 'true',
    TMPDIR: folder,
  });
  await running.prints(/Running on https:/);
  const url = `https://127.0.0.1:${port}`;
  return { ...running, url, certificate, environment: { ...machine, ...clientVariables(url, certificate) } };
}

const clientVariables = (url: string, certificate: string): Environment => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: account,
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CA_BUNDLE: certificate,
  NODE_EXTRA_CA_CERTS: certificate,
});
