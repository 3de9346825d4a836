/** `listen`: tells a receiver that is being written of the events of a service on this machine, and shows them. */
import { type Desk, reached } from './desk.ts';
import { fieldsIn, openPassage, type Passed } from './passage.ts';
import { type Exit, exits, misused, Stop } from './stop.ts';
import { defaultUrl } from './words.ts';

/** More often than the service forgets a listener, and sooner than it tries again after its start. */
const comeAgainMs = 2_000;
const patienceMs = 5_000;

export async function listenCommand(desk: Desk): Promise<Exit> {
  const { to: address, secret, isJson, baseUrl } = desk.command;
  const to = receiverIn(address);
  const door = doorOf(baseUrl);
  const say = isJson ? desk.tell : desk.print;
  const stopped = desk.interrupted();
  const passage = await openPassage(to, (passed) => desk.print(isJson ? jsonOf(passed) : lineOf(passed)));
  const signal = () => AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)]);
  const begin = () => begun(door, { to: to.href, at: passage.at, secret }, signal());
  try {
    say(ready(to, baseUrl, await begin()));
    await stay(desk, begin, say, stopped);
  } catch (error) {
    if (!stopped.aborted) throw error;
  } finally {
    passage.close();
    door.searchParams.set('to', to.href);
    await fetch(door, { method: 'DELETE', signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
  }
  return exits.done;
}

function receiverIn(address = ''): URL {
  const to = URL.parse(address);
  if (to === null || !/^https?:$/.test(to.protocol))
    throw misused('Name your receiver: --to http://127.0.0.1:3000/hook.');
  return to;
}

function doorOf(baseUrl: string): URL {
  const { host, hostname, origin } = new URL(baseUrl);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return new URL('/_listen', origin);
  throw misused(
    `listen works at a service on this machine only, and ${host} is another: give your receiver to each job there, as notify.webhook_url.`,
  );
}

/** The keys with which the service signs. */
async function begun(door: URL, listener: object, signal: AbortSignal): Promise<readonly string[]> {
  const headers = { 'content-type': 'application/json' };
  const response = await reached(fetch(door, { method: 'POST', headers, body: JSON.stringify(listener), signal }));
  const { keys, error } = fieldsIn(await response.text());
  if (response.ok && Array.isArray(keys)) return keys.map(String);
  throw new Stop(
    exits.refused,
    typeof error === 'string' && error !== 'not_found'
      ? error
      : `${door.host} takes no listeners: it is no service of npm start.`,
  );
}

/** The service may end and start again: it is told anew each time. */
async function stay(desk: Desk, begin: () => Promise<unknown>, say: Desk['tell'], stopped: AbortSignal): Promise<void> {
  let isThere = true;
  while (!stopped.aborted) {
    await desk.sleep(comeAgainMs, stopped);
    const isBack: boolean = await begin().then(
      () => true,
      () => false,
    );
    if (isBack !== isThere && !stopped.aborted)
      say(isBack ? 'The service is back.' : 'The service does not answer: waiting for it.');
    isThere = isBack;
  }
}

const ready = (to: URL, baseUrl: string, [key]: readonly string[]): string =>
  [
    `Listening. Jobs that are created from now on tell ${to} of their events.`,
    `Key to verify them  ${key}`,
    `A first event       npm run demo -- letter${baseUrl === defaultUrl ? '' : ` --url ${baseUrl}`}`,
    'Ctrl+C ends.',
    '',
  ].join('\n');

const jsonOf = ({ id, event, status, problem, durationMs }: Passed): string =>
  JSON.stringify({ id, event: fieldsIn(event), status: status ?? null, problem, duration_ms: durationMs });

function lineOf({ event, status, problem, durationMs }: Passed, at = new Date()): string {
  const { type, data } = fieldsIn(event);
  const { order_number } = (data ?? {}) as { readonly order_number?: string };
  const remark = status === undefined ? `${problem}: it is told again` : remarkOn(status);
  const parts = [at.toTimeString().slice(0, 8), status ?? '---', type, order_number, `${durationMs} ms`, remark];
  return parts.filter((part) => part !== undefined).join('  ');
}

function remarkOn(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status === 410 ? 'wants no more of this job' : 'not taken: it is told again';
}
