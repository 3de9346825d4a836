/** The script of the card in a chat: it speaks MCP Apps (protocol 2026-01-26) with the host, and with nobody else. */
import { html } from '../html.ts';

/** Every text is set as text, never as markup, and no address but a picture's own bytes is loaded. */
export const cardScript = html`{
const $ = (id) => document.getElementById(id), waiting = new Map(), pictures = new Map();
let last = 0, can = {}, context = {}, card, words, page = 1, isPaying = false;
const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const ask = (method, params) => new Promise((resolve, reject) => {
  waiting.set(++last, { resolve, reject });
  post({ id: last, method, params });
});
const use = (name, given) => ask('tools/call', { name, arguments: given });
const metaOf = (result, name) => result?._meta?.['print-and-mail/' + name];
const textOf = (result) => (result?.content ?? []).map(({ text }) => text ?? '').join(' ');

const put = (id, text) => { $(id).textContent = text ?? ''; $(id).hidden = !text; };
const fill = (id, items, make) => {
  $(id).replaceChildren(...items.map(make));
  $(id).hidden = items.length === 0;
};
const tag = (name, text, className) => Object.assign(document.createElement(name), { textContent: text, className: className ?? '' });
const row = (label, value) => {
  const div = document.createElement('div');
  div.append(tag('dt', label), tag('dd', value));
  return div;
};
const when = (at) => new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'long', timeStyle: 'short', timeZone: context.timeZone,
}).format(at);
const wait = (isBusy) => {
  for (const button of document.querySelectorAll('.actions button')) button.disabled = isBusy;
  put('says', isBusy ? words?.wait : '');
};

const showPage = async () => {
  const { job_id, pages } = card, wanted = page;
  $('pages').hidden = !pages || !can.serverTools;
  document.querySelector('main').classList.toggle('alone', $('pages').hidden);
  if ($('pages').hidden) return;
  const name = words.page.replace('{number}', page).replace('{count}', pages);
  put('number', name);
  $('pager').hidden = pages < 2;
  $('previous').disabled = page === 1;
  $('next').disabled = page === pages;
  $('picture').alt = name;
  if (!pictures.has(page)) {
    $('picture').hidden = true;
    put('missing', words.wait);
    const result = await use('show_page', { job_id, page }).catch(() => undefined);
    const png = metaOf(result, 'page')?.png ?? '';
    if (job_id !== card.job_id) return;
    if (/^[\\w+/]+=*$/.test(png)) pictures.set(wanted, 'data:image/png;base64,' + png);
  }
  if (wanted !== page) return;
  const source = pictures.get(page);
  $('picture').hidden = !source;
  if (source) $('picture').src = source;
  put('missing', source ? '' : words.missing);
};

const show = () => {
  const language = (context.locale ?? navigator.language).startsWith('fr') ? 'fr' : 'en';
  document.documentElement.lang = language === 'fr' ? 'fr-CA' : 'en';
  words = card[language];
  put('notice', words.notice);
  put('seller', words.seller);
  put('status', words.status);
  $('status').className = 'status ' + words.tone;
  put('heading', words.heading);
  fill('lead', words.lead, (text) => tag('p', text, 'lead'));
  fill('warnings', words.warnings, (text) => tag('li', text));
  fill('facts', words.facts, ({ label, lines }) => row(label, lines.join('\\n')));
  fill('bill', words.bill, ({ label, amount }) => row(label, amount));
  fill('times', words.times, ({ text, at }) => tag('p', at ? text.replace('{time}', when(at)) : text));
  put('pay', card.pay_url && words.pay);
  put('cancel', can.serverTools && words.cancel?.button);
  put('refresh', can.serverTools && words.refresh);
  put('open', words.open);
  put('question', ''); put('yes', ''); put('no', '');
  put('link', '');
  put('zoom', words.zoom);
  for (const id of ['previous', 'next']) $(id).ariaLabel = words[id];
  document.querySelector('main').hidden = false;
  void showPage();
};

/** A host that keeps the view's own data to itself is asked for the job once more. */
const take = async (result, isAgain) => {
  const fresh = metaOf(result, 'card');
  const job_id = result?.structuredContent?.job_id;
  if (!fresh && job_id && can.serverTools && !isAgain) return take(await use('get_job_status', { job_id }), true);
  if (!fresh) return put('says', textOf(result));
  if (fresh.job_id !== card?.job_id) { pictures.clear(); page = 1; }
  card = fresh;
  show();
};
/** Tells the assistant of an answer that its user has caused; it is the text that its own call would get. */
const tell = (result) => can.updateModelContext && ask('ui/update-model-context', { content: result.content }).catch(() => {});
const refresh = async () => {
  wait(true);
  const result = await use('get_job_status', { job_id: card.job_id }).catch(() => undefined);
  wait(false);
  if (result) { await take(result, true); tell(result); }
};
const cancel = async () => {
  wait(true);
  const result = await use('cancel_letter', { job_id: card.job_id }).catch(() => undefined);
  await refresh();
  if (result?.isError) put('says', textOf(result));
};
const open = async (url) => {
  const result = can.openLinks ? await ask('ui/open-link', { url }).catch(() => ({ isError: true })) : { isError: true };
  put('says', result.isError ? words.copy : '');
  put('link', result.isError ? url : '');
};
const confirm = (isAsking) => {
  put('question', isAsking && words.cancel.question);
  put('yes', isAsking && words.cancel.yes);
  put('no', isAsking && words.cancel.no);
  for (const id of ['pay', 'refresh', 'cancel', 'open']) $(id).hidden = isAsking || !$(id).textContent;
  (isAsking ? $('no') : $('cancel')).focus();
};
$('pay').onclick = () => { isPaying = true; void open(card.pay_url); };
$('open').onclick = () => void open(card.page_url);
$('refresh').onclick = () => void refresh();
$('cancel').onclick = () => confirm(true);
$('no').onclick = () => confirm(false);
$('yes').onclick = () => { confirm(false); void cancel(); };
$('previous').onclick = () => { page -= 1; void showPage(); };
$('next').onclick = () => { page += 1; void showPage(); };
$('leaf').onclick = () => document.querySelector('main').classList.toggle('large');
/** Whoever comes back from the payment page sees how the order stands. */
document.addEventListener('visibilitychange', () => {
  if (isPaying && !document.hidden) { isPaying = false; void refresh(); }
});

const adopt = (fresh = {}) => {
  context = { ...context, ...fresh };
  const { theme, styles } = context, { style } = document.documentElement;
  if (theme) style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) if (name.startsWith('--') && value) style.setProperty(name, value);
  if (card) show();
};
const heard = {
  'ui/notifications/tool-result': (result) => void take(result),
  'ui/notifications/tool-cancelled': ({ reason } = {}) => put('says', reason),
  'ui/notifications/host-context-changed': adopt,
};
addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  const { id, method, params, result, error } = data;
  if (method && id === undefined) return heard[method]?.(params);
  if (method) return post({ id, result: {} });
  const { resolve, reject } = waiting.get(id) ?? {};
  waiting.delete(id);
  error ? reject?.(error) : resolve?.(result);
});
new ResizeObserver(() => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  post({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
}).observe(document.documentElement);
ask('ui/initialize', {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'print-and-mail', version: '1.0.0' },
  appCapabilities: { availableDisplayModes: ['inline'] },
}).then(({ hostCapabilities, hostContext }) => {
  can = hostCapabilities ?? {};
  adopt(hostContext);
  post({ method: 'ui/notifications/initialized', params: {} });
});
}`;
