/** Reads a JPEG and drops its metadata, because anyone with the PDF could read its location, time and owner. */
import { ContentRefused } from '../layout.ts';
import { isCompleteJpeg, markers } from './jpeg-scan.ts';
import { checkSize, damagedError, orientationIn, type Picture } from './picture.ts';

const metadataMarkers = { APP0: 0xe0, APP1: 0xe1, APP14: 0xee, APP15: 0xef, COM: 0xfe } as const;

/** A marker segment. `data`: the entropy-coded data after an SOS segment. `bytes`: the marker, its length, body and data. */
interface Segment {
  readonly marker: number;
  readonly body: Buffer;
  readonly data: Buffer;
  readonly bytes: Buffer;
}

export function readJpeg(jpeg: Buffer): Picture {
  const segments = segmentsOf(jpeg);
  // C0 to CF are SOF markers, except DHT, JPG and DAC.
  const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![markers.DHT, 0xc8, 0xcc].includes(marker);
  const frames = segments.filter(({ marker }) => isFrame(marker));
  const [first] = frames;
  if (first === undefined || frames.length > 1 || !segments.some(({ marker }) => marker === markers.SOS))
    throw damagedError('JPEG');
  const { colors, ...frame } = frameOf(first);
  if (!isCompleteJpeg(frame, segments)) throw damagedError('JPEG');
  const { widthPx, heightPx } = frame;
  const { APP0, APP1, APP14, APP15, COM } = metadataMarkers;
  const exif = segments.find(({ marker, body }) => marker === APP1 && isNamed(body, 'Exif\0\0'));
  // Adobe applications store CMYK values inverted.
  const isInverted =
    colors === 'DeviceCMYK' && segments.some(({ marker, body }) => marker === APP14 && isNamed(body, 'Adobe'));
  // JFIF and Adobe segments say how colors are stored; a JFIF segment of 14 bytes has no thumbnail. All other APPn and
  // COM segments are left out.
  const isImageData = ({ marker, body }: Segment): boolean => {
    if (marker === APP0) return isNamed(body, 'JFIF\0') && body.length === 14;
    const isApplicationData = marker >= APP0 && marker <= APP15;
    return marker === APP14 || (!isApplicationData && marker !== COM);
  };
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, markers.EOI])];
  return {
    widthPx,
    heightPx,
    orientation: exif === undefined ? 1 : orientationIn(exif.body.subarray(6)),
    colors,
    bits: 8,
    compression: { Filter: 'DCTDecode', ...(isInverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}) },
    data: Buffer.concat([start, ...segments.filter(isImageData).map(({ bytes }) => bytes), end]),
  };
}

const isNamed = (body: Buffer, name: string) => body.toString('latin1', 0, name.length) === name;

function frameOf({ marker, body }: Segment) {
  if (body.length < 6) throw damagedError('JPEG');
  const [bits, heightPx, widthPx] = [body.readUInt8(0), body.readUInt16BE(1), body.readUInt16BE(3)];
  const byCount: Readonly<Record<number, Picture['colors']>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };
  const colors = byCount[body.readUInt8(5)];
  if (marker > markers.SOF2 || bits !== 8 || colors === undefined)
    throw new ContentRefused(
      'The JPEG is of a rare kind that PDFs cannot contain. Save it again as an ordinary JPEG or PNG.',
    );
  if (widthPx === 0 || heightPx === 0) throw damagedError('JPEG');
  checkSize(widthPx, heightPx);
  const [count = 0, ...componentBytes] = body.subarray(5);
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0] = componentBytes.slice(3 * index);
    return { id, horizontal: sampling >> 4, vertical: sampling & 15 };
  });
  if (components.some(({ horizontal, vertical }) => horizontal === 0 || vertical === 0)) throw damagedError('JPEG');
  return { widthPx, heightPx, colors, isProgressive: marker === markers.SOF2, components };
}

/** The segments between SOI and EOI. Anything after EOI is another image or a video. */
function segmentsOf(jpeg: Buffer): Segment[] {
  const segments: Segment[] = [];
  let at = 2;
  // The position of the next marker. In entropy-coded data FF 00 is the byte FF, and restart markers belong to the data.
  const endOfScan = (from: number): number => {
    for (let position = jpeg.indexOf(0xff, from); position !== -1; position = jpeg.indexOf(0xff, position + 1)) {
      const next = jpeg[position + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !(next >= markers.RST0 && next <= markers.RST7)) return position;
    }
    throw damagedError('JPEG');
  };
  while (true) {
    while (jpeg[at] === 0xff && jpeg[at + 1] === 0xff) at++;
    const marker = jpeg[at + 1];
    if (jpeg[at] !== 0xff || marker === undefined) throw damagedError('JPEG');
    if (marker === markers.EOI) return segments;
    if (at + 4 > jpeg.length) throw damagedError('JPEG');
    const bodyEnd = at + 2 + jpeg.readUInt16BE(at + 2);
    if (bodyEnd > jpeg.length || bodyEnd < at + 4) throw damagedError('JPEG');
    const next = marker === markers.SOS ? endOfScan(bodyEnd) : bodyEnd;
    const [body, data] = [jpeg.subarray(at + 4, bodyEnd), jpeg.subarray(bodyEnd, next)];
    segments.push({ marker, body, data, bytes: jpeg.subarray(at, next) });
    at = next;
  }
}
