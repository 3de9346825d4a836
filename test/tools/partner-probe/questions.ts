/** Open questions on PostGrid (docs/going-live.md, "9. What is unverified until you try it") and their tests. */
import { listedIn } from '../../../lib/operator/doctor/partner-connection.ts';
import type { Fields } from '../../../shared/adapters/http/body.ts';
import { openRaster } from '../../../shared/rendering/pdf/raster.ts';
import { type Bench, bodyOf, type Draft, idOf, isGood, order, said } from './bench.ts';

export interface Question {
  readonly asks: string;
  /** The observation, in one line. */
  find(bench: Bench): Promise<string>;
}

const seconds = 1_000;

const path = (id: string, action = '') => `/letters/${encodeURIComponent(id)}${action}`;
const cancel = (bench: Bench, id: string) => bench.ask({ method: 'DELETE', path: path(id) });
const look = (bench: Bench, id: string) => bench.ask({ method: 'GET', path: path(id) });

/** Two orders under one key. */
async function twice(bench: Bench, first: Draft, second: Draft, between?: (id: string) => Promise<unknown>) {
  const key = bench.word();
  const one = await bench.ask(order({ ...first, key }));
  const id = idOf(one);
  if (id === undefined) return `the first order came to nothing: ${said(one)}`;
  await between?.(id);
  const other = await bench.ask(order({ ...second, key }));
  const otherId = idOf(other);
  if (otherId !== undefined && otherId !== id) await cancel(bench, otherId);
  await cancel(bench, id);
  if (otherId === undefined) return said(other);
  return `${otherId === id ? 'the first letter again' : 'A SECOND LETTER'} (${said(other)})`;
}

async function withLetter(bench: Bench, find: (id: string) => Promise<string>): Promise<string> {
  const made = await bench.ask(order({}));
  const id = idOf(made);
  return id === undefined ? `the order came to nothing: ${said(made)}` : find(id);
}

const cancelTwice = (bench: Bench) =>
  withLetter(bench, async (id) => {
    const first = said(await cancel(bench, id));
    return `first ${first}; then ${said(await cancel(bench, id))}; it stands as ${said(await look(bench, id))}`;
  });

const cancelTooLate = (bench: Bench) =>
  withLetter(bench, async (id) => {
    const moved = await bench.ask({ method: 'POST', path: path(id, '/progressions') });
    if (!isGood(moved)) return `it cannot be moved on: ${said(moved)}`;
    return `${said(await cancel(bench, id))}; it stands as ${said(await look(bench, id))}`;
  });

const moveCancelled = (bench: Bench) =>
  withLetter(bench, async (id) => {
    await cancel(bench, id);
    return said(await bench.ask({ method: 'POST', path: path(id, '/progressions') }));
  });

const sent = (country: 'US' | 'CA', extra: Fields) => async (bench: Bench) => {
  const made = await bench.ask(order({ country, extra }));
  const id = idOf(made);
  if (id === undefined) return said(made);
  await cancel(bench, id);
  const { mailingClass, extraService } = bodyOf(made);
  const stands = [mailingClass, extraService].filter((value) => typeof value === 'string' && /^\w{1,60}$/.test(value));
  return `accepted, and stands as ${stands.join(' with ') || 'nothing that the answer names'}`;
};

/** The delays after the order at which the probe searches for it. */
const looksAt = [0, 1, 2, 5, 10, 20, 40, 60].map((after) => after * seconds);

/** The page of `address_page` is ours, so it is priced as a page; the partner inserts one as well, and may count it otherwise. */
async function pagesWithAddressPage(bench: Bench): Promise<string> {
  const own = { html: '<div style="page-break-after: always"></div><p>a page</p>', addressPlacement: 'top_first_page' };
  const counts: string[] = [];
  for (const [name, extra] of [
    ['our empty page', own],
    ['insert_blank_page', { addressPlacement: 'insert_blank_page' }],
  ] as const) {
    const made = await bench.ask(order({ extra }));
    const id = idOf(made);
    if (id === undefined) return `${name}: ${said(made)}`;
    const since = bench.now();
    let pageCount: unknown;
    for (const at of looksAt.slice(0, 6)) {
      await bench.sleep(Math.max(0, since + at - bench.now()));
      ({ pageCount } = bodyOf(await look(bench, id)));
      if (typeof pageCount === 'number') break;
    }
    await cancel(bench, id);
    counts.push(`${name}: ${typeof pageCount === 'number' ? `${pageCount} pages` : 'no number of pages is named'}`);
  }
  return `${counts.join('; ')}; look up in the dashboard what each costs`;
}

async function search(bench: Bench): Promise<string> {
  const reference = bench.word();
  const made = await bench.ask(order({ reference }));
  const id = idOf(made);
  if (id === undefined) return `the order came to nothing: ${said(made)}`;
  const since = bench.now();
  let seen = 'not found within 60 s';
  for (const at of looksAt) {
    await bench.sleep(Math.max(0, since + at - bench.now()));
    const list = await bench.ask({
      method: 'GET',
      path: `/letters?${new URLSearchParams({ limit: '100', search: `"${reference}"` })}`,
    });
    const found = listedIn(bodyOf(list))?.find((record) => record.id === id);
    if (found === undefined) continue;
    const shows = JSON.stringify(found.metadata ?? {}).includes(reference) ? 'with' : 'WITHOUT';
    seen = `found ${Math.round((bench.now() - since) / seconds)} s after the order, ${shows} its metadata in the list`;
    break;
  }
  await cancel(bench, id);
  return seen;
}

