/** The page next to the text on the order form: while someone types, it shows what is printed and what it costs. */

/** The values of a form's fields, by their names. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** The address of a side in lines. */
export function linesOf(typed: FormValues, side: string): string[] {
  const [city, state, code, ...lines] = 'city provinceOrState postalOrZip name companyName addressLine1 addressLine2'
    .split(' ')
    .map((name) => typed[`${side}.${name}`]?.trim());
  return [...lines, [city, state, code].filter(Boolean).join(' ')].filter(Boolean) as string[];
}

/** After a pause in typing, and at most one request in four seconds: the service takes 300 in ten minutes. */
export function showPages(form: HTMLFormElement, live: HTMLElement, typed: () => FormValues): void {
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
