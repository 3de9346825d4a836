/** The script of the order form: keeps what was typed across a reload, remembers the sender, and shows the pages. */
import { byId } from './by-id.ts';

/** Undefined if the browser has no such storage or denies access to it. */
function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[kind];
  } catch {
    return undefined;
  }
}

const form = byId('order', HTMLFormElement);
const session = storageOf('sessionStorage');
const local = storageOf('localStorage');
/** The keys of what the browser remembers. */
const keyOf = { draft: `draft ${location.pathname}`, sender: 'sender', account: 'account' };
/** The current values of the form's fields. */
const typed = (): FormValues => Object.fromEntries(new FormData(form)) as FormValues;
const load = (storage: Storage | undefined, key: string): FormValues => JSON.parse(storage?.getItem(key) ?? '{}');
/** The fields that the browser may remember: neither account codes nor file ids. */
const memorableFields = () =>
  (Array.from(form.elements) as HTMLInputElement[]).filter(
    ({ type, autocomplete }) => /^(?:text|textarea|date|checkbox|radio)$/.test(type) && autocomplete !== 'off',
  );
const fill = (values: FormValues): void => {
  for (const field of memorableFields()) {
    const { name, type } = field;
    const value = values[name] ?? '';
    if (type === 'checkbox' || type === 'radio') field.checked = field.value === value;
    else field.value = value;
    // Options that are used must be visible.
    if (value && !/^(?:to|from)\./.test(name)) field.closest('details')?.setAttribute('open', '');
  }
};
/** The values that may be remembered, as JSON; only those of fields whose names start with `prefix`. */
const serialized = (prefix = ''): string => {
  const names = new Set(memorableFields().map(({ name }) => name));
  return JSON.stringify(
    Object.fromEntries(Object.entries(typed()).filter(([name]) => names.has(name) && name.startsWith(prefix))),
  );
};
/** Fills in the sender of the last order, shown as one line instead of the fields. */
const fillInSender = (): void => {
  const group = document.getElementById('from');
  const box = group?.querySelector<HTMLElement>('.remembered');
  const sender = load(local, keyOf.sender);
  if (!group || !box || !sender['from.name'] || typed()['from.name']) return;
  fill({ ...typed(), ...sender });
  if (group.querySelector(':invalid')) return;
  const fold = (isFolded: boolean): void => {
    group.classList.toggle('folded', isFolded);
    box.hidden = !isFolded;
  };
  box.querySelector('p')?.replaceChildren(addressLines(sender, 'from').join(', '));
  box.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    fold(false);
    byId('from.name', HTMLInputElement).focus();
    if (target.value !== 'forget') return;
    local?.removeItem(keyOf.sender);
    fill(Object.fromEntries(Object.entries(typed()).filter(([name]) => !name.startsWith('from.'))));
  });
  fold(true);
};
if (form.dataset.fresh !== undefined) {
  if (session?.getItem(keyOf.draft)) fill(load(session, keyOf.draft));
  fillInSender();
}
/** The bank account code, which the browser remembers only while the box is checked. */
const account = form.querySelector<HTMLInputElement>('[name=bank_account]');
const rememberBox = form.querySelector<HTMLInputElement>('#keep');
if (account && rememberBox) {
  // Forgets a code that the service refused, such as a removed account's.
  if (account.ariaInvalid === 'true') local?.removeItem(keyOf.account);
  const code = local?.getItem(keyOf.account);
  rememberBox.closest('.checkbox')?.removeAttribute('hidden');
  rememberBox.checked = Boolean(code);
  account.value ||= code ?? '';
}
/** Lets the service read an address as it does without a script, and replaces the address group with the result. */
const readAddress = async (textArea: HTMLTextAreaElement, isPasted = false): Promise<void> => {
  const { value, name } = textArea;
  const [side = ''] = name.split('.');
  if (value.trim() === '' && addressLines(typed(), side).length === 0) return;
  const body = new URLSearchParams({ ...typed(), step: `read.${side}` } as Record<string, string>);
  const response = await fetch(form.action, { method: 'POST', body });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const group = page.getElementById(side);
  // The person may still complete what they pasted, so its problems aren't shown yet.
  if (!group || textArea.value !== value || (isPasted && group.querySelector('.failing'))) return;
  const hadFocus = textArea === document.activeElement;
  // `autofocus` is for browsers without scripts, which load the whole page.
  group.querySelector('[autofocus]')?.removeAttribute('autofocus');
  document.getElementById(side)?.replaceWith(group);
  // The hints have the options' prices, which depend on the country.
  for (const hint of page.querySelectorAll('[id$="-hint"]')) document.getElementById(hint.id)?.replaceWith(hint);
  if (hadFocus) group.querySelector<HTMLElement>('.read')?.focus();
  form.dispatchEvent(new Event('input'));
};
/** Updates the address above its fields to match them. */
const showAddress = (side: string): void => {
  const lines = addressLines(typed(), side).flatMap((line) => [line, document.createElement('br')]);
  document.querySelector(`[id="${side}"] .read`)?.replaceChildren(...lines);
};
const wholeAddressField = ({ target }: Event) =>
  target instanceof HTMLTextAreaElement && target.matches('.whole') ? target : undefined;
