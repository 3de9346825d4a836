/** All checks of the doctor, in order. */
import { descriptors, isUsed, kindOfKey } from '../../../shared/partners/catalogue.ts';
import type { Descriptor, EnvironmentVariables } from '../../../shared/partners/descriptor.ts';
import { guardedFetch } from '../../../shared/partners/http/guarded-fetch.ts';
import type { Fields } from '../../../shared/partners/http/partner-client.ts';
import { postgridEventTypes } from '../../../shared/partners/postgrid/event.ts';
import { stripeEventTypes } from '../../../shared/partners/stripe/event.ts';
import { stripe } from '../../../shared/partners/stripe/facts.ts';
import { telnyxChecks } from './check-telnyx.ts';
import {
  bodyOrFinding,
  type Check,
  type Checkup,
  connectionTo,
  type DescriptorName,
  type DoctorFinding,
  dataList,
  failedFinding,
  ok,
  readConfig,
  warn,
} from './checkup.ts';

/** Where a partner lists its webhook endpoints, and how to read an endpoint. */
interface WebhookList {
  readonly partner: DescriptorName;
  /** The variable that holds the signing secret of its events. */
  readonly variable: string;
  /** The partner's path that lists the endpoints. */
  readonly listPath: string;
  /** The settings of a new endpoint, as text. */
  readonly setup: string;
  /**
   * `problems`: what is wrong with the endpoint, as text. `hasOtherSecret`: true if the partner shows the endpoint's secret
   * and we are not configured with it.
   */
  read(
    fields: Fields,
    configured: readonly string[],
  ): { readonly url: string; readonly problems: readonly string[]; readonly hasOtherSecret?: boolean };
}

const missingEvents = (needed: readonly string[], enabled: unknown) => {
  const types = Array.isArray(enabled) ? enabled.map(String) : [];
  if (types.includes('*')) return [];
  return needed.filter((type) => !types.includes(type)).map((type) => `lacks the event ${type}`);
};

const checkWebhook =
  ({ partner, variable, listPath, setup, read }: WebhookList) =>
  async (checkup: Checkup): Promise<DoctorFinding> => {
    const { PUBLIC_BASE_URL } = readConfig('settings', checkup.environment) ?? {};
    const url = `${PUBLIC_BASE_URL}/webhooks/${partner}`;
    // Partners send events to https URLs only.
    if (!PUBLIC_BASE_URL?.startsWith('https://'))
      return failedFinding(
        'PUBLIC_BASE_URL isn’t an https URL, so no event can arrive',
        'set it to the public URL of the service, for example https://mail.example.com/v1',
      );
    const connection = checkup.connection(partner);
    const result = bodyOrFinding(await checkup.read(partner, listPath), connection);
    if ('finding' in result) return result.finding;
    const all = dataList(result.body);
    if (all === undefined || result.body.has_more === true || Number(result.body.totalCount ?? 0) > all.length)
      return failedFinding('the list of endpoints is incomplete', `look for ${url} in the partner’s dashboard`);
    const { title } = connection;
    const isConfigured = readConfig(partner, checkup.environment) !== undefined;
    const configured = isConfigured ? (checkup.environment[variable]?.split(',') ?? []) : [];
    const ours = all
      .map((fields) => read(fields, configured))
      .filter((endpoint) => URL.parse(endpoint.url)?.href === URL.parse(url)?.href);
    const complete = ours.find(({ problems }) => problems.length === 0);
    const [first] = ours;
    if (first === undefined)
      return failedFinding(`${url} is missing`, `add it at ${title} with ${setup}; set ${variable} to its secret`);
    if (complete === undefined)
      return failedFinding(`${url} ${first.problems.join(', ')}`, `change the endpoint at ${title}`);
    if (complete.hasOtherSecret)
      return failedFinding(
        `${url} signs with a secret that is not in ${variable}`,
        `set ${variable} to the endpoint’s secret`,
      );
    if (ours.length > 1)
      return warn(`${url} is registered ${ours.length} times, each with its own secret`, 'delete all but one of them');
    return ok(`${url} gets every event that it needs`);
  };

const policies = ['TERMS_URL', 'PRIVACY_URL', 'REFUND_POLICY_URL'] as const;
const linkedPages = ['SUPPORT_CONTACT', ...policies, 'LOGO_URL'] as const;

const urlOf = (name: (typeof linkedPages)[number], environment: EnvironmentVariables): string | undefined =>
  readConfig('operator', environment)?.[name];

/** Creates a check that opens a URL. `finding` makes the result from the reason why it can't be opened. */
const pageCheck = (
  name: string,
  urlIn: (environment: EnvironmentVariables) => string | undefined,
  finding: (message: string) => DoctorFinding,
): Check => ({
  name,
  applies: (environment) => urlIn(environment)?.startsWith('https:') === true,
  async run({ environment, seams }) {
    const url = urlIn(environment) ?? '';
    // The fetch for untrusted URLs allows only https and public hosts, and limits time, size and redirects.
    const request = {
      noun: 'page',
      accept: '*/*',
      example: 'https://mail.example.com/terms',
      limits: { bytes: 10_000_000, bytesInFlight: 10_000_000, redirects: 5, connectMs: 5_000, totalMs: 10_000 },
      allowedHosts: [],
    };
    const fetched = await guardedFetch(url, request, seams);
    return fetched.ok ? ok(`${url} responds`) : finding(`${url} can’t be opened: ${fetched.problem}`);
  },
});