async function unitOfTime(bench: Bench): Promise<string> {
  const hooks = listedIn(bodyOf(await bench.ask({ method: 'GET', path: '/webhooks?limit=100' }))) ?? [];
  if (hooks.length === 0) return 'no webhook is registered: npm run doctor -- --fix, then probe again';
  const lists = await Promise.all(
    hooks.map(({ id }) => bench.ask({ method: 'GET', path: `/webhooks/${encodeURIComponent(`${id}`)}/invocations` })),
  );
  const invocations = lists.flatMap((list) => listedIn(bodyOf(list)) ?? []);
  if (invocations.length === 0) return 'no webhook has been sent yet: probe again in a while';
  const stamp = /\bt=(\d{10,13})\b/.exec(JSON.stringify(invocations))?.[1];
  if (stamp !== undefined) return stamp.length < 12 ? 'seconds' : 'milliseconds';
  const names = Object.keys(invocations[0] ?? {}).filter((name) => /^\w{1,40}$/.test(name));
  return `not shown: an invocation tells only ${names.join(', ')}; the service reads both`;
}

/** The members of the letters in the list that may hold the evidence of a carrier, and the form of its times: 9 is a digit. */
async function evidence(bench: Bench): Promise<string> {
  const letters = listedIn(bodyOf(await bench.ask({ method: 'GET', path: '/letters?limit=100' }))) ?? [];
  const named = letters.flatMap(Object.entries).filter(([name]) => /imb|track|sign|receipt|proof|deliver/i.test(name));
  const told = named.flatMap(([name, value]) => {
    if (typeof value !== 'string' || !/^\w{1,40}$/.test(name)) return [];
    return /date/i.test(name)
      ? [
          `${name} ${value
            .slice(0, 40)
            .replace(/\d/g, '9')
            .replace(/[^9TZ:.+-]/g, '?')}`,
        ]
      : [name];
  });
  return told.length === 0 ? 'nothing yet: probe again once a letter was scanned' : [...new Set(told)].join(', ');
}

/** The partner's own print where the line of `verify_mark` stands: it shows in its PDF of an empty page. */
async function footOfLastPage(bench: Bench): Promise<string> {
  const made = await bench.ask(
    order({ extra: { html: '<p style="page-break-after: always">a page</p><p>&nbsp;</p>' } }),
  );
  const id = idOf(made);
  if (id === undefined) return `the order came to nothing: ${said(made)}`;
  const since = bench.now();
  let url: unknown;
  for (const at of looksAt.slice(0, 6)) {
    await bench.sleep(Math.max(0, since + at - bench.now()));
    ({ url } = bodyOf(await look(bench, id)));
    if (typeof url === 'string') break;
  }
  await cancel(bench, id);
  if (typeof url !== 'string') return 'it shows no PDF within 20 s: look at one in the dashboard';
  const raster = await bench
    .file(url)
    .then(openRaster)
    .catch(() => undefined);
  if (raster === undefined) return 'its PDF cannot be read: look at it in the dashboard';
  const { data, width, height } = await raster.draw(raster.sheets.length - 1, { scale: 1, colorSpace: 'Gray' });
  const inked = Array.from({ length: Math.floor(height / 3) }, (_, up) => up).filter((up) =>
    data.subarray((height - 1 - up) * width, (height - up) * width).some((gray) => gray < 245),
  );
  return inked.length === 0 ? 'nothing' : `INK, from ${inked[0]} to ${inked.at(-1)} points above the edge of the paper`;
}

export const questions: readonly Question[] = [
  { asks: 'the same key, the same order', find: (bench) => twice(bench, {}, {}) },
  { asks: 'the same key, another order', find: (bench) => twice(bench, {}, { text: 'second' }) },
  {
    asks: 'the same key and order, after the letter was cancelled',
    find: (bench) => twice(bench, {}, {}, (id) => cancel(bench, id)),
  },
  { asks: 'cancelling twice', find: cancelTwice },
  { asks: 'cancelling once it is printing', find: cancelTooLate },
  { asks: 'moving on a cancelled letter', find: moveCancelled },
  { asks: 'mailingClass certified, to the US', find: sent('US', { mailingClass: 'certified' }) },
  {
    asks: 'mailingClass certified_return_receipt, to the US',
    find: sent('US', { mailingClass: 'certified_return_receipt' }),
  },
  { asks: 'mailingClass registered, to Canada', find: sent('CA', { mailingClass: 'registered' }) },
  { asks: 'mailingClass certified, to Canada', find: sent('CA', { mailingClass: 'certified' }) },
  { asks: 'extraService registered, to Canada', find: sent('CA', { extraService: 'registered' }) },
  { asks: 'a mailingClass that does not exist', find: sent('US', { mailingClass: 'no_such_class' }) },
  { asks: 'the pages of a letter with an address page', find: pagesWithAddressPage },
  { asks: 'what the partner prints in the foot of the last page', find: footOfLastPage },
  { asks: 'whether search finds metadata.reference', find: search },
  { asks: 'the unit of t in PostGrid-Signature', find: unitOfTime },
  { asks: 'what a letter says of scans and signatures', find: evidence },
];
