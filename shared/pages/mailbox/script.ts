/** The mailbox's own script: new mail and new states appear by themselves, and a button acts without leaving the page. */
import { html } from '../html.ts';
import { ownZone } from '../time.ts';

/**
 * Only a part that has changed is replaced, so that nothing is closed or loses the focus under the reader's hands. A
 * hidden page does not ask. A picture that the busy service has refused is asked for again.
 */
export const mailboxScript = html`{
const mail = document.getElementById('mail'), says = document.getElementById('says');
const tell = (text) => { says.hidden = !text; says.textContent = text; };
const parts = (root) => [...root.querySelectorAll('.part')];
const sources = (root) => new Map(parts(root).map((part) => [part.id, part.outerHTML]));
const reachable = (part) => [...part.querySelectorAll('a,button,summary')];
let shown = sources(mail), tag = '', isGone = false;
const replace = (old, part) => {
  const open = [...old.querySelectorAll('details')].map((one) => one.open);
  part.querySelectorAll('details').forEach((one, at) => { one.open = open[at] ?? false; });
  const place = reachable(old).indexOf(document.activeElement);
  old.replaceWith(part);
  if (place >= 0) reachable(part)[place]?.focus();
};
const put = (next) => {
  const fresh = sources(next), ids = [...next.querySelectorAll('.item')].map(({ id }) => id);
  for (const part of parts(mail)) if (!fresh.has(part.id)) part.remove();
  const known = new Map(parts(mail).map((part) => [part.id, part]));
  const added = new Map();
  for (const part of parts(next)) {
    if (!known.has(part.id)) added.set(part.id, part);
    else if (shown.get(part.id) !== fresh.get(part.id)) replace(known.get(part.id), part);
  }
  const box = mail.querySelector('.envelopes');
  ids.forEach((id, at) => {
    const item = added.get(id) ?? document.getElementById(id);
    if (box.children[at] !== item) box.insertBefore(item, box.children[at] ?? null);
  });
  shown = fresh;
  ${ownZone.script}
};
const look = async () => {
  const headers = { accept: 'text/html', ...(tag && { 'if-none-match': tag }) };
  const answer = await fetch(location.pathname + location.search, { headers, cache: 'no-store' });
  if (answer.status !== 200) return;
  tag = answer.headers.get('etag') ?? '';
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('mail');
  if (!next) return;
  if (!next.querySelector('.envelopes') !== !mail.querySelector('.envelopes')) return location.reload();
  if (mail.querySelector('.envelopes')) put(next);
};
const tries = new WeakMap();
const askAgain = () => {
  for (const img of mail.querySelectorAll('img')) {
    const count = tries.get(img) ?? 0;
    if (img.complete && img.naturalWidth === 0 && count < 9) { tries.set(img, count + 1); img.src = img.src; }
  }
};
const watch = async () => {
  try {
    if (!document.hidden) { askAgain(); await look(); }
    if (isGone) tell('');
    isGone = false;
  } catch {
    isGone = true;
    tell('The service does not answer.');
  }
  setTimeout(watch, 2000);
};
document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (form.getAttribute('method') !== 'post') return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const answer = await fetch(form.getAttribute('action'), { method: 'POST', body, headers: { accept: 'application/json' } })
    .then((answered) => answered.json()).catch(() => undefined);
  tell(answer?.says ?? answer?.error ?? 'The service does not answer.');
  await look().catch(() => {});
});
document.addEventListener('visibilitychange', () => document.hidden || look().catch(() => {}));
setTimeout(watch, 2000);
}
`;
