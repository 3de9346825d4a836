/** The script of the verification page: verifies in the browser, so that nothing is sent. Without it the form does. */
import { html } from '../html.ts';

export const verifyScript = html`{
const at = (id) => document.getElementById(id), form = at('verify'), result = at('result');
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const textOf = (bytes) => new TextDecoder().decode(bytes);
const encoded = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const sorted = (value) => value && typeof value === 'object' && !Array.isArray(value)
  ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value;

async function unpacked(text) {
  const found = /#r1[.]([A-Za-z0-9_-]{100,8000})/.exec(text)?.[1];
  if (!found) return '';
  const bytes = bytesOf(found);
  const content = new Blob([bytes.subarray(0, -64)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const plain = new Uint8Array(await new Response(content).arrayBuffer()), end = plain.indexOf(10);
  return [plain.subarray(0, end), plain.subarray(end + 1), bytes.subarray(-64)].map(encoded).join('.');
}

const looksSigned = (word) => {
  const parts = word.split('.');
  return word.startsWith('eyJ') && parts.length === 3 && parts[1] && parts[2].length === 86;
};

async function verified(jws) {
  const [head, payload, mark] = jws.split('.'), header = JSON.parse(textOf(bytesOf(head)));
  if (header.alg !== 'EdDSA' || header.typ !== 'receipt+jws') return { kind: 'no_receipt' };
  const keys = await fetch(form.dataset.keys).then((answer) => answer.json()).catch(() => undefined);
  if (!keys?.keys) return { kind: 'no_keys' };
  const key = keys.keys.find(({ kid }) => kid === header.kid);
  if (!key) return { kind: 'unknown_key' };
  const read = await importKey(key.x);
  const signed = new TextEncoder().encode(head + '.' + payload);
  if (!(await crypto.subtle.verify('Ed25519', read, bytesOf(mark), signed))) return { kind: 'altered' };
  return { kind: 'genuine', key: key.kid, receipt: JSON.parse(textOf(bytesOf(payload))) };
}

const importKey = (x) => crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify']);

async function verdictOn(text) {
  const words = [await unpacked(text).catch(() => ''), ...text.split(/[^A-Za-z0-9_.-]+/)];
  let verdict = { kind: 'no_receipt' };
  for (const word of words.filter(looksSigned).slice(0, 5)) {
    const next = await verified(word).catch(() => ({ kind: 'altered' }));
    if (verdict.kind === 'no_receipt' || next.kind === 'genuine') verdict = next;
    if (verdict.kind === 'genuine') break;
  }
  return verdict;
}

const differs = (text, receipt) => {
  try {
    const { job_id, signature, ...told } = JSON.parse(text);
    return Object.keys(told).length > 0 && JSON.stringify(sorted(told)) !== JSON.stringify(sorted(receipt));
  } catch { return false; }
};

async function compared({ document_sha256: printed, content_hash: content }, file) {
  if (!file) return 'none_given';
  if (!printed && !content) return 'no_hash';
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hash === printed ? 'printed' : hash === content ? 'content' : 'other';
}

const party = ({ firstName, lastName, ...rest }) =>
  [[firstName, lastName].filter(Boolean).join(' '), ...Object.values(rest)].filter(Boolean).join(', ');
const moment = (ms) => new Intl.DateTimeFormat(document.documentElement.lang, {
  year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short',
}).format(new Date(ms));

function fill(shown, { receipt, key }, around, file) {
  const keep = (name, value) => shown.querySelectorAll('[data-' + name + ']').forEach((each) => each.dataset[name] === value || each.remove());
  keep('mode', receipt.payment_mode);
  keep('status', receipt.status);
  keep('document', file);
  keep('differs', String(around));
  shown.querySelector('[data-key]').textContent = key;
  for (const cell of shown.querySelectorAll('[data-path]')) {
    const value = cell.dataset.path.split('.').reduce((from, name) => from?.[name], receipt);
    if (value == null) cell.parentElement.remove();
    else cell.textContent = cell.dataset.kind === 'time' ? moment(value) : cell.dataset.kind === 'party' ? party(value) : value;
  }
}

async function show(text, file) {
  const verdict = await verdictOn(text);
  const shown = at('verdict-' + verdict.kind).content.cloneNode(true);
  if (verdict.kind === 'genuine') fill(shown, verdict, differs(text, verdict.receipt), await compared(verdict.receipt, file));
  result.replaceChildren(shown);
  result.querySelector('h2').focus();
}

const latin = async (file) => new TextDecoder('latin1').decode(await file.arrayBuffer());
const isJson = (text) => text.trimStart().startsWith('{');

async function submitted() {
  const { receipt, receipt_file, document: sent } = form.elements, [file] = receipt_file.files;
  if (!file) return show(receipt.value, sent.files[0]);
  const text = await latin(file);
  return show(isJson(text) ? await file.text() : text, sent.files[0]);
}

function linked() {
  if (location.hash.length < 2) return;
  form.elements.receipt.value = location.href;
  return show(location.href);
}

Promise.resolve().then(() => importKey('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).then(() => {
  at('sent').hidden = true;
  at('here').hidden = false;
  form.addEventListener('submit', (event) => { event.preventDefault(); submitted(); });
  form.addEventListener('change', ({ target }) => target.name === 'receipt_file' && submitted());
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    if (event.target.type === 'file') return;
    event.preventDefault();
    form.elements.receipt_file.files = event.dataTransfer.files;
    submitted();
  });
  addEventListener('hashchange', linked);
  return linked();
}).catch(() => { if (location.hash.length > 1) form.elements.receipt.value = location.href; });
}
`;
