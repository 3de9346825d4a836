/** The script of the order form: keeps the input over a reload, remembers the sender, and shows the pages. */
import { byId } from './by-id.ts';

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
  // A code that the service refused, such as that of a removed account, is not offered again.
  if (account.ariaInvalid === 'true') senders?.removeItem('account');
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

/** The values of a form's fields, by their names. */
type FormValues = Readonly<Record<string, string | undefined>>;

/** The address of a side in lines. */
function linesOf(typed: FormValues, side: string): string[] {
  const [city, state, code, ...lines] = 'city provinceOrState postalOrZip name companyName addressLine1 addressLine2'
    .split(' ')
    .map((name) => typed[`${side}.${name}`]?.trim());
  return [...lines, [city, state, code].filter(Boolean).join(' ')].filter(Boolean) as string[];
}

/** After a pause in typing, and at most one request in four seconds: the service takes 300 in ten minutes. */
function showPages(form: HTMLFormElement, live: HTMLElement, typed: () => FormValues): void {
  const pauseMs = 900;
  const leastMs = 4_000;
  const busyMs = 60_000;
  const mostPages = 6;
  const [list] = live.getElementsByTagName('ol');
  const [stamps] = live.getElementsByClassName('stamps');
  const { dataset: words, lastElementChild: summary } = live;
  let timer = 0;
  let going = new AbortController();
  let drawn = '';
  let nextMs = 0;

  const filled = (words = '', values: Readonly<Record<string, string | number>>): string =>
    words.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const picture = async (quote: string, number: number, count: number): Promise<HTMLElement> => {
    const image = new Image();
    image.src = `${words.pages}/${quote}/pages/${number}`;
    image.alt = filled(words.alt, { number, count });
    await image.decode();
    const item = document.createElement('li');
    item.innerHTML = '<div class="leaf"></div>';
    item.firstElementChild?.append(image);
    return item;
  };
  /** The page has an amount of zero in the reader's format, in which this puts the figures. */
  const showPrice = ({ pages, total_cents, currency, tax_pending }: Quoted): void => {
    const figures = (_: string, point: string): string => (total_cents / 100).toFixed(2).replace('.', point);
    const money = words[currency.toLowerCase()]?.replace(/0([.,])00/, figures) ?? '';
    const price = tax_pending ? filled(words.untaxed, { price: money }) : money;
    for (const line of [summary, form.querySelector('.bar p')])
      line?.replaceChildren(filled(pages === 1 ? words.one : words.several, { pages, price }));
  };
  const look = async (): Promise<void> => {
    const body = quoteRequest(typed(), words.uploads);
    if (body === drawn || body === '') return;
    going.abort();
    going = new AbortController();
    const { signal } = going;
    const headers = { 'content-type': 'application/json' };
    nextMs = Date.now() + leastMs;
    const response = await fetch(words.quotes ?? '', { method: 'POST', headers, body, signal });
    if (response.status === 429 || response.status === 503) nextMs = Date.now() + busyMs;
    if (!response.ok) return;
    const quoted = (await response.json()) as Quoted;
    const numbers = Array.from({ length: Math.min(quoted.pages, mostPages) }, (_, at) => at + 1);
    const items = await Promise.all(numbers.map((number) => picture(quoted.quote_id, number, quoted.pages)));
    if (signal.aborted) return;
    drawn = body;
    stamps?.removeAttribute('hidden');
    if (stamps) items[0]?.firstElementChild?.append(stamps);
    list?.replaceChildren(...items);
    showPrice(quoted);
  };
  const later = (): void => {
    for (const [at, side] of ['from', 'to'].entries())
      stamps?.children[at]?.replaceChildren(linesOf(typed(), side).join('\n'));
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(() => {}), Math.max(pauseMs, nextMs - Date.now()));
  };
  live.hidden = false;
  form.addEventListener('input', later);
  later();
}

/** The JSON of a request for a quote, or '' if there is no text, or too much to show it while someone types. */
function quoteRequest(typed: FormValues, uploads?: string): string {
  const { text = '', markdown, upload, attachments, 'to.postalOrZip': code = '', ...others } = typed;
  const country = /^\s*[a-z]/i.test(code) ? 'CA' : 'US';
  const cover = Object.entries(others).flatMap(([name, words]) =>
    name.startsWith('cover.') && words?.trim() ? [[name.slice(6), words]] : [],
  );
  const file = (id: string) => ({ pdf_url: `${uploads}/${id}` });
  const content = { [markdown ? 'markdown' : 'text']: text };
  const ticks = ['color', 'registered', 'address_page', 'fit_page'].map((tick) => [
    tick,
    others[tick] === 'yes' || undefined,
  ]);
  if (!upload && (text.trim() === '' || text.length > 300_000)) return '';
  return JSON.stringify({
    country,
    ...(upload ? file(upload) : content),
    attachments: attachments?.split(' ').map(file),
    ...Object.fromEntries(ticks),
    ...(cover.length > 0 && { cover: Object.fromEntries(cover) }),
  });
}

interface Quoted {
  readonly quote_id: string;
  readonly pages: number;
  readonly total_cents: number;
  readonly currency: string;
  readonly tax_pending?: true;
}
