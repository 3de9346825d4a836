/** Text that a content control takes from data beside the document: Word shows the data, whatever stands in the text. */
import {
  allOf,
  attribute,
  child,
  childrenOf,
  element,
  ownText,
  parseXml,
  textElement,
  unescaped,
  writeXml,
  type XmlElement,
} from './xml.ts';

/** `data`: the XML of customXml/ by its path. */
export function withBoundText(xml: string, data: ReadonlyMap<string, string>): string {
  if (data.size === 0 || !xml.includes('<w:dataBinding')) return xml;
  const tree = parseXml(xml);
  const items = new Map([...data].map(([path, item]) => [path, parseXml(item)]));
  const ownerOf = (id: string) =>
    [...data].find(([path, item]) => isProperties(path) && item.includes(id))?.[0].replace('Props', '') ?? '';
  for (const control of allOf(tree, 'w:sdt')) {
    const properties = child(control, 'w:sdtPr');
    // A date or a choice is shown in another form than its data has.
    if (child(properties, 'w:text') === undefined) continue;
    const binding = child(properties, 'w:dataBinding');
    const item = items.get(ownerOf(attribute(binding, 'w:storeItemID') || 'none'));
    // Word looks into all data where a binding does not say which, or names some that is gone.
    const places = item === undefined ? [...items].flatMap(([path, one]) => (isProperties(path) ? [] : [one])) : [item];
    const value = boundText(binding, places);
    if (value !== undefined && value !== '') show(value, child(control, 'w:sdtContent'));
  }
  return writeXml(tree);
}

const isProperties = (path: string): boolean => path.includes('itemProps');

function boundText(binding: XmlElement | undefined, items: readonly XmlElement[]): string | undefined {
  const steps = unescaped(attribute(binding, 'w:xpath') ?? '').split('/');
  const found = items.flatMap((item) => steps.slice(1).reduce<XmlElement | undefined>(stepInto, item) ?? []);
  return steps.length > 1 && found[0] !== undefined ? ownText(found[0]).trim() : undefined;
}

/** `ns0:city[2]` is the second child of that name; no other form is followed. */
function stepInto(parent: XmlElement | undefined, step: string): XmlElement | undefined {
  const [, name, place = '1'] = /^(?:[\w.-]+:)?([\w.-]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
  return childrenOf(parent).filter((one) => one.name.replace(/^.*:/, '') === name)[Number(place) - 1];
}

/** The first run gets all of it, in its own look. */
function show(value: string, content: XmlElement | undefined): void {
  if (content === undefined) return;
  const shown = allOf(content, 'w:t').map(ownText).join('');
  const plain = (text: string) => text.replaceAll(/\s/g, '');
  if (plain(shown) === plain(value)) return;
  const lines = value.split(/\s*\n\s*/).flatMap((line) => [element('w:br'), textElement(line)]);
  for (const [at, run] of allOf(content, 'w:r').entries())
    run.children = [...childrenOf(run, 'w:rPr'), ...(at === 0 ? lines.slice(1) : [])];
}
