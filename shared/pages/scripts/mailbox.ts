/** The script of the mailbox: new mail and changes appear without a reload, and buttons work without leaving the page. */
import { byId } from './by-id.ts';
import { showMoments } from './moments.ts';

const everyMs = 2_000;
const silent = 'The service isn’t responding.';
const mail = byId('mail', HTMLElement);
const message = byId('says', HTMLElement);
let tag = '';
let isGone = false;

const cardsIn = (element: Element): Element[] => [...element.querySelectorAll('.item')];
const reachableIn = (card?: Element | null) => [...(card?.querySelectorAll<HTMLElement>('a,button,summary') ?? [])];
const sourcesOf = (element: Element) => new Map(cardsIn(element).map((card) => [card.id, card.outerHTML]));
/** The cards as they came from the service, by id. A reader who opens a fold changes the page. */
let sources = sourcesOf(mail);

/** Keeps the cards that are the same, the folds that are open, and the focus. */
const put = (next: Element): void => {
  const fresh = sourcesOf(next);
  const focusedCard = document.activeElement?.closest('.item');
  const place = reachableIn(focusedCard).findIndex((each) => each.matches(':focus'));
  for (const card of cardsIn(next)) {
    const old = document.getElementById(card.id);
    const folds = old?.querySelectorAll('details');
    for (const [at, fold] of card.querySelectorAll('details').entries()) fold.open = folds?.[at]?.open ?? false;
    if (old && sources.get(card.id) === fresh.get(card.id)) card.replaceWith(old);
  }
  sources = fresh;
  mail.replaceChildren(...next.childNodes);
  if (focusedCard) reachableIn(document.getElementById(focusedCard.id))[place]?.focus();
  showMoments();
};
const show = (text: string): void => {
  message.hidden = text === '';
  message.textContent = text;
};
const look = async (): Promise<void> => {
  const headers = new Headers({ accept: 'text/html' });
  if (tag !== '') headers.set('if-none-match', tag);
  const answer = await fetch(location.pathname + location.search, { headers, cache: 'no-store' });
  if (answer.status !== 200) return;
  tag = answer.headers.get('etag') ?? '';
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('mail');
  if (next !== null) put(next);
};
/** A hidden page makes no requests. */
const watch = async (): Promise<void> => {
  try {
    if (!document.hidden) await look();
    if (isGone) show('');
    isGone = false;
  } catch {
    isGone = true;
    show(silent);
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
  show(answer?.says ?? answer?.error ?? silent);
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
