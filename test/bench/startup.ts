/**
 * The processor's time until a function is ready for its first request: every package as it is deployed, each time in a
 * fresh process. AWS is a stub behind TLS that answers after 30 ms: the secrets are read from it, and the table's
 * connection is opened to it.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { manifest } from '../../functions/manifest.ts';
import { isRenderer, keepsKeys, type LambdaRow, lambdaRows, secretFields } from '../../lib/cloud/lambda-rows.ts';
import { bundle } from '../../lib/cloud/packaging/bundles.ts';
import { certificateFor } from '../support/doubles/certificate.ts';
import { type Contestant, compare, lowFifth } from './compare.ts';
import { milliseconds, type Section } from './report.ts';

const rounds = 9;
const answersAfterMs = 30;
/** Plain JavaScript, so that nothing but the package is compiled: imports it as Lambda does, and says what that took. */
const starter = `await import(process.argv[1]); const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1_000)); process.exit(0);`;
const nothing = 'Node alone';

type Variables = Readonly<Record<string, string>>;

const start = (module: string, env: Variables): Contestant => ({
  run: async () => {
    // A function has nothing of this machine's environment, such as a proxy's certificates, which Node would read.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', starter, module], {
      env,
    });
    return Number(stdout);
  },
});

/** Returns the variables that lead to it. */
async function startStub(folder: string) {
  const { key, cert } = certificateFor('localhost');
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, cert);
  const secret = JSON.stringify({
    SecretString: JSON.stringify({ RECEIPT_SIGNING_SEED: 's'.repeat(64), FINGERPRINT_KEY: 'f'.repeat(64) }),
  });
  const server = createServer({ key, cert }, (_, response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    setTimeout(() => response.end(secret), answersAfterMs);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const variables = {
    AWS_ENDPOINT_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
    NODE_EXTRA_CA_CERTS: authority,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'jobs',
  };
  return { variables, close: () => server.close() };
}

function keysOf({ handlers }: LambdaRow): Variables {
  const [seed, fingerprints, issued] = (['seed', 'fingerprints', 'issued'] as const).map((name) =>
    handlers.flatMap((row) => secretFields(row)[name]),
  );
  return {
    ...(seed?.length && { SECRET_ARN: 'arn:seed', SECRET_FIELDS: seed.join() }),
    ...(fingerprints?.length && { FINGERPRINTS_ARN: 'arn:fingerprints' }),
    ...(issued?.length && { ISSUED_KEYS_ARN: 'arn:issued', ISSUED_KEYS_FIELDS: issued.join() }),
  };
}

export async function startup(folder: string): Promise<Section> {
  const rows = lambdaRows(manifest).filter((row) => !isRenderer(row));
  const bundles = await bundle(rows, join(folder, 'bundles'));
  const stub = await startStub(folder);
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, 'export const handler = () => undefined;\n');
  const contestants = Object.fromEntries([
    [nothing, start(empty, stub.variables)],
    ...rows.map((row) => [
      row.name,
      start(join(folder, 'bundles', row.name, 'index.mjs'), { ...stub.variables, ...keysOf(row) }),
    ]),
  ]) as Record<string, Contestant>;
  const cpu = await compare(contestants, rounds, lowFifth);
  stub.close();
  const beyond = (name: string) => milliseconds((cpu[name] ?? Number.NaN) - (cpu[nothing] ?? Number.NaN));
  const weight = Object.fromEntries(bundles.map(({ name, startBytes }) => [name, startBytes]));
  return {
    title: `Functions: processor time of a start beyond Node alone, which takes ${milliseconds(cpu[nothing])}`,
    header: ['Function', 'Read at the start', 'Keys at the start', 'Processor time'],
    rows: rows.map((row) => [
      row.name,
      `${Math.ceil((weight[row.name] ?? 0) / 1_000)} kB`,
      row.handlers.some(keepsKeys) ? 'read' : '',
      beyond(row.name),
    ]),
  };
}
