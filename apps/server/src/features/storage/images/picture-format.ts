/** Formats of pictures that are read and written, by the names of the library for pictures. */
export const pictureFormats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** How many bytes tell the format. */
export const FORMAT_BYTES = 32

const text = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.subarray(start, end)).toString('latin1')

/** The format of a file by its first bytes, whatever its uploader called it; undefined for any other. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(text(bytes, 0, 4))) return 'tiff'
  // A box of ISO base media: the brands that it is compatible with follow the first one.
  if (text(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(text(bytes, 8, FORMAT_BYTES))) return 'avif'
  return undefined
}
