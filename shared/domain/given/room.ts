/** The bytes that all files of one request may have together: five attachments cost no more than one file. */
import { mostFileBytes } from './content.ts';

/** Takes bytes as they come; false once there are too many. */
export type Room = (bytes: number) => boolean;

export function roomForAll(): Room {
  let left = mostFileBytes;
  return (bytes) => {
    left -= bytes;
    return left >= 0;
  };
}

export const tooLargeTogether = `The files of this request have more than ${mostFileBytes / 1_000_000} MB together. Use smaller ones.`;
