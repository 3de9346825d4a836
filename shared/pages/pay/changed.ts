/** The changes since the quote that the payer has seen before. */
import type { LineChange } from '../../core/given/changes.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from '../reader.ts';
import { amountOf } from './money.ts';
import type { PayView } from './view.ts';

/** `Total: $2.12 → $2.32` */
function changedFacts({ changes, country }: PayView, reader: Reader): string[] {
  const { say, language } = reader;
  if (changes === undefined) return [];
  const { total, pages, options, lines, removed, added, isOtherContent } = changes;
  const labelOf = (name: string) => changes.labels.get(name)?.[language] ?? name;
  const shownValue = (value: unknown) => (typeof value === 'boolean' ? say(value ? 'Yes' : 'No') : `${value}`);
  const line = (label: string, before: string | number, after: string | number) =>
    say('{label}: {before} → {after}', { label, before, after });
  const money = (one: NonNullable<typeof total>['before']) => amountOf(one, country, reader);
  const more = removed + added - lines.length;
  return [
    ...(total ? [line(say('Total'), money(total.before), money(total.after))] : []),
    ...(pages ? [line(reader.sayKnown('Pages'), pages.before, pages.after)] : []),
    ...options.map(({ name, before, after }) => line(labelOf(name), shownValue(before), shownValue(after))),
    ...(isOtherContent ? [say('The content is another one. Please read it anew.')] : []),
    ...(more > 0 ? [say('Further lines have changed: {count}', { count: more })] : []),
  ];
}

const signOf = ({ kind }: LineChange): string => (kind === 'removed' ? '−' : '+');

export function changed(view: PayView, reader: Reader): Html | false {
  const { say } = reader;
  if (view.changes === undefined) return false;
  const facts = changedFacts(view, reader);
  const { lines } = view.changes;
  return html`<section>
<h2>${say('Changed since the last price you saw')}</h2>
${facts.length + lines.length === 0 && html`<p>${say('Nothing has changed.')}</p>`}
${facts.length > 0 && html`<ul>${facts.map((each) => html`<li>${each}</li>`)}</ul>`}
${
  lines.length > 0 &&
  html`<ul class="lines" lang="">${lines.map((each) => html`<li>${signOf(each)} ${each.kind === 'removed' ? html`<del>${each.text}</del>` : html`<ins>${each.text}</ins>`}</li>`)}</ul>`
}
</section>`;
}
