/** A whole AWS on 127.0.0.1: MiniStack over TLS, where each role may do what its policies say and nothing else. */
import { join } from 'node:path';
import { freePort } from '../support/e2e/service.ts';
import { type Environment, type Running, run, start } from './processes.ts';
import type { Python } from './python.ts';

export interface Cloud extends Running {
  /** The address of all of its services, and of every host name that it hands out. */
  readonly url: string;
  /** A file: what has signed for it. */
  readonly certificate: string;
  /** Programs that are to take it for AWS get these variables. */
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
  await running.says(/Running on https:/);
  const url = `https://127.0.0.1:${port}`;
  return { ...running, url, certificate, environment: { ...machine, ...customer(url, certificate) } };
}

const customer = (url: string, certificate: string): Environment => ({
  AWS_ENDPOINT_URL: url,
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: account,
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CA_BUNDLE: certificate,
  NODE_EXTRA_CA_CERTS: certificate,
});
