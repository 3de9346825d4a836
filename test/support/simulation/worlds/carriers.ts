/** Carriers that scan mail and deliver it. Partners tell that early and late, twice, in any order, or never. */
import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ServiceDeps } from '../../../../shared/config/app.ts';
import type { Job } from '../../../../shared/domain/job/job.ts';
import { hasLeft } from '../../../../shared/domain/job/lifecycle.ts';
import {
  type Progress,
  type ReportedScan,
  type ScanCode,
  scanCodes,
  stages,
} from '../../../../shared/domain/job/progress.ts';
import { update } from '../../../../shared/domain/stored.ts';
import type { Signer } from '../../../../shared/orders/deps.ts';
import { getJob } from '../../../../shared/orders/follow/get-job.ts';
import { receivePartnerEvent } from '../../../../shared/orders/read-progress.ts';
import { getReceipt } from '../../../../shared/orders/receipts/get-receipt.ts';
import { ask } from '../../../../shared/orders/use-case.ts';
import { showEvidence } from '../../../../shared/pages/views/show-receipt.ts';
import type { KnownView, Partner } from '../../../../shared/partners/partner.ts';
import type { SimulatedOrder } from '../../../../shared/partners/simulated/simulated.ts';
import { forEachProduct, type MemoryDeps } from '../../fakes/deps.ts';
import { caller, jobOf } from '../../fakes/orders.ts';
import { oneOf, type Random } from '../chance.ts';
import { insisting } from '../people.ts';
import { sweeping } from '../sweeping.ts';
import { withPartners } from './partners.ts';
import { type World, withoutMore } from './world.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The last news of a partner is there within this time of the payment. */
const withinMs = 6 * dayMs;

type Told = KnownView;

/** All that a partner has ever told of an order. */
interface Word {
  stage: number;
  delivered: boolean;
  returned: boolean;
  readonly scans: Set<string>;
}

const nameOf = ({ code, place }: ReportedScan): string => `${code} ${place}`;
const wordOf = (scan: ReportedScan): string => `${nameOf(scan)} ${scan.at}`;

/** Keys of Ed25519 whose signatures need no event loop: it stands still while the clock is wound. */
function quickSigner(privateKey: KeyObject): Signer {
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    async sign(payload) {
      const text = `${base64({ alg: 'EdDSA', typ: 'receipt+jws' })}.${base64(payload)}`;
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
    },
    publicKeys: async () => ({ keys: [] }),
  };
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** The payload of a JWS; `undefined` if its signature is not of that key. */
function signedIn(jws: string): unknown {
  const [head = '', payload = '', mark = ''] = jws.split('.');
  const isGenuine = verify(null, Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(mark, 'base64url'));
  return isGenuine ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined;
}

/** A partner that passes on what stands in its book of the carrier, in its own way. */
interface House {
  /** It tells the latest scan alone, as PostGrid. */
  readonly isBrief: boolean;
  /** How often a scan has its moment: in the book, and in a single word about it. */
  readonly timed: number;
  /** It tells of deliveries. */
  readonly delivers: boolean;
}

