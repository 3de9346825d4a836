/** Thrown for content that cannot be printed. The message is a sentence for the API's user. */
export class ContentRefused extends Error {
  override readonly name = 'ContentRefused';
}
