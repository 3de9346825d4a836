/** Dispatches each event to its handler, which is one of several that share a function. */
import { type FunctionRow, manifest, type Trigger } from '../manifest.ts';
import { router } from '../routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: each handler takes the events of its own trigger.
type AnyHandler = (event: any, context: any) => Promise<unknown>;

/** The keys that identify a trigger's events: routes, or the source of records. Throws for a trigger without either. */
export function keysOf(trigger: Trigger): readonly string[] {
  if ('http' in trigger) return trigger.http;
  if ('queue' in trigger) return ['aws:sqs'];
  if ('emailEvents' in trigger) return ['aws:sns'];
  throw new Error(`a handler with the trigger ${Object.keys(trigger).join()} cannot be grouped`);
}

/** `handlers`: by the names of their rows in the manifest. */
export function dispatchAmong(
  handlers: Readonly<Record<string, AnyHandler>>,
  rows: readonly FunctionRow[] = manifest,
): AnyHandler {
  const members = rows.filter(({ name }) => name in handlers);
  const byKey = new Map(members.flatMap(({ name, trigger }) => keysOf(trigger).map((key) => [key, handlers[name]])));
  const route = router(members);
  return async (
    event: {
      readonly routeKey?: string;
      readonly rawPath?: string;
      readonly requestContext?: { readonly http: { readonly method: string } };
      readonly pathParameters?: Readonly<Record<string, string>> | undefined;
      readonly Records?: readonly { readonly eventSource?: string; readonly EventSource?: string }[];
    },
    context,
  ) => {
    const { routeKey, rawPath, requestContext } = event;
    // If a group includes `$default`, API Gateway has only that route. We match the others here, by the same rules.
    const match =
      routeKey === '$default' && rawPath !== undefined && requestContext !== undefined
        ? route(requestContext.http.method, rawPath)
        : undefined;
    const routedEvent =
      match === undefined ? event : { ...event, routeKey: match.routeKey, pathParameters: match.pathParameters };
    const [record] = event.Records ?? [];
    const key = routedEvent.routeKey ?? record?.eventSource ?? record?.EventSource ?? '';
    const handler = byKey.get(key);
    if (handler === undefined) throw new Error(`no handler of this group takes ${key}`);
    return handler(routedEvent, context);
  };
}
