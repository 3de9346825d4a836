/** The faults of an order form, in sentences for the person who filled it in, each beside its field. */

import { saveAsPdf } from '../../domain/input/content.ts';
import type { Product } from '../../domain/product.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { textProblem } from '../../domain/text.ts';
import { fieldProblem, refusalWords } from '../../pages/message.ts';
import type { FormFaults } from '../../pages/order-form/form.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { fieldsOf, type OrderField, type Typed } from '../../pages/order-form/shape.ts';
import type { PlainSentence, Reader } from '../../pages/reader.ts';

export interface FormProblems extends FormFaults {
  readonly refused: Refusal;
}

/** The faults that the form alone shows. Undefined if there are none, and the service can check the order. */
export function problemsIn({ name }: Product, typed: Typed, reader: Reader): FormProblems | undefined {
  // A file or the document of an earlier order replaces the text.
  const problems = fieldsOf(orderForms[name], (typed.upload ?? typed.from_job) !== undefined).flatMap((field) => {
    const problem = unfit(field, typed) ?? field.problem?.(typed[field.name] ?? '', typed);
    return problem === undefined ? [] : [[field.name, reader.say(problem)] as const];
  });
  const [first] = problems;
  if (first === undefined) return undefined;
  return { fields: Object.fromEntries(problems), refused: invalid(first[0], 'is missing or impossible.') };
}

/** Checked before anything compares the text: that takes quadratic time on accents in a row. */
function unfit({ name, kind, isRequired, most = 1_000_000 }: OrderField, typed: Typed): PlainSentence | undefined {
  const value = typed[name] ?? '';
  if (value.length > most) return 'This is too long. Please shorten it.';
  if (textProblem(value) !== undefined) return 'This has too many accents in a row. Please remove them.';
  if (isRequired !== true || value.trim() !== '') return undefined;
  return kind === 'country' ? 'Please choose one.' : 'Please fill this in.';
}

/** A refusal of the API in words for the form. */
export function problemsOf(refused: Refusal, { name: product }: Product, reader: Reader): FormProblems {
  const { field: path = '', message, faults } = refused;
  const all = faults.length > 0 ? faults : [{ field: path, error: message }];
  const fields = all.flatMap(({ field: at, error }) => {
    // `letter.to.city` → `to.city`, `check.amount_cents` → `amount`; the text has one field, whatever its kind.
    const fieldName = at
      .replace(`${product}.`, '')
      .replace('notify.', '')
      .replace('amount_cents', 'amount')
      .replace('markdown', 'text');
    const field = fieldsOf(orderForms[product]).find(({ name }) => name === fieldName);
    const fault = { code: refused.code, field: at, message: error };
    return field === undefined ? [] : [[field.name, sentenceFor(field, fault, reader)] as const];
  });
  if (fields.length > 0) return { fields: Object.fromEntries(fields), refused };
  if (message.endsWith(saveAsPdf))
    return {
      message: reader.say('This is a Word file. Please save it as PDF first:'),
      fields: {},
      isWord: true,
      refused,
    };
  if (refused.code === 'content_refused' && refused.field?.endsWith('pdf_url')) {
    const fitCure = / Or send fit_page true: .* (\d+) %\.$/;
    const [, percent] = fitCure.exec(message) ?? [];
    const fit = percent === undefined ? undefined : Number(percent);
    const cause = message.replace(/^[\w.]+: /, '').replace(fitCure, '');
    if (fit !== undefined)
      return {
        message: / is 8\.2\d? x 11\.[67]\d? inches/.test(cause)
          ? reader.say('This PDF is A4. We can shrink it to US Letter ({percent}%).', { percent: fit })
          : reader.say('This PDF isn’t US Letter. We can shrink it ({percent}%).', { percent: fit }),
        fields: {},
        fit,
        refused,
      };
    // The cure is the API's own sentence, unless it is about requests.
    const isForPrograms = /\/uploads|content_hash/.test(cause);
    const sentences = [
      reader.say('This file cannot be printed. Attach another one.'),
      isForPrograms ? '' : reader.sayKnown(cause),
    ];
    return { message: sentences.join(' ').trim(), fields: {}, fit, refused };
  }
  return { message: wordsFor(refused, reader), fields: {}, refused };
}

/** A refusal in words for a person, who knows neither requests nor keys. */
export const wordsFor = (refused: Refusal, reader: Reader): string =>
  refused.code === 'in_progress' || refused.code === 'unavailable'
    ? reader.say(
        'The service is busy at this moment. Nothing that you typed is lost: please try again in a few seconds.',
      )
    : refusalWords(refused, reader);

function sentenceFor(field: OrderField, refused: Pick<Refusal, 'code' | 'field' | 'message'>, reader: Reader): string {
  const { say, sayKnown, date, language } = reader;
  if (field.refused !== undefined) return say(field.refused);
  if (field.kind === 'day') {
    // The sentence for callers names the first and the last day.
    const [, first, last] = /from (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})/.exec(refused.message) ?? [];
    return first === undefined || last === undefined
      ? say('Please choose a day of the calendar.')
      : say('Please choose a day from {first} to {last}.', { first: date(first), last: date(last) });
  }
  if (refused.code === 'html_unavailable')
    return say('Markdown cannot be printed at this moment. Please send plain text: remove the tick below it.');
  if (refused.code === 'content_refused') return contentProblem(refused.message, reader);
  const { problem } = fieldProblem(refused, []) ?? { problem: refused.message };
  const sentence = sayKnown(problem);
  return language === 'fr' && sentence === problem
    ? say('Please check this field.')
    : `${say('This field')} ${sentence}`;
}

/** The API would have a PDF sent in place of the text, which this form cannot take. */
function contentProblem(message: string, { say }: Reader): string {
  const named = [...message.matchAll(/\bU\+([0-9A-F]{4,6})\b/g)].map(([, hex = '']) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  const [character] = named;
  if (message.includes('nothing is fetched for print'))
    return say(
      'A picture or a style in your text is on another site, and nothing is fetched for print. Please remove it.',
    );
  if (character === undefined)
    return message.startsWith('text') || /\b(?:fills|becomes|has more than|too long)\b/.test(message)
      ? say('This is too long. Please shorten it.')
      : say('This Markdown cannot be printed. Please make it simpler, or remove the tick below it.');
  const characters = [...named, ...(message.includes(' and others ') ? ['…'] : [])].join(' ');
  return named.length === 1
    ? say('The character “{character}” cannot be printed. Please remove it.', { character })
    : say('These characters cannot be printed: “{characters}”. Please remove them.', { characters });
}