form.addEventListener('change', (event) => {
  const field = wholeAddressField(event);
  if (field) readAddress(field).catch(() => {});
  else showAddress((event.target as HTMLInputElement).name.split('.')[0] ?? '');
});
// After the Back button, the browser restores the fields.
addEventListener('pageshow', () => ['to', 'from'].forEach(showAddress));
form.addEventListener('paste', (event) => {
  const field = wholeAddressField(event);
  // After the paste, because before it the field doesn't have the text yet.
  if (field) setTimeout(() => void readAddress(field, true).catch(() => {}));
});
form.addEventListener('input', () => session?.setItem(keyOf.draft, serialized()));
form.addEventListener('submit', ({ submitter }) => {
  if ((submitter as HTMLInputElement | null)?.value !== 'preview') return;
  session?.removeItem(keyOf.draft);
  const code = account?.value.trim() ?? '';
  // The prefix keeps out a bank number that was typed by mistake.
  if (rememberBox?.checked && code.startsWith('bank_')) local?.setItem(keyOf.account, code);
  else if (rememberBox) local?.removeItem(keyOf.account);
  if (typed()['from.name']) local?.setItem(keyOf.sender, serialized('from.'));
});
// A restored draft has each address only in folded fields, so let the service show it again.
if (form.dataset.fresh !== undefined)
  for (const field of form.querySelectorAll<HTMLTextAreaElement>('.whole'))
    if (field.value === '' && !field.closest('.folded')) readAddress(field).catch(() => {});
const live = document.getElementById('live');
if (live) showPages(form, live, typed);

/** A form's values by field name. */
type FormValues = Readonly<Record<string, string | undefined>>;

/** The lines of the sender's or recipient's address. */
function addressLines(values: FormValues, side: string): string[] {
  const valueIn = (name: string) => values[`${side}.${name}`]?.trim() ?? '';
  const lines = ['name', 'companyName', 'addressLine1', 'addressLine2'].map(valueIn);
  const lastLine = ['city', 'provinceOrState', 'postalOrZip'].map(valueIn).filter(Boolean).join(' ');
  return [...lines, lastLine].filter(Boolean);
}