export const carriers: World = (made, rare) => {
  const { clock, orders } = made;
  const house: House = { isBrief: rare() < 0.3, timed: oneOf([0, 0.7, 1], rare), delivers: rare() < 0.5 };
  const isCertified = rare() < 0.7;
  const isSlowToEnd = rare() < 0.5;
  const words = new Map<string, Word>();
  const done = new Set<string>();
  const broken = new Set<string>();
  const lives: Promise<void>[] = [];
  const taken = new Set<string>();
  let newProcess: () => ServiceDeps = () => memory;

  const progressOf = (id: string, progress: Progress): Progress => {
    const { delivered, final, scans = [], ...rest } = progress;
    const told = (house.isBrief ? scans.slice(-1) : scans).map((scan) =>
      rare() < house.timed ? scan : { ...scan, at: undefined },
    );
    const isOver = final && (done.has(id) || !isSlowToEnd);
    const all = {
      ...rest,
      scans: told,
      delivered: (house.delivers && delivered) || undefined,
      final: isOver || undefined,
    };
    note(id, all);
    return all;
  };
  const note = (id: string, { stage, delivered, returned, scans = [] }: Progress) => {
    const word = words.get(id) ?? { stage: 0, delivered: false, returned: false, scans: new Set() };
    words.set(id, word);
    word.stage = Math.max(word.stage, stages.indexOf(stage));
    word.delivered ||= delivered === true;
    word.returned ||= returned === true;
    for (const scan of scans) word.scans.add(scan.at === undefined ? nameOf(scan) : wordOf(scan));
  };
  const telling = (partner: Partner): Partner => ({
    ...partner,
    async read(id) {
      const view = await partner.read(id);
      return view.kind !== 'progress' ? view : { kind: 'progress', progress: progressOf(id, view.progress) };
    },
    async recall(id) {
      const outcome = await partner.recall(id);
      return outcome.kind === 'refused' ? { ...outcome, progress: progressOf(id, outcome.progress) } : outcome;
    },
    async find(...asked) {
      const found = await partner.find(...asked);
      if (found.kind !== 'found') return found;
      const { id } = found.order;
      return { kind: 'found', order: { ...progressOf(id, found.order), id } };
    },
    async submit(request) {
      const outcome = await partner.submit(request);
      if (outcome.kind !== 'accepted') return outcome;
      const { id } = outcome.order;
      return { ...outcome, order: { ...progressOf(id, outcome.order), id } };
    },
  });
  const isEvented = rare() < 0.6;
  const partnerNames = forEachProduct((product) =>
    product === 'fax' ? 'telnyx' : isEvented ? 'postgrid' : 'simulated',
  );
  const memory: MemoryDeps = { ...withPartners(made, telling), partnerNames, signer: quickSigner(privateKey) };

  /** Each copy of an event is late in its own way, so a later one may come first. */
  const announce = async ({ id }: SimulatedOrder, process: () => ServiceDeps) => {
    const order = await orders.get(id);
    const view = order && (await memory.partners[order.kind].read(id));
    if (order === undefined || view === undefined || view.kind === 'unknown') return;
    const copies = rare() < 0.3 ? 0 : 1 + Math.floor(rare() * 2.5);
    await Promise.all(Array.from({ length: copies }, () => deliver(order, view, process())));
  };
  const deliver = async ({ id, jobId }: SimulatedOrder, view: Told, deps: ServiceDeps) => {
    await clock.sleep(rare() < 0.3 ? 0 : rare() ** 2 * 4 * minuteMs);
    const tell = () => receivePartnerEvent(deps, { kind: 'order', partnerId: id, view });
    const answer = await insisting(memory, tell, 5, minuteMs);
    const job = answer && (await memory.jobs.get(jobId));
    if (job?.partner?.id !== id || (job.state !== 'fulfilled' && job.state !== 'recalling') || view.kind === 'stopped')
      return;
    const known = new Set(job.scans?.map(nameOf));
    if (view.progress.scans?.some((scan) => !known.has(nameOf(scan)))) broken.add('a scan that was answered is kept');
  };
  /** Mostly scanned after the partner has mailed it, and now and then while the partner still calls it waiting. */
  const carry = async (order: SimulatedOrder, process: () => ServiceDeps) => {
    const { id, jobId } = order;
    const isEarly = rare() < 0.3;
    const isOut = async () => {
      const { partner } = (await memory.jobs.get(jobId)) ?? {};
      return partner?.id !== id || partner.stage === 'dispatched' || partner.stage === 'completed';
    };
    for (let minutes = 0; !isEarly && minutes < 12 && !(await isOut()); minutes += 1) await clock.sleep(minuteMs);
    const sent: Promise<void>[] = [];
    const happens = async (change: (known: SimulatedOrder) => Partial<SimulatedOrder>) => {
      await clock.sleep(rare() ** 2 * 3 * minuteMs);
      await update(orders, id, (known) =>
        known === undefined || known.cancelledAt !== undefined ? known : { ...known, ...change(known) },
      );
      for (let times = 1 + rare(); times > 0; times -= 1) sent.push(announce(order, process));
    };
    const comesBack = async () => {
      const view = await made.partners[order.kind].read(order.id);
      if (view.kind !== 'progress' || stages.indexOf(view.progress.stage) < stages.indexOf('dispatched')) return;
      await happens(() => ({ returnedAt: clock.now() }));
    };
    // The carrier's own clock: some scans become known long after others that were made later.
    for (const code of anyScans(rare)) {
      const scan = { code, at: clock.now() - Math.floor(rare() ** 3 * dayMs), place: oneOf(['12207', '60607'], rare) };
      await happens(({ scans = [] }) => ({ scans: [...scans, scan] }));
    }
    if (isCertified && order.kind === 'letter' && rare() < 0.5) await happens(() => ({ deliveredAt: clock.now() }));
    else if (rare() < 0.1) await comesBack();
    done.add(id);
    await Promise.all(sent);
  };
  const carryAll = (jobId: string, process: () => ServiceDeps) => {
    for (const order of orders.all())
      if (order.jobId === jobId && !taken.has(order.id)) {
        taken.add(order.id);
        lives.push(carry(order, process));
      }
  };
  const notice = (promises: Readonly<Record<string, boolean>>) => {
    for (const [promise, isKept] of Object.entries(promises)) if (!isKept) broken.add(promise);
  };
  /** Reads it as its caller does, and as those do who are shown its proofs. */
  const look = async (deps: ServiceDeps, jobId: string, times: number) => {
    const insist = <T>(request: () => Promise<T>) => insisting(memory, request, times);
    const view = (await insist(() => ask(getJob, deps, { job_id: jobId }, caller)))?.body;
    const receipt = (await insist(() => ask(getReceipt, deps, { job_id: jobId }, caller)))?.body;
    const evidence = await insist(async () => showEvidence(deps, await jobOf(memory, jobId), caller.baseUrl));
    // An order that has left stays one that has left, also if its partner says later that it failed.
    const wasMailed = hasLeft(await jobOf(memory, jobId));
    if (view !== undefined) notice(promisesOfView(view));
    if (receipt !== undefined) notice(promisesOfReceipt(receipt, wasMailed));
    if (evidence === undefined) return;
    notice({ 'evidence tells of scans only if it was mailed': wasMailed || evidence.view.scans === undefined });
  };
  return {
    ...withoutMore(memory),
    products: ['letter', 'check'],
    options: (product) => (product === 'letter' && isCertified ? { registered: true } : {}),
    async beside(jobId, process) {
      newProcess = process;
      for (const end = clock.now() + 6 * minuteMs; clock.now() < end; await clock.sleep(10_000))
        carryAll(jobId, process);
      for (let asks = rare() * 3; asks > 0; asks -= 1) {
        await look(process(), jobId, 2);
        await clock.sleep(rare() * 2 * minuteMs);
      }
    },
    async muchLater() {
      // Some orders were made late, and some on their day.
      for (const { jobId } of orders.all()) carryAll(jobId, newProcess);
      await sweeping({ ...newProcess(), clock })(withinMs);
      await Promise.all(lives);
      for (const { id } of memory.jobs.all()) await look(newProcess(), id, 3);
    },
    broken: (job) => [...broken, ...promisesOfJob(job)],
  };

  function promisesOfJob(job: Job): readonly string[] {
    const { partner, scans = [] } = job;
    const word = words.get(partner?.id ?? '');
    const order = orders.all().find(({ id }) => id === partner?.id);
    if (job.state !== 'fulfilled' || partner === undefined || word === undefined || order === undefined) return [];
    // After its last word a partner tells in events alone, and those may be lost.
    const isRead = isSlowToEnd && done.has(order.id);
    const truth = house.isBrief ? (order.scans?.slice(-1) ?? []) : (order.scans ?? []);
    const known = new Set(scans.map(nameOf));
    const promises = {
      'a scan changes no status':
        stages.indexOf(partner.stage) <= word.stage &&
        (partner.delivered !== true || word.delivered) &&
        (partner.returned !== true || word.returned),
      'a scan is kept once': new Set(scans.map(wordOf)).size === scans.length,
      'a scan without a moment is no other than one with it': scans.every(
        (one) => !one.isHeard || scans.filter((other) => nameOf(other) === nameOf(one)).length === 1,
      ),
      'no scan is told that no partner told': scans.every((one) =>
        word.scans.has(one.isHeard ? nameOf(one) : wordOf(one)),
      ),
      'what the partner knows is read in the end': !isRead || truth.every((one) => known.has(nameOf(one))),
    };
    return Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));
  }
};

