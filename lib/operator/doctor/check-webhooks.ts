/** Checks our webhook endpoints at a partner: registered, enabled, and subscribed to every event that we use. */
import type { Fields } from '../../../shared/partners/http/body.ts';
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

function judged(registry: Registry, checkup: Checkup, url: string, all: readonly Fields[]): DoctorFinding {
  const { variable, wants } = registry;
  const { title } = checkup.connection(registry.partner);
  const ours = all
    .map((fields) => registry.read(fields, secretsOf(registry, checkup)))
    .filter((one) => same(one.url, url));
  const whole = ours.find(({ lacks }) => lacks.length === 0);
  if (whole !== undefined) return standing(registry, url, whole, ours.length);
  const [broken] = ours;
  return broken === undefined
    ? failedFinding(`${url} is not registered`, `add it at ${title} with ${wants}; its secret is ${variable}`)
    : failedFinding(`${url} lacks ${broken.lacks.join(', ')}`, `change the endpoint at ${title}`);
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
