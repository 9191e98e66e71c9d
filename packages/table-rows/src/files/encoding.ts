/** Encodings that a file can be read in, as TextDecoder names them. */
export const fileEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type FileEncoding = (typeof fileEncodings)[number]

/**
 * The encoding of a file by its first bytes: by its byte order mark, by the zero bytes of UTF-16, else UTF-8, unless the
 * bytes are not valid as such. `isWhole` says that no byte follows.
 */
export function detectEncoding(bytes: Uint8Array, isWhole: boolean): FileEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index] === 0) zeros[index % 2]! += 1
  const half = bytes.length / 2
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.1) return 'utf-16le'
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.1) return 'utf-16be'
  return isUtf8(bytes, isWhole) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array, isWhole: boolean) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}
