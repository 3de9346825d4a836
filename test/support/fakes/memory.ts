/** In-memory twins of the stores; they obey the same version checks, and hand out copies as a network would. */
import { orderNumberOf } from '../../../shared/core/ids.ts';
import type { Job, Stored } from '../../../shared/core/product.ts';
import { needsAccount, paidOn, waiting, wakesAt } from '../../../shared/core/waiting.ts';
import type { Collection, Dated, Documents, Jobs, RequestCounter, RequestCounters } from '../../../shared/ports.ts';

export function memoryCollection<T extends Stored>(items = new Map<string, T>()): Collection<T> & { all(): T[] } {
  return {
    all: () => structuredClone([...items.values()]),
    get: async (id) => structuredClone(items.get(id)),
    create: async (item) => {
      if (items.has(item.id)) return 'exists';
      items.set(item.id, structuredClone(item));
      return 'saved';
    },
    replace: async (item) => {
      if (items.get(item.id)?.version !== item.version) return 'stale';
      items.set(item.id, structuredClone({ ...item, version: item.version + 1 }));
      return 'saved';
    },
  };
}

export function memoryCounters(): RequestCounters & { all(): RequestCounter[]; readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  return {
    ...memoryCollection<RequestCounter>(),
    counts,
    add: async (id, most) => {
      const count = (counts.get(id) ?? 0) + 1;
      if (count > most) return 'full';
      counts.set(id, count);
      return count;
    },
  };
}

/** Pages of two, so that nobody forgets to turn them. */
export function datedCollection<T extends Stored>(
  placed: (item: T) => { readonly kind: string; readonly at: number } | undefined,
): Collection<T> & Dated<T> & { all(): T[] } {
  const items = memoryCollection<T>();
  return {
    ...items,
    async between(kind, from, to, after = '0') {
      const found = items.all().filter((item) => {
        const place = placed(item);
        return place?.kind === kind && place.at >= from && place.at < to;
      });
      const end = Number(after) + 2;
      return { items: found.slice(end - 2, end), ...(end < found.length ? { next: `${end}` } : {}) };
    },
  };
}

export function memoryJobs(): Jobs & { all(): Job[] } {
  const jobs = memoryCollection<Job>();
  const idOf = async (found: (job: Job) => boolean) => jobs.all().find(found)?.id;
  return {
    ...jobs,
    idByPartnerId: (id) => idOf(({ partner }) => partner?.id === id),
    idByPayCode: (code) => idOf(({ payCode }) => payCode === code),
    idByOrderNumber: (number) => idOf(({ id }) => orderNumberOf(id) === number),
    due: async (before, limit) =>
      jobs
        .all()
        .flatMap((job) => {
          const dueAt = wakesAt(job);
          return dueAt !== undefined && dueAt < before ? [{ id: job.id, dueAt }] : [];
        })
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit),
    waiting: async (wait, limit) =>
      jobs
        .all()
        .flatMap((job) => {
          const found = waiting(job);
          return found?.for === wait ? [{ id: job.id, since: found.since }] : [];
        })
        .sort((a, b) => a.since - b.since)
        .slice(0, limit),
    drawingOn: async (accountId) => ({
      ids: jobs.all().flatMap((job) => (needsAccount(job) === accountId ? [job.id] : [])),
    }),
    paidOn: async (day) => ({ ids: jobs.all().flatMap((job) => (paidOn(job) === day ? [job.id] : [])) }),
  };
}

export function memoryDocuments(): Documents & { readonly files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    put: async (key, pdf) => void files.set(key, pdf.slice()),
    get: async (key) => files.get(key)?.slice(),
    link: async (key) => `https://documents.example/${key}`,
    putLink: async (key) => ({ url: `https://documents.example/${key}?put`, headers: {} }),
    storeForm: async (key) => ({ url: 'https://documents.example/', fields: { key } }),
  };
}
