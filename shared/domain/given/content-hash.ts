/**
 * The hash that binds a price to the exact content. Content alone has its own hash. With further parts it is SHA-256 of
 * a list in UTF-8: one line for each part, a name and the part's SHA-256 in lower-case hex, joined by line feeds. The
 * names keep a part from standing for another.
 */
import { sha256Hex } from '../digest.ts';

/** The parts in the order of their lines; attachments in the order of their pages. */
export interface PartHashes {
  /** The hash of html, text or markdown as sent, in UTF-8, or of the file's bytes. */
  readonly content: string;
  readonly attachments?: readonly { readonly hash: string }[] | undefined;
}

const linesOf = ({ content, attachments = [] }: PartHashes): string[] => [
  `content ${content}`,
  ...attachments.map(({ hash }) => `attachment ${hash}`),
];

/** The list, where there is one: content alone has its own hash. */
export function listedParts(parts: PartHashes): string[] | undefined {
  const lines = linesOf(parts);
  return lines.length === 1 ? undefined : lines;
}

export function contentHashOf(parts: PartHashes): string {
  const lines = listedParts(parts);
  return lines === undefined ? parts.content : sha256Hex(lines.join('\n'));
}