const pageChecks: readonly Check[] = [
  pageCheck(
    'PUBLIC_BASE_URL',
    (environment) => {
      const { PUBLIC_BASE_URL } = readConfig('settings', environment) ?? {};
      return PUBLIC_BASE_URL && `${PUBLIC_BASE_URL}/health`;
    },
    // The doctor may look before the service has started, so this is only a warning.
    (message) => warn(message, 'every link goes there: start the service, or fix PUBLIC_BASE_URL'),
  ),
  ...linkedPages.map((name) =>
    pageCheck(
      name,
      (environment) => urlOf(name, environment),
      (message) => failedFinding(message, `payers see a link to it: fix the page, or ${name}`),
    ),
  ),
  {
    name: 'policies',
    applies: (environment) => kindOfKey(stripe, environment) === 'live',
    run({ environment }) {
      const missing = policies.filter((name) => urlOf(name, environment) === undefined);
      return missing.length === 0
        ? ok('terms, privacy and refunds are linked')
        : warn(
            `${missing.join(', ')} not set`,
            'Stripe and your payers expect them: docs/going-live.md, Before strangers pay',
          );
    },
  },
];

const postgridWebhooks: WebhookList = {
  partner: 'postgrid',
  variable: 'POSTGRID_WEBHOOK_SECRET',
  listPath: '/webhooks?limit=100',
  setup: `payloadFormat json and the events ${postgridEventTypes.join(', ')}`,
  read: ({ url, enabled, enabledEvents, payloadFormat, secret }, configured) => ({
    url: `${url}`,
    problems: [
      ...(enabled === false ? ['is disabled'] : []),
      ...(payloadFormat === 'json' ? [] : ['lacks payloadFormat json']),
      ...missingEvents(postgridEventTypes, enabledEvents),
    ],
    // We have not verified that PostGrid shows the secret again. If it does not, this stays false.
    hasOtherSecret: typeof secret === 'string' && configured.length > 0 && !configured.includes(secret),
  }),
};

const stripeWebhooks: WebhookList = {
  partner: 'stripe',
  variable: 'STRIPE_WEBHOOK_SECRET',
  listPath: '/v1/webhook_endpoints?limit=100',
  setup: `the events ${stripeEventTypes.join(', ')}`,
  read: ({ url, status, enabled_events }) => ({
    url: `${url}`,
    problems: [...(status === 'enabled' ? [] : ['is disabled']), ...missingEvents(stripeEventTypes, enabled_events)],
  }),
};

/** Makes one harmless call, which reads at most one record and changes nothing. */
const checkKey =
  (descriptor: Descriptor, path: string) =>
  async (checkup: Checkup): Promise<DoctorFinding> => {
    const { name, keys } = descriptor;
    const connection = checkup.connection(name);
    const key = keys && checkup.environment[keys.variable];
    const kind = kindOfKey(descriptor, checkup.environment);
    const reply = await checkup.read(name, path);
    // Only Stripe has restricted keys.
    if (reply.kind === 'answered' && reply.status === 403 && key?.startsWith('rk_'))
      return warn(
        `${connection.title} accepts ${connection.credential}, a restricted key that may not read the balance`,
        'it must be allowed to write checkout sessions and refunds, and to read payment intents and charges',
      );
    const result = bodyOrFinding(reply, connection);
    return 'finding' in result
      ? result.finding
      : ok(`${connection.title} accepts ${connection.credential}${kind === undefined ? '' : `, ${kind}`}`);
  };

function checksOf(descriptor: Descriptor): Check[] {
  const { name, title, access } = descriptor;
  const webhooks = [stripeWebhooks, postgridWebhooks].find(({ partner }) => partner === name);
  const path = access?.harmlessPath;
  const check = (
    label: string,
    run: Check['run'],
    applies: (environment: EnvironmentVariables) => boolean = () => true,
  ): Check => ({
    name: label,
    run,
    partner: name,
    applies: (environment) => connectionTo(name, environment) !== undefined && applies(environment),
  });
  return [
    ...(path === undefined ? [] : [check(`${title} key`, checkKey(descriptor, path))]),
    ...(name === 'telnyx' ? telnyxChecks : []).map(({ needs, run, name: label }) =>
      check(label, run, (environment) => needs.every((variable) => Boolean(environment[variable]))),
    ),
    ...(webhooks === undefined
      ? []
      : [check(`${title} webhook`, checkWebhook(webhooks), (environment) => isUsed(name, environment))]),
  ].map((each, index) => ({ ...each, isFirst: index === 0 }));
}

export const checks: readonly Check[] = [
  ...descriptors.flatMap(checksOf),
  ...pageChecks,
  {
    name: 'clock',
    applies: (environment) => descriptors.some(({ name }) => connectionTo(name, environment) !== undefined),
    run({ aheadMs }) {
      // The median, because one partner's clock may be wrong, or its response cached.
      const ahead = [...aheadMs.values()].sort((a, b) => a - b)[Math.floor(aheadMs.size / 2)];
      if (ahead === undefined)
        return warn('no partner has sent the time', 'fix the lines above, then run the doctor again');
      const secondMs = 1_000;
      const drift = `this clock is ${Math.round(Math.abs(ahead) / secondMs)} s ${ahead < 0 ? 'behind' : 'ahead of'} the partners’`;
      const fix = 'synchronize this machine with NTP; if the service runs elsewhere, check its clock';
      if (Math.abs(ahead) > 240 * secondMs)
        return failedFinding(`${drift}: signed events are refused beyond 300 s`, fix);
      return Math.abs(ahead) > 60 * secondMs ? warn(drift, fix) : ok(drift);
    },
  },
];
