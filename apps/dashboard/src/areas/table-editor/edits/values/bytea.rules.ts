/** A file of at most this many bytes can become a value; its text is twice as long. */
export const BYTEA_FILE_MAX = 16 * 2 ** 20

/** The text of bytes, as PostgreSQL prints them. Call it with at most BYTEA_FILE_MAX bytes. */
export function hexText(bytes: Uint8Array): string {
  const pieces: string[] = ['\\x']
  for (const byte of bytes) pieces.push(HEX_OF[byte]!)
  return pieces.join('')
}

const HEX_OF = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The bytes of a text such as `\x00ff`; undefined when it is none. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^\\x(?:[0-9a-f]{2})*$/i.test(text)) return undefined
  const bytes = new Uint8Array((text.length - 2) / 2)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(text.slice(2 + 2 * at, 4 + 2 * at), 16)
  return bytes
}
