/** The script of the mailbox: new mail and changes appear without a reload, and buttons work without leaving the page. */
import { byId } from './by-id.ts';
import { showMoments } from './moments.ts';

const intervalMs = 2_000;
const noResponse = 'The service isn’t responding.';
const mail = byId('mail', HTMLElement);
const message = byId('status-message', HTMLElement);
let etag = '';
let isUnreachable = false;

const cardsIn = (element: Element): Element[] => [...element.querySelectorAll('.item')];
const focusableIn = (card?: Element | null) => [...(card?.querySelectorAll<HTMLElement>('a,button,summary') ?? [])];
const sourcesOf = (element: Element) => new Map(cardsIn(element).map((card) => [card.id, card.outerHTML]));
/** The cards' HTML as the service sent it, by id. The page's own may differ, because the reader opens folds. */
let sources = sourcesOf(mail);

/** Shows the new cards, but keeps unchanged cards, open folds and the focus. */
const replaceCards = (next: Element): void => {
  const fresh = sourcesOf(next);
  const focusedCard = document.activeElement?.closest('.item');
  const focusIndex = focusableIn(focusedCard).findIndex((each) => each.matches(':focus'));
  for (const card of cardsIn(next)) {
    const old = document.getElementById(card.id);
    const folds = old?.querySelectorAll('details');
    for (const [index, fold] of card.querySelectorAll('details').entries()) fold.open = folds?.[index]?.open ?? false;
    if (old && sources.get(card.id) === fresh.get(card.id)) card.replaceWith(old);
  }
  sources = fresh;
  mail.replaceChildren(...next.childNodes);
  if (focusedCard) focusableIn(document.getElementById(focusedCard.id))[focusIndex]?.focus();
  showMoments();
};
const show = (text: string): void => {
  message.hidden = text === '';
  message.textContent = text;
};
const refresh = async (): Promise<void> => {
  const headers = new Headers({ accept: 'text/html' });
  if (etag !== '') headers.set('if-none-match', etag);
  const response = await fetch(location.pathname + location.search, { headers, cache: 'no-store' });
  if (response.status !== 200) return;
  etag = response.headers.get('etag') ?? '';
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('mail');
  if (next !== null) replaceCards(next);
};
/** Polls the service while the page is visible. */
const poll = async (): Promise<void> => {
  try {
    if (!document.hidden) await refresh();
    if (isUnreachable) show('');
    isUnreachable = false;
  } catch {
    isUnreachable = true;
    show(noResponse);
  }
  setTimeout(() => void poll(), intervalMs);
};
const post = async (form: HTMLFormElement, button: HTMLElement | null): Promise<void> => {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === 'string') body.append(name, value);
  const headers = { accept: 'application/json' };
  // Not form.action: an input named action hides it.
  const result = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body, headers })
    .then((response): Promise<{ readonly says?: string; readonly error?: string }> => response.json())
    .catch(() => undefined);
  show(result?.says ?? result?.error ?? noResponse);
  await refresh().catch(() => {});
};
document.addEventListener('submit', (event) => {
  const { target, submitter } = event;
  if (!(target instanceof HTMLFormElement) || target.getAttribute('method') !== 'post') return;
  event.preventDefault();
  void post(target, submitter);
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh().catch(() => {});
});
setTimeout(() => void poll(), intervalMs);
