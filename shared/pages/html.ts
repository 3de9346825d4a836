/** The HTML template tag. Only the template's own text is markup: values are escaped, and an unsafe URL throws. */
class Html {
  readonly #markup: string;
  constructor(markup: string) {
    this.#markup = markup;
  }
  toString(): string {
    return this.#markup;
  }
}

/** Only this file creates an instance. The class is not exported, so no string, cast or parsed JSON becomes markup. */
export type { Html };

type Interpolated = Html | readonly Html[] | string | number | false | undefined;

/** Where a value goes, which depends on the text before it. */
type Position = 'text' | 'url';

/** Cached because a template's positions never change, and a page renders some templates a hundred times. */
const positionsByTemplate = new WeakMap<TemplateStringsArray, readonly Position[]>();

function positionsIn(texts: TemplateStringsArray): readonly Position[] {
  const stored = positionsByTemplate.get(texts);
  if (stored !== undefined) return stored;
  const positions = texts.slice(0, -1).map((before): Position => {
    if (/[\w-]=$/.test(before)) throw new TypeError('html: an attribute must be quoted');
    return /\b(?:href|src|(?:form)?action)=["']$/i.test(before) ? 'url' : 'text';
  });
  positionsByTemplate.set(texts, positions);
  return positions;
}

export function html(texts: TemplateStringsArray, ...values: Interpolated[]): Html {
  let markup = texts[0] ?? '';
  positionsIn(texts).forEach((position, index) => {
    markup += render(values[index], position) + (texts[index + 1] ?? '');
  });
  return new Html(markup);
}

/** Joins lines with `<br>`. */
export const withLineBreaks = (texts: readonly (string | Html)[]): Html =>
  html`${texts.map((text, index) => html`${index > 0 && html`<br>`}${text}`)}`;

/** Hidden fields, which a form sends with the others. */
export const hiddenFields = (values: Readonly<Record<string, string>>): readonly Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/** A stylesheet without comments and unneeded whitespace, so that phones load less. */
export const minified = (rules: Html): Html =>
  new Html(
    rules
      .toString()
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};]) ?/g, '$1')
      .replace(/([:,]) /g, '$1')
      .replaceAll(';}', '}'),
  );

function render(value: Interpolated, position: Position): string {
  if (position === 'url') return escaped(safeUrl(value));
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map((item) => render(item, position)).join('');
  return escaped(String(value));
}

function safeUrl(value: Interpolated): string {
  if (typeof value === 'string') {
    // Browsers read `//host`, `/\host` and `/<tab>/host` as URLs of a different host. The URL parser recognizes all three.
    const here = 'http://here.invalid';
    const isPath = value.startsWith('/') && URL.parse(value, here)?.origin === here;
    const hasSafeScheme = ['http:', 'https:', 'mailto:'].includes(URL.parse(value)?.protocol ?? '');
    // The only allowed data URL is a PNG, which can't contain a script.
    if (isPath || hasSafeScheme || /^data:image\/png;base64,[\w+/]+=*$/.test(value)) return value;
  }
  throw new TypeError('html: a URL must be http, https, mailto, a path or a PNG');
}

/** Text between tags, where quotation marks need no escaping. A documentation page has hundreds of them in its code. */
export const betweenTags = (text: string): Html =>
  new Html(
    escaped(text)
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'"),
  );

function escaped(text: string): string {
  // Most text is printable ASCII without & < > and quotes, and needs no escaping.
  if (/^[\t\n !#-%(-;=?-~]*$/.test(text)) return text;
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  // The HTML standard forbids these code points in a document, even escaped.
  const unprintable = /(?![\t\n\f\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu;
  return text.replace(unprintable, '\uFFFD').replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