/** Shows the pages after each pause in typing, with at most one quote every four seconds: the service allows 300 in ten minutes. */
function showPages(form: HTMLFormElement, live: HTMLElement, typed: () => FormValues): void {
  const pauseMs = 900;
  const minIntervalMs = 4_000;
  const busyMs = 60_000;
  const maxPages = 6;
  const [list] = live.getElementsByTagName('ol');
  const [stamps] = live.getElementsByClassName('stamps');
  const { dataset } = live;
  let timer = 0;
  let request = new AbortController();
  let shownBody = '';
  let earliestMs = 0;

  const filled = (template = '', values: Readonly<Record<string, string | number>>): string =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const picture = async (quote: string, number: number, count: number): Promise<HTMLElement> => {
    const image = new Image();
    image.src = `${dataset.pages}/${quote}/pages/${number}`;
    image.alt = filled(dataset.alt, { number, count });
    await image.decode();
    const item = document.createElement('li');
    item.innerHTML = '<div class="leaf"></div>';
    item.firstElementChild?.append(image);
    return item;
  };
  /** The page has an amount of zero in the reader's format. This replaces its digits. */
  const showPrice = ({ pages, total_cents, currency, tax_pending }: Quoted): void => {
    const figures = (_: string, point: string): string => (total_cents / 100).toFixed(2).replace('.', point);
    const money = dataset[currency.toLowerCase()]?.replace(/0([.,])00/, figures) ?? '';
    const price = tax_pending ? filled(dataset.untaxed, { price: money }) : money;
    const text = filled(pages === 1 ? dataset.one : dataset.several, { pages, price });
    form.querySelector('.bar p')?.replaceChildren(text);
  };
  const update = async (): Promise<void> => {
    const body = quoteRequest(typed(), dataset);
    // The pages of an earlier text must not replace those of this one.
    request.abort();
    if (body === shownBody || body === '') return;
    request = new AbortController();
    const { signal } = request;
    const headers = { 'content-type': 'application/json' };
    earliestMs = Date.now() + minIntervalMs;
    const response = await fetch(dataset.quotes ?? '', { method: 'POST', headers, body, signal });
    if (response.status === 429 || response.status === 503) earliestMs = Date.now() + busyMs;
    if (!response.ok) return;
    const quoted = (await response.json()) as Quoted;
    const numbers = Array.from({ length: Math.min(quoted.pages, maxPages) }, (_, index) => index + 1);
    const items = await Promise.all(numbers.map((number) => picture(quoted.quote_id, number, quoted.pages)));
    if (signal.aborted) return;
    shownBody = body;
    stamps?.removeAttribute('hidden');
    if (stamps) items[0]?.firstElementChild?.append(stamps);
    list?.replaceChildren(...items);
    showPrice(quoted);
  };
  const schedule = (): void => {
    for (const [index, side] of ['from', 'to'].entries())
      stamps?.children[index]?.replaceChildren(addressLines(typed(), side).join('\n'));
    clearTimeout(timer);
    timer = setTimeout(() => void update().catch(() => {}), Math.max(pauseMs, earliestMs - Date.now()));
  };
  live.hidden = false;
  form.addEventListener('input', schedule);
  schedule();
}

/** The JSON of a request for a quote; empty if there is no text, or too much text for a preview while typing. */
function quoteRequest(values: FormValues, { uploads, options = '' }: DOMStringMap): string {
  const { text = '', markdown, upload, attachments, 'to.postalOrZip': code = '' } = values;
  const country = /^\s*[a-z]/i.test(code) ? 'CA' : 'US';
  const file = (id: string) => ({ pdf_url: `${uploads}/${id}` });
  const content = { [markdown ? 'markdown' : 'text']: text };
  const chosen: Record<string, true | Record<string, string>> = {};
  for (const [name, value = ''] of Object.entries(values)) {
    const [option = '', member] = name.split('.');
    if (value.trim() === '' || !options.split(' ').includes(option)) continue;
    // `cover.to` is a member of the option `cover`.
    chosen[option] = member === undefined ? true : { ...(chosen[option] as object | undefined), [member]: value };
  }
  if (!upload && (text.trim() === '' || text.length > 300_000)) return '';
  return JSON.stringify({
    country,
    ...(upload ? file(upload) : content),
    attachments: attachments?.split(' ').map(file),
    ...chosen,
  });
}

interface Quoted {
  readonly quote_id: string;
  readonly pages: number;
  readonly total_cents: number;
  readonly currency: string;
  readonly tax_pending?: true;
}
