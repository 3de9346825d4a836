/** The facts of an order: its labeled lines, the drawn check, and the warnings. */
import { type Html, html, lined } from '../html.ts';
import type { Reader } from '../reader.ts';
import { amountOf, linesOfValue } from './bill.ts';
import { drawnCheck } from './drawn-check.ts';
import type { PayView } from './view.ts';

type Detailed = Pick<PayView, 'facts' | 'country' | 'usualWait' | 'checkFace'>;

export function details(view: Detailed, reader: Reader): Html {
  const { say } = reader;
  const lines = view.facts.map((fact) => {
    const texts = linesOfValue(fact, reader, (money) => amountOf(money, view.country, reader));
    return html`<div><dt>${reader.sayKnown(fact.label)}</dt><dd>${lined(texts)}</dd></div>`;
  });
  return html`${
    view.checkFace &&
    html`<section>
<h2>${say('The check')}</h2>
${drawnCheck(view.checkFace, reader)}
</section>`
  }
<section>
<h2>${say('Details')}</h2>
<dl class="facts">${lines}${view.usualWait && html`<div><dt>${say('Arrival')}</dt><dd>${arrival(view.usualWait, reader)}</dd></div>`}</dl>
</section>`;
}

/** The usual time from payment to arrival. */
function arrival({ least, most, unit, isFromItsDay }: NonNullable<Detailed['usualWait']>, { say }: Reader): string {
  if (unit === 'business days')
    return isFromItsDay
      ? say('Usually {least} to {most} business days after that day (an estimate)', { least, most })
      : say('Usually {least} to {most} business days after payment (an estimate)', { least, most });
  return most <= 90
    ? say('Usually within {count} minutes of payment (an estimate)', { count: most })
    : say('Usually within {count} hours of payment (an estimate)', { count: Math.ceil(most / 60) });
}
