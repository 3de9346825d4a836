/** The functions on AWS, each with one handler or the handlers of a group, and their routes, needs, rights and secrets. */
import type { FunctionRow, Need, Rights, Route, Trigger } from '../../functions/manifest.ts';
import { partners, paymentProviders } from '../../shared/partners/catalogue.ts';
import type { Descriptor } from '../../shared/partners/descriptor.ts';

export interface LambdaRow {
  /** The name of the group, or of its only handler. */
  readonly name: string;
  /** The path of its entry file under `functions`, without `.ts`. */
  readonly file: string;
  readonly handlers: readonly FunctionRow[];
  /** One trigger has the routes of all handlers. */
  readonly triggers: readonly Trigger[];
  readonly needs: readonly Need[];
  readonly rights: Rights;
  /** The maximum of its handlers. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

export const lambdaRows = (rows: readonly FunctionRow[]): readonly LambdaRow[] =>
  [...Map.groupBy(rows, ({ name, group }) => group ?? name)].map(([name, handlers]) => {
    const triggers = handlers.map(({ trigger }) => trigger);
    const http = routesOf({ triggers });
    const others = triggers.filter((trigger) => !('http' in trigger));
    const needs = new Set(handlers.flatMap((row) => row.needs));
    if (needs.has('table')) needs.delete('table:read');
    return {
      name,
      file: handlers[0]?.file ?? name,
      handlers,
      triggers: http.length > 0 ? [{ http }, ...others] : others,
      needs: [...needs],
      rights: rightsOf(handlers),
      timeoutSeconds: Math.max(...handlers.map(({ timeoutSeconds }) => timeoutSeconds)),
      memoryMb: Math.max(...handlers.map(({ memoryMb }) => memoryMb)),
    };
  });

export const routesOf = ({ triggers }: Pick<LambdaRow, 'triggers'>): readonly Route[] =>
  triggers.flatMap((trigger) => ('http' in trigger ? trigger.http : []));

function rightsOf(handlers: readonly FunctionRow[]): Rights {
  const all = handlers.map(({ rights = {} }) => rights);
  const rightNames = ['reads', 'writes', 'adds', 'queries', 'readsUnder', 'writesUnder', 'deletesUnder'] as const;
  const granted = rightNames.flatMap((name) => {
    const targets = new Set(all.flatMap((rights): readonly string[] => rights[name] ?? []));
    return targets.size > 0 ? [[name, [...targets]]] : [];
  });
  return { ...Object.fromEntries(granted), counts: all.some(({ counts }) => counts) || undefined };
}

/** Only the renderer may write printed documents. */
export const isRenderer = ({ needs }: Pick<FunctionRow, 'needs'>): boolean => needs.includes('documents:print');

/** True for routes that only partners and payment providers call. */
export const isWebhookRoute = (route: string): boolean => /^POST \/v1\/webhooks\//.test(route);

/** `issued`: the keys that partners and payment providers have issued to us. */
const secretNames = ['seed', 'fingerprints', 'issued'] as const;
export type SecretName = (typeof secretNames)[number];

type SecretRow = Pick<FunctionRow, 'needs' | 'trigger'>;

/** The fields that a function reads from each secret: keys for its calls, or secrets that prove who sent an event. */
export function secretFields({ needs, trigger }: SecretRow): Readonly<Record<SecretName, readonly string[]>> {
  const use = 'http' in trigger && trigger.http.some(isWebhookRoute) ? 'receive' : 'call';
  const issuers = new Set<Descriptor>();
  if (needs.includes('partners')) for (const partner of Object.values(partners)) issuers.add(partner);
  if (needs.includes('addresses')) issuers.add(partners.postgrid);
  if (needs.includes('payments')) for (const provider of Object.values(paymentProviders)) issuers.add(provider);
  const variables = [...issuers].flatMap((issuer) => Object.entries(issuer.variables));
  return {
    seed: needs.includes('signing-key') ? ['RECEIPT_SIGNING_KEY'] : [],
    fingerprints: needs.includes('fingerprints') ? ['FINGERPRINT_KEY'] : [],
    issued: variables.filter(([, { secretFor }]) => secretFor?.includes(use)).map(([variable]) => variable),
  };
}

/** The secrets that a function may read. The health check reads the issued keys without using them. */
export function secretsReadBy(row: SecretRow): readonly SecretName[] {
  if (row.needs.includes('self-check')) return ['issued'];
  const fields = secretFields(row);
  return secretNames.filter((name) => fields[name].length > 0);
}

/** Whether a function uses any key, and so reads its keys before its first request. */
export const readsKeysAtStart = (row: SecretRow): boolean =>
  Object.values(secretFields(row)).some((fields) => fields.length > 0);
