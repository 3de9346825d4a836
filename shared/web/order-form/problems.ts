/** The problems with an order form, as sentences next to its fields. */
import type { Product } from '../../domain/product.ts';
import { invalid, type Refusal, type RefusalDetails } from '../../domain/refusal.ts';
import { textProblem } from '../../domain/text.ts';
import { refusalText } from '../../pages/message.ts';
import type { FormProblemsView } from '../../pages/order-form/form.ts';
import { orderForms } from '../../pages/order-form/forms.ts';
import { fieldsOf, type Inputs, type OrderField } from '../../pages/order-form/shape.ts';
import type { PlainSentence, Reader } from '../../pages/reader.ts';

export interface FormProblems extends FormProblemsView {
  readonly refused: Refusal;
}

/** The problems that we can find without a request to the API. `undefined` if there are none. */
export function problemsIn({ name }: Product, typed: Inputs, reader: Reader): FormProblems | undefined {
  // A file or the document of an earlier order replaces the text.
  const problems = fieldsOf(orderForms[name], (typed.upload ?? typed.from_job) !== undefined).flatMap((field) => {
    const problem = inputProblem(field, typed) ?? field.problem?.(typed[field.name] ?? '', typed);
    return problem === undefined ? [] : [[field.name, reader.say(problem)] as const];
  });
  const [first] = problems;
  if (first === undefined) return undefined;
  return { fields: Object.fromEntries(problems), refused: invalid(first[0], 'is missing or invalid.') };
}

/** The checks that come before any comparison of the text, which takes quadratic time for many accents in a row. */
function inputProblem(
  { name, kind, isRequired, maxLength = 1_000_000 }: OrderField,
  typed: Inputs,
): PlainSentence | undefined {
  const value = typed[name] ?? '';
  if (value.length > maxLength) return 'This is too long. Please shorten it.';
  if (textProblem(value) !== undefined) return 'This has too many accents in a row. Please remove them.';
  if (isRequired !== true || value.trim() !== '') return undefined;
  return kind === 'country' ? 'Please choose one.' : 'Please fill this in.';
}

/** Turns a refusal of the API into problems of the form. */
export function problemsOf(refused: Refusal, { name: product, paper }: Product, reader: Reader): FormProblems {
  const { field: path = '', problem = refused.message, faults, details } = refused;
  const allFaults = faults.length > 0 ? faults : [{ field: path, problem }];
  const fields = allFaults.flatMap((fault) => {
    // `letter.to.city` → `to.city`, `check.amount_cents` → `amount`. Plain text and Markdown share a field.
    const fieldName = fault.field
      .replace(`${product}.`, '')
      .replace('notify.', '')
      .replace('amount_cents', 'amount')
      .replace('markdown', 'text');
    const field = fieldsOf(orderForms[product]).find(({ name }) => name === fieldName);
    return field === undefined ? [] : [[field.name, sentenceFor(field, refused, fault.problem, reader)] as const];
  });
  if (fields.length > 0) return { fields: Object.fromEntries(fields), refused };
  const { say } = reader;
  if (details?.kind === 'word_file')
    return { message: say('This is a Word file. Please save it as a PDF first:'), fields: {}, isWord: true, refused };
  if (refused.code !== 'content_refused' || !path.endsWith('pdf_url'))
    return { message: messageFor(refused, reader), fields: {}, refused };
  if (details?.kind === 'page_size') {
    const { percent, isA4 } = details;
    const values = { percent, size: reader.translate(paper?.sizeName ?? '') };
    return {
      message: isA4
        ? say('This PDF is A4. We can fit it to {size}, at {percent}%.', values)
        : say('This PDF isn’t {size}. We can fit it, at {percent}%.', values),
      fields: {},
      fit: percent,
      refused,
    };
  }
  // The API's sentence about a lost upload says which request to send, which is only for programs.
  const isForPrograms = details?.kind === 'upload_lost' || details?.kind === 'upload_not_kept';
  const hint = isForPrograms ? '' : reader.translate(problem);
  return {
    message: `${say('We can’t print this file. Please attach a different one.')} ${hint}`.trim(),
    fields: {},
    refused,
  };
}

/** A refusal as a sentence for a person, who knows nothing about requests and keys. */
export const messageFor = (refused: Refusal, reader: Reader): string =>
  refused.code === 'in_progress' || refused.code === 'unavailable'
    ? reader.say('The service is busy right now. Nothing that you typed is lost: please try again in a few seconds.')
    : refusalText(refused, reader);

/** `problem`: what the API says is wrong with the field. */
function sentenceFor(
  field: OrderField,
  { code, details, field: path = '' }: Refusal,
  problem: string | undefined,
  reader: Reader,
): string {
  const { say, translate, date, language } = reader;
  if (field.refusalMessage !== undefined) return say(field.refusalMessage);
  if (field.kind === 'day')
    return details?.kind === 'day_range'
      ? say('Please choose a date from {first} to {last}.', { first: date(details.first), last: date(details.last) })
      : say('Please choose a date from the calendar.');
  if (code === 'html_unavailable')
    return path.endsWith('markdown')
      ? say('We can’t print Markdown right now. Please send plain text: uncheck “My text uses Markdown.”')
      : say('We can’t print a message right now. Please leave it empty, or try again later.');
  if (code === 'content_refused') return contentProblem(details, path.endsWith('markdown'), reader);
  const sentence = translate(problem ?? '');
  // If the sentence has no translation, a French reader gets a general sentence.
  return problem === undefined || (language === 'fr' && sentence === problem)
    ? say('Please check this field.')
    : `${say('This field')} ${sentence}`;
}

/** Replaces the API's own sentences, which suggest a PDF in place of the text: this field does not take a PDF. */
function contentProblem(details: RefusalDetails | undefined, isMarkdown: boolean, { say }: Reader): string {
  switch (details?.kind) {
    case 'fetched_resource':
      return say(
        'A picture or a style in your text is on another site, and we don’t download from other sites. Please remove it.',
      );
    case 'too_long':
      return say('This is too long. Please shorten it.');
    case 'characters': {
      const characters = details.hasMore ? [...details.characters, '…'].join(' ') : details.characters.join(' ');
      return details.characters.length === 1
        ? say('Please remove “{character}”: we can’t print this character.', { character: characters })
        : say('Please remove “{characters}”: we can’t print these characters.', { characters });
    }
    default:
      return isMarkdown
        ? say('We can’t print this Markdown. Please make it simpler, or uncheck “My text uses Markdown.”')
        : say('Please check this field.');
  }
}
