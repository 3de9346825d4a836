/** Finds the handler of a call among those of a group. Each is loaded by the first call that it gets. */
import type { Trigger } from '../../../functions/manifest.ts';

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
  return async (event, context) => {
    const key = keyOf(event as Started);
    const loading = load[key]?.();
    if (loading === undefined) throw new Error(`no handler of this group takes ${key}`);
    const { handler } = await loading.catch(end);
    return handler(event, context);
  };
}

interface Started {
  readonly routeKey?: string;
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
