import { crc32 } from 'node:zlib'

/** The files of an uncompressed archive by name, read by its central directory with ZIP64 fields. */
export function readZip(zip: Buffer) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 6, 6]))
  const count = Number(zip.readBigUInt64LE(end + 32))
  let at = Number(zip.readBigUInt64LE(end + 48))
  const files: Record<string, string> = {}
  for (let index = 0; index < count; index++) {
    const nameLength = zip.readUInt16LE(at + 28)
    const extra = at + 46 + nameLength
    const name = zip.subarray(at + 46, extra).toString()
    const size = Number(zip.readBigUInt64LE(extra + 4))
    const local = Number(zip.readBigUInt64LE(extra + 20))
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} does not have its checksum`)
    files[name] = bytes.toString()
    at = extra + zip.readUInt16LE(at + 30)
  }
  return files
}
