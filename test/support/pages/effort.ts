/**
 * The time that a person needs for a form, by the keystroke-level model of Card, Moran and Newell (1980): what is typed
 * and pressed on real pages is counted, and each act has its published seconds.
 */
import type { Page } from 'puppeteer-core';
import { until } from '../e2e/client.ts';
import { press } from './pressing.ts';

/** Words of five characters a minute. Dhakal et al., CHI 2018; Palin et al., MobileHCI 2019. */
const wordsPerMinute = { keyboard: 51.6, phone: 36.2 } as const;

/** To think of the next act, to point, and to press; and a page is to be there in one second. */
const seconds = { think: 1.35, point: 1.1, press: 0.2, load: 1 } as const;

/** The required fields on the page that are shown and have no answer yet; two radio buttons are one. */
export const openQuestions = (tab: Page): Promise<string[]> =>
  tab.$$eval('form :required', (fields) => {
    const shown = fields.filter((field) => field.checkVisibility()) as unknown as {
      readonly name: string;
      readonly validity: { readonly valueMissing: boolean };
    }[];
    return [...new Set(shown.filter(({ validity }) => validity.valueMissing).map(({ name }) => name))];
  });

/** `answers`: what the person knows, by the names of fields. A question without an answer throws. */
export function personAt(tab: Page, device: keyof typeof wordsPerMinute, answers: Readonly<Record<string, string>>) {
  const count = { characters: 0, fields: 0, presses: 0, pages: 0 };
  tab.on('framenavigated', () => {
    count.pages += 1;
  });
  return {
    count,
    async answer(names: Iterable<string>): Promise<void> {
      for (const name of names) {
        const value = answers[name]?.replaceAll('\r\n', '\n');
        if (value === undefined) throw new Error(`the page asks for ${name}, which nobody has told this person`);
        count.fields += 1;
        if ((await tab.$(`[type=radio][name="${name}"]`)) !== null) {
          await tab.click(`[name="${name}"][value="${value}"]`);
          continue;
        }
        count.characters += value.length;
        await tab.click(`[name="${name}"]`, { count: 3 });
        await tab.keyboard.sendCharacter(value);
      }
    },
    async press(words: string, leadsTo: string): Promise<void> {
      count.presses += 1;
      await press(tab, words);
      await until(
        async () => tab.url(),
        (url) => url.includes(leadsTo),
      );
    },
    seconds: (): number =>
      (count.characters / 5 / wordsPerMinute[device]) * 60 +
      count.fields * (seconds.think + seconds.point) +
      count.presses * (seconds.think + seconds.point + seconds.press) +
      count.pages * seconds.load,
  };
}
