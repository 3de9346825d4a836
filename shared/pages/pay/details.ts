/** The facts of an order: its labeled lines, the drawn check, and what a careful clerk would ask about. */
import type { UsualWait } from '../../products/arrival.ts';
import { type Html, html, lined } from '../html.ts';
import type { Reader } from '../reader.ts';
import { amountOf, linesOfValue } from './bill.ts';
import { drawnCheck } from './drawn-check.ts';
import type { PayView } from './view.ts';
import { warningForPayers } from './warnings.ts';

type Detailed = Pick<PayView, 'facts' | 'country' | 'usualWait' | 'checkFace'>;

export function details(view: Detailed, reader: Reader): Html {
  const { say } = reader;
  return html`<section>
<h2>${say('Details')}</h2>
<dl class="facts">${view.facts.map((each) => fact(each, view, reader))}${arrival(view, reader)}</dl>
</section>
${
  view.checkFace &&
  html`<section>
<h2>${say('The check')}</h2>
${drawnCheck(view.checkFace, reader)}
</section>`
}`;
}

function fact(statement: PayView['facts'][number], { country }: Detailed, reader: Reader): Html {
  const texts = linesOfValue(statement, reader, (money) => amountOf(money, country, reader));
  return html`<div><dt>${reader.sayKnown(statement.label)}</dt><dd>${lined(texts)}</dd></div>`;
}

function arrival({ usualWait }: Detailed, reader: Reader): Html | false {
  return (
    usualWait !== undefined &&
    html`<div><dt>${reader.say('Arrival')}</dt><dd>${waitWords(usualWait, reader)}</dd></div>`
  );
}

function waitWords({ least, most, unit, isFromItsDay }: UsualWait, { say }: Reader): string {
  if (unit === 'business days')
    return isFromItsDay
      ? say('Usually {least} to {most} business days after that day (an estimate)', { least, most })
      : say('Usually {least} to {most} business days after payment (an estimate)', { least, most });
  return most <= 90
    ? say('Usually within {count} minutes of payment (an estimate)', { count: most })
    : say('Usually within {count} hours of payment (an estimate)', { count: Math.ceil(most / 60) });
}

/** Each sentence once, though several warnings may come to the same. */
export function warningList(all: PayView['warnings'], reader: Reader): Html | false {
  if (all.length === 0) return false;
  const sentences = new Set(all.map((each) => warningForPayers(each, reader)));
  return html`<ul>${[...sentences].map((text) => html`<li>${text}</li>`)}</ul>`;
}
