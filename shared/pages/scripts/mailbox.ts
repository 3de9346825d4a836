/** The script of the mailbox: new mail and changes appear by themselves, and buttons work without leaving the page. */
import { byId } from './by-id.ts';
import { showMoments } from './moments.ts';

/** The parts of the mailbox. Only a changed one is replaced, so that nothing else closes or loses focus. */
class MailboxParts {
  readonly #mail: HTMLElement;
  /** The mails as they came from the service, by id: a reader who opens one changes the page. */
  #sources: ReadonlyMap<string, string>;

  constructor(mail: HTMLElement) {
    this.#mail = mail;
    this.#sources = this.#sourcesIn(mail);
  }

  /** False if one of the two is empty, because an empty mailbox has a different structure. */
  put(next: HTMLElement): boolean {
    const place = this.#mail.querySelector('.envelopes');
    const items = next.querySelector('.envelopes');
    if (place === null || items === null) return place === items;
    const fresh = this.#sourcesIn(next);
    for (const part of this.#partsIn(this.#mail)) if (!fresh.has(part.id)) part.remove();
    const ids = Array.from(next.querySelectorAll('.item'), ({ id }) => id);
    const added = this.#update(next, fresh);
    for (const [at, id] of ids.entries()) {
      const item = added.get(id) ?? document.getElementById(id);
      if (item !== null && place.children[at] !== item) place.insertBefore(item, place.children[at] ?? null);
    }
    this.#sources = fresh;
    return true;
  }

  /** The parts that are new. */
  #update(next: HTMLElement, fresh: ReadonlyMap<string, string>): ReadonlyMap<string, Element> {
    const current = new Map(this.#partsIn(this.#mail).map((part) => [part.id, part]));
    const added = new Map<string, Element>();
    for (const part of this.#partsIn(next)) {
      const old = current.get(part.id);
      if (old === undefined) added.set(part.id, part);
      else if (this.#sources.get(part.id) !== fresh.get(part.id)) this.#replace(old, part);
    }
    return added;
  }

  #replace(old: Element, part: Element): void {
    const open = Array.from(old.querySelectorAll('details'), (one) => one.open);
    for (const [at, one] of part.querySelectorAll('details').entries()) one.open = open[at] ?? false;
    const place = this.#reachableIn(old).findIndex((each) => each.matches(':focus'));
    old.replaceWith(part);
    this.#reachableIn(part)[place]?.focus();
  }

  readonly #partsIn = (root: Element): Element[] => [...root.querySelectorAll('.part')];
  readonly #sourcesIn = (root: Element) => new Map(this.#partsIn(root).map((part) => [part.id, part.outerHTML]));
  readonly #reachableIn = (part: Element) => [...part.querySelectorAll<HTMLElement>('a,button,summary')];
}

const everyMs = 2_000;
const silent = 'The service isn’t responding.';
const mail = byId('mail', HTMLElement);
const says = byId('says', HTMLElement);
const parts = new MailboxParts(mail);
const tries = new WeakMap<HTMLImageElement, number>();
let tag = '';
let isGone = false;

const tell = (text: string): void => {
  says.hidden = text === '';
  says.textContent = text;
};
const look = async (): Promise<void> => {
  const headers = new Headers({ accept: 'text/html' });
  if (tag !== '') headers.set('if-none-match', tag);
  const answer = await fetch(location.pathname + location.search, { headers, cache: 'no-store' });
  if (answer.status !== 200) return;
  tag = answer.headers.get('etag') ?? '';
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('mail');
  if (next === null) return;
  if (parts.put(next)) showMoments();
  else location.reload();
};
/** Requests a picture again that the busy service refused. */
const askAgain = (): void => {
  for (const image of mail.querySelectorAll('img')) {
    const count = tries.get(image) ?? 0;
    if (!image.complete || image.naturalWidth > 0 || count >= 9) continue;
    tries.set(image, count + 1);
    image.setAttribute('src', image.src);
  }
};
/** A hidden page makes no requests. */
const watch = async (): Promise<void> => {
  try {
    if (!document.hidden) {
      askAgain();
      await look();
    }
    if (isGone) tell('');
    isGone = false;
  } catch {
    isGone = true;
    tell(silent);
  }
  setTimeout(() => void watch(), everyMs);
};
const post = async (form: HTMLFormElement, button: HTMLElement | null): Promise<void> => {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') body.append(name, value);
  const headers = { accept: 'application/json' };
  const answer = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body, headers })
    .then((answered): Promise<{ readonly says?: string; readonly error?: string }> => answered.json())
    .catch(() => undefined);
  tell(answer?.says ?? answer?.error ?? silent);
  await look().catch(() => {});
};
document.addEventListener('submit', (event) => {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || target.getAttribute('method') !== 'post') return;
  event.preventDefault();
  void post(target, submitter);
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void look().catch(() => {});
});
setTimeout(() => void watch(), everyMs);
