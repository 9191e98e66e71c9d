/** Supported image formats, by their names in sharp. */
export const imageFormats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** The number of bytes needed to recognize a format. */
export const FORMAT_BYTES = 32

const text = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')

/** The format of a file by its magic bytes, regardless of its declared type; undefined for any other. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(text(bytes, 0, 4))) return 'tiff'
  // An ISO base media box: the compatible brands follow the major brand.
  if (text(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(text(bytes, 8, FORMAT_BYTES))) return 'avif'
  return undefined
}
