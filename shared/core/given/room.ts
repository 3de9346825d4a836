/** The bytes that all files of one request may have together: five attachments cost no more than one file. */

/** Takes bytes as they come; false once there are too many. */
export type Room = (bytes: number) => boolean;

export const mostBytesTogether = 20_000_000;

export function roomForAll(): Room {
  let left = mostBytesTogether;
  return (bytes) => {
    left -= bytes;
    return left >= 0;
  };
}

export const tooLargeTogether = `The files of this request have more than ${mostBytesTogether / 1_000_000} MB together. Use smaller ones.`;
