/** Checks our webhook endpoints at a partner: registered, enabled, and subscribed to every event that we use. */
import { randomBytes } from 'node:crypto';
import type { Fields } from '../../../shared/adapters/http/body.ts';
import type { Checkup } from './checkup.ts';
import { listedIn } from './partner-connection.ts';
import { readNeed } from './partner-connections.ts';
import { answeredFinding, type DoctorFinding, failedFinding, ok, warn } from './verdict.ts';
import type { RegisteredEndpoint, Registry } from './webhook-registry.ts';

/** Our address for a partner's events. Partners reach https addresses only. */
function addressFor({ partner }: Registry, { environment }: Checkup): string | undefined {
  const { PUBLIC_BASE_URL } = readNeed('settings', environment) ?? {};
  return PUBLIC_BASE_URL?.startsWith('https://') ? `${PUBLIC_BASE_URL}/webhooks/${partner}` : undefined;
}

const same = (one: string, other: string) => URL.parse(one)?.href === URL.parse(other)?.href;

const secretsOf = ({ partner, variable }: Registry, { environment }: Checkup): readonly string[] =>
  (readNeed(partner, environment) && environment[variable]?.split(',')) ?? [];

export const webhookOf =
  (registry: Registry) =>
  async (checkup: Checkup): Promise<DoctorFinding> => {
    const url = addressFor(registry, checkup);
    if (url === undefined)
      return failedFinding(
        'PUBLIC_BASE_URL is no https address, so no event can come',
        'set it to where the service is reached from outside, https://mail.example.com/v1',
      );
    const found = answeredFinding(
      await checkup.ask(registry.partner, { method: 'GET', path: registry.list }),
      checkup.connection(registry.partner),
    );
    if ('wrong' in found) return found.wrong;
    const all = listedIn(found.body);
    if (all === undefined || found.body.has_more === true || Number(found.body.totalCount ?? 0) > all.length)
      return failedFinding(
        'the list of endpoints is not whole',
        `look through it in the partner’s dashboard for ${url}`,
      );
    return judged(registry, checkup, url, all);
  };

async function judged(
  registry: Registry,
  checkup: Checkup,
  url: string,
  all: readonly Fields[],
): Promise<DoctorFinding> {
  const ours = all
    .map((fields) => ({ fields, endpoint: registry.read(fields, secretsOf(registry, checkup)) }))
    .filter(({ endpoint }) => same(endpoint.url, url));
  const whole = ours.find(({ endpoint }) => endpoint.lacks.length === 0);
  if (whole !== undefined) return standing(registry, url, whole.endpoint, ours.length);
  const [broken] = ours;
  if (broken === undefined)
    return checkup.fix
      ? register(registry, checkup, url)
      : failedFinding(`${url} is not registered`, 'register it: npm run doctor -- --fix');
  return checkup.fix
    ? mend(registry, checkup, url, broken)
    : failedFinding(`${url} lacks ${broken.endpoint.lacks.join(', ')}`, 'mend it: npm run doctor -- --fix');
}

function standing(
  { variable }: Registry,
  url: string,
  { note, isForeign }: RegisteredEndpoint,
  count: number,
): DoctorFinding {
  if (isForeign)
    return failedFinding(
      `${url} signs with another secret than ${variable}`,
      `take the endpoint’s secret into ${variable}`,
    );
  if (count > 1)
    return warn(`${url} is registered ${count} times, each with a secret of its own`, 'delete all but one of them');
  return ok(`${url} gets every event that counts${note === undefined ? '' : ` (${note})`}`);
}

async function register(registry: Registry, checkup: Checkup, url: string): Promise<DoctorFinding> {
  const configured = secretsOf(registry, checkup);
  const asked = configured[0] ?? randomBytes(24).toString('hex');
  const connection = checkup.connection(registry.partner);
  const answer = await checkup.ask(registry.partner, await registry.register(url, asked));
  if (answer.kind === 'unanswered' || (answer.kind === 'answered' && answer.status >= 500))
    return failedFinding(
      `${connection.title} did not say whether it has registered ${url}`,
      `if its dashboard shows the endpoint, delete it there, because its secret is lost; then run this again`,
    );
  const found = answeredFinding(answer, connection);
  if ('wrong' in found) return found.wrong;
  return registered(registry, url, registry.secretIn(found.body, asked), configured);
}

function registered({ variable }: Registry, url: string, secret: string | undefined, configured: readonly string[]) {
  if (secret === undefined)
    return warn(
      `${url} is registered`,
      `take its secret from the dashboard into ${variable}, and start the service anew`,
    );
  if (configured.includes(secret)) return ok(`${url} is registered now, and signs with ${variable}`);
  const place =
    configured.length === 0
      ? `store the secret as ${variable}`
      : `put the secret in front of what ${variable} holds, with a comma between,`;
  return {
    ...warn(
      `${url} is registered now`,
      `${place} and start the service anew; it stands on the next line, this once only, because nobody shows it again:`,
    ),
    keep: `${variable}=${secret}`,
  };
}

async function mend(
  registry: Registry,
  checkup: Checkup,
  url: string,
  { endpoint, fields }: { readonly endpoint: RegisteredEndpoint; readonly fields: Fields },
): Promise<DoctorFinding> {
  const answer = await checkup.ask(registry.partner, registry.mend(endpoint, fields));
  const found = answeredFinding(answer, checkup.connection(registry.partner));
  if ('wrong' in found) return found.wrong;
  const { lacks } = registry.read(found.body, []);
  return lacks.length === 0
    ? ok(`${url} is mended; it lacked ${endpoint.lacks.join(', ')}`)
    : failedFinding(`${url} still lacks ${lacks.join(', ')}`, 'mend it in the partner’s dashboard');
}
