/** Tells which paragraphs follow each other without a gap, as the lines of an address do. */
import { attribute, child, childrenOf, valOf, type XmlElement } from './xml.ts';

/** Tells it by the properties of a paragraph. */
export type IsTight = (properties: XmlElement | undefined) => boolean;

/** In twips; `undefined` where nothing says it. */
interface Spacing {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** Up to 3 points. */
const mostTwips = 60;

/** `styles`: the root of their part. Without one nothing is known, and all paragraphs stand apart. */
export function tightnessOf(styles: XmlElement | undefined): IsTight {
  if (styles === undefined) return () => false;
  const all = childrenOf(styles, 'w:style');
  const byId = new Map(all.map((style) => [attribute(style, 'w:styleId') ?? '', style]));
  const normal = all.find((one) => attribute(one, 'w:type') === 'paragraph' && attribute(one, 'w:default') === '1');
  const defaults = spacingIn(child(child(child(styles, 'w:docDefaults'), 'w:pPrDefault'), 'w:pPr'));
  const known = new Map<string, Spacing>();
  const spacingOf = (id: string, depth: number): Spacing => {
    const earlier = known.get(id);
    if (earlier !== undefined) return earlier;
    const style = byId.get(id) ?? (depth === 0 ? normal : undefined);
    if (style === undefined || depth > 20) return defaults;
    const spacing = over(spacingIn(child(style, 'w:pPr')), spacingOf(valOf(style, 'w:basedOn') ?? '', depth + 1));
    known.set(id, spacing);
    return spacing;
  };
  return (properties) => {
    const { before = 0, after = 0 } = over(spacingIn(properties), spacingOf(valOf(properties, 'w:pStyle') ?? '', 0));
    return before <= mostTwips && after <= mostTwips;
  };
}

const over = (own: Spacing, inherited: Spacing): Spacing => ({
  before: own.before ?? inherited.before,
  after: own.after ?? inherited.after,
});

function spacingIn(properties: XmlElement | undefined): Spacing {
  const spacing = child(properties, 'w:spacing');
  const read = (side: 'before' | 'after'): number | undefined => {
    if (/^(?:1|true|on)$/.test(attribute(spacing, `w:${side}Autospacing`) ?? '')) return Number.POSITIVE_INFINITY;
    const value = attribute(spacing, `w:${side}`);
    return value === undefined ? undefined : Number.parseFloat(value) || 0;
  };
  return { before: read('before'), after: read('after') };
}