const anyScans = (rare: Random): readonly ScanCode[] => {
  const others = scanCodes.filter((code) => code !== 'returned');
  return Array.from({ length: Math.floor(rare() * 6) }, () => oneOf(others, rare));
};

interface Step {
  readonly step: string;
  readonly at: number | null;
  readonly scan?: string;
}

interface Shown {
  readonly timeline?: readonly Step[];
  readonly carrier_scans?: readonly { readonly code: string; readonly at: number }[];
  readonly scan_notice?: string;
}

const isByTime = (times: readonly number[]): boolean => times.every((at, place) => at >= (times[place - 1] ?? 0));

function promisesOfView(view: Shown): Readonly<Record<string, boolean>> {
  const { timeline = [], carrier_scans: scans = [], scan_notice: note } = view;
  const scanned = timeline.flatMap(({ step, at, scan }) => (step === 'scanned' ? [`${scan} ${at}`] : []));
  const told = scans.filter(({ code }) => code !== 'returned').map(({ code, at }) => `${code} ${at}`);
  return {
    'the timeline is in the order of time': isByTime(timeline.flatMap(({ at }) => at ?? [])),
    'the timeline has each scan at the carrier’s time': JSON.stringify(scanned) === JSON.stringify(told),
    'a view tells of scans only if it was mailed':
      timeline.some(({ step }) => step === 'mailed') ||
      (scans.length === 0 && scanned.length === 0 && note === undefined),
    'a view with scans says what they prove': (note !== undefined) === scans.length > 0,
  };
}

function promisesOfReceipt(body: Record<string, unknown>, wasMailed: boolean): Readonly<Record<string, boolean>> {
  const { job_id: _, signature, ...receipt } = body;
  const { carrier_scans: scans = [] } = receipt as Shown;
  return {
    'a receipt is genuine': isDeepStrictEqual(signedIn(`${signature}`), JSON.parse(JSON.stringify(receipt))),
    'a receipt tells of scans only if it was mailed': wasMailed || scans.length === 0,
    'a receipt has the scans by their time': isByTime(scans.map(({ at }) => at)),
  };
}
