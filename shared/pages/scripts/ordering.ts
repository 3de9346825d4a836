/** The script of the order form: keeps the input over a reload, remembers the sender, and shows the pages. */
import { byId } from './by-id.ts';
import { type FormValues, linesOf, showPages } from './live.ts';

/** A browser may have no store, or refuse it. */
function storeOf(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

const form = byId('order', HTMLFormElement);
const draft = storeOf('sessionStorage');
const senders = storeOf('localStorage');
const draftKey = `draft ${location.pathname}`;
const typed = (): FormValues => Object.fromEntries(new FormData(form)) as FormValues;
const read = (from: Storage | undefined, key: string): FormValues => JSON.parse(from?.getItem(key) ?? '{}');
/** The fields that a browser may remember: not the id of an account, and not the ids of files. */
const fields = () =>
  (Array.from(form.elements) as HTMLInputElement[]).filter(
    ({ type, autocomplete }) => /^(?:text|textarea|date|checkbox|radio)$/.test(type) && autocomplete !== 'off',
  );
const fill = (values: FormValues): void => {
  for (const field of fields()) {
    const { name, type } = field;
    const value = values[name] ?? '';
    if (type === 'checkbox' || type === 'radio') field.checked = field.value === value;
    else field.value = value;
    // An option that is used is in sight.
    if (value && !/^(?:to|from)\./.test(name)) field.closest('details')?.setAttribute('open', '');
  }
};
const kept = (start = ''): string => {
  const names = new Set(fields().map(({ name }) => name));
  return JSON.stringify(
    Object.fromEntries(Object.entries(typed()).filter(([name]) => names.has(name) && name.startsWith(start))),
  );
};
/** The sender of the last order, folded to a line. */
const foldSender = (): void => {
  const group = document.getElementById('from');
  const box = group?.querySelector<HTMLElement>('.remembered');
  const sender = read(senders, 'sender');
  if (!group || !box || !sender['from.name'] || typed()['from.name']) return;
  fill({ ...typed(), ...sender });
  if (group.querySelector(':invalid')) return;
  const fold = (isFolded: boolean): void => {
    group.classList.toggle('folded', isFolded);
    box.hidden = !isFolded;
  };
  box.querySelector('p')?.replaceChildren(linesOf(sender, 'from').join(', '));
  box.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    fold(false);
    byId('from.name', HTMLInputElement).focus();
    if (target.value !== 'forget') return;
    senders?.removeItem('sender');
    fill(Object.fromEntries(Object.entries(typed()).filter(([name]) => !name.startsWith('from.'))));
  });
  fold(true);
};
if (form.dataset.fresh !== undefined) {
  if (draft?.getItem(draftKey)) fill(read(draft, draftKey));
  foldSender();
}
/** The code of a bank account, which this browser keeps only if its reader ticks the box. */
const account = form.querySelector<HTMLInputElement>('[name=bank_account]');
const keep = form.querySelector<HTMLInputElement>('#keep');
if (account && keep) {
  const code = senders?.getItem('account');
  keep.closest('.tick')?.removeAttribute('hidden');
  keep.checked = Boolean(code);
  account.value ||= code ?? '';
}
/** Reads an address as the service does without a script, and puts the answer in the place of its step. */
const readAddress = async (whole: HTMLTextAreaElement, isPasted = false): Promise<void> => {
  const { value, name } = whole;
  const [side = ''] = name.split('.');
  if (value.trim() === '' && linesOf(typed(), side).length === 0) return;
  const body = new URLSearchParams({ ...typed(), step: `read.${side}` } as Record<string, string>);
  const response = await fetch(form.action, { method: 'POST', body });
  const answer = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(side);
  // A pasted part of an address may be typed on.
  if (!answer || whole.value !== value || (isPasted && answer.querySelector('.failing'))) return;
  const hadFocus = whole === document.activeElement;
  // It is for a page that opens at this address.
  answer.querySelector('[autofocus]')?.removeAttribute('autofocus');
  document.getElementById(side)?.replaceWith(answer);
  if (hadFocus) answer.querySelector<HTMLElement>('.read')?.focus();
  form.dispatchEvent(new Event('input'));
};
const whole = ({ target }: Event) =>
  target instanceof HTMLTextAreaElement && target.matches('.whole') ? target : undefined;
form.addEventListener('change', (event) => {
  const text = whole(event);
  if (text) readAddress(text).catch(() => {});
});
form.addEventListener('paste', (event) => {
  const text = whole(event);
  if (text) setTimeout(() => void readAddress(text, true).catch(() => {}));
});
form.addEventListener('input', () => draft?.setItem(draftKey, kept()));
form.addEventListener('submit', ({ submitter }) => {
  if ((submitter as HTMLInputElement | null)?.value !== 'preview') return;
  draft?.removeItem(draftKey);
  // Never a bank number that was typed by mistake.
  if (keep?.checked && account?.value.startsWith('bank_')) senders?.setItem('account', account.value.trim());
  else if (keep) senders?.removeItem('account');
  if (typed()['from.name']) senders?.setItem('sender', kept('from.'));
});
// A draft has an address that was read in its folded fields: the service shows it again.
for (const text of form.dataset.fresh === undefined ? [] : form.querySelectorAll<HTMLTextAreaElement>('.whole'))
  if (text.value === '' && !text.closest('.folded')) readAddress(text).catch(() => {});
const live = document.getElementById('live');
if (live) showPages(form, live, typed);
