/** Word files: what they are known by, and what we say instead of printing one. Half a reader would mail half a letter. */

export const saveAsPdf =
  'Word files look different in each program. Save it as PDF and send that. In Word: File > Save As, then choose PDF. In Google Docs: File > Download > PDF Document (.pdf). In Pages: File > Export To > PDF.';

export const wordName = /\.do[ct][xm]?$/i;

export const isWordType = (type: string): boolean =>
  /^application\/(?:msword|vnd\.ms-word|vnd\.openxmlformats-officedocument\.wordprocessingml)/i.test(type);

/** A zip with Word's folder, or the container of Office before 2007, which also holds documents with a password. */
export function isWordFile(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.toString('latin1', 0, 4);
  return head === '\xd0\xcf\x11\xe0' || (head === 'PK\x03\x04' && file.includes('word/'));
}

/** A file that was sent in place of an address: as a data URI, as base64, or by its name. */
export function isWordInPlaceOfUrl(text: string): boolean {
  if (/^https?:/i.test(text)) return false;
  const [, type = '', data = ''] = /^(?:data:([^,]*),)?(.*)$/s.exec(text.trim()) ?? [];
  return isWordType(type) || wordName.test(data) || isWordFile(Buffer.from(data, 'base64'));
}
