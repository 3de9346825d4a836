/** Finds the handler of a call among those of a group. Each is loaded by the first call that it gets. */
import type { Route, Trigger } from '../../../functions/manifest.ts';
import { type Router, router } from '../../routes.ts';

type GroupHandler = (event: unknown, context: unknown) => Promise<unknown>;

/** How the events of a trigger are told from those of others. Throws an error for a trigger whose events say nothing of it. */
export function keysOf(trigger: Trigger): readonly string[] {
  if ('http' in trigger) return trigger.http;
  if ('queue' in trigger) return ['aws:sqs'];
  if ('emailEvents' in trigger) return ['aws:sns'];
  throw new Error(`a handler that is started by ${Object.keys(trigger)} cannot be grouped`);
}

/** `load`: the handlers by their keys. One that cannot be loaded ends the process, as a start that fails would. */
export function byHandler(
  load: Readonly<Record<string, () => Promise<{ readonly handler: GroupHandler }>>>,
  end: (error: unknown) => never = endProcess,
): GroupHandler {
  const route = router([{ trigger: { http: Object.keys(load) as Route[] } }]);
  return async (given, context) => {
    const event = routed(given as Started, route);
    const key = keyOf(event);
    const loading = load[key]?.();
    if (loading === undefined) throw new Error(`no handler of this group takes ${key}`);
    const { handler } = await loading.catch(end);
    return handler(event, context);
  };
}

/** The API knows one route of a group that takes whatever has none. The others are found here, as the API would. */
function routed(event: Started, route: Router<{ readonly trigger: Trigger }>): Started {
  const { routeKey, rawPath, requestContext } = event;
  if (routeKey !== '$default' || rawPath === undefined || requestContext === undefined) return event;
  const found = route(requestContext.http.method, rawPath);
  return found === undefined ? event : { ...event, routeKey: found.routeKey, pathParameters: found.pathParameters };
}

interface Started {
  readonly routeKey?: string;
  readonly rawPath?: string;
  readonly requestContext?: { readonly http: { readonly method: string } };
  readonly pathParameters?: Readonly<Record<string, string>> | undefined;
  readonly Records?: readonly { readonly eventSource?: string; readonly EventSource?: string }[];
}

function keyOf({ routeKey, Records: [record] = [] }: Started): string {
  return routeKey ?? record?.eventSource ?? record?.EventSource ?? '';
}

/** Node remembers a module that has failed, and would fail every later call with it. */
function endProcess(error: unknown): never {
  console.error(error);
  process.exit(1);
}
