import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BlobStore, ByteRange, Bytes } from './blob-store.ts'
import { counted, measure } from './measure.ts'

/** After the key of a blob that is stored sealed. */
const SUFFIX = '_sealed'
/** Random bytes from which the key of each blob is derived come first. */
const SALT_BYTES = 16
/** Bytes that are sealed together, so that a part of a blob can be read. */
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

/** A blob that was changed, cut off, put in the place of another, or sealed with another key. */
export class UnreadableBlob extends Error {
  constructor(key: string) {
    super(`${key} was changed since it was stored, or sealed with another key.`)
    this.name = 'UnreadableBlob'
  }
}

interface Options {
  /** 32 bytes. */
  key: Uint8Array
  /** Whether new blobs are sealed. Those of before are read either way. */
  isSealing: boolean
  /** Which keys are never sealed. */
  isPlain?: (key: string) => boolean
}

/**
 * Seals blobs before they reach another store: AES-256-GCM in chunks, with a key of its own for each blob. The name, the
 * order and the end of a blob are part of what is checked, by whole reads; a read of a range checks what it returns.
 */
export function sealedBlobStore(store: BlobStore, { key: master, isSealing, isPlain }: Options): BlobStore {
  const seals = (key: string) => isSealing && !isPlain?.(key)

  const write = async (key: string, body: Bytes) => {
    if (!seals(key)) return store.write(key, body)
    const { bytes, size } = counted(body)
    await store.write(`${key}${SUFFIX}`, sealed(master, key, bytes))
    return { size: size() }
  }

  const readSealed = async (key: string, range: ByteRange | undefined) => {
    if (range === undefined || range.end < range.start) {
      const body = await store.read(`${key}${SUFFIX}`)
      return body && Readable.from(opened(master, key, body), { objectMode: false })
    }
    const head = await store.read(`${key}${SUFFIX}`, { start: 0, end: SALT_BYTES - 1 })
    if (!head) return undefined
    const salt = await buffer(head)
    const first = Math.floor(range.start / CHUNK_BYTES)
    const last = Math.floor(range.end / CHUNK_BYTES)
    const chunks = await store.read(`${key}${SUFFIX}`, {
      start: SALT_BYTES + first * SEALED_CHUNK_BYTES,
      end: SALT_BYTES + (last + 1) * SEALED_CHUNK_BYTES - 1,
    })
    return (
      chunks && Readable.from(openedRange(master, key, { salt, chunks, first, range }), { objectMode: false })
    )
  }

  return {
    write,
    async writeHashed(key, body) {
      if (!seals(key)) return store.writeHashed(key, body)
      const { bytes, info } = measure(body)
      await write(key, bytes)
      return info()
    },
    async adopt(key, file) {
      if (seals(key)) await write(key, createReadStream(file))
      else await store.adopt(key, file)
    },
    async read(key, range) {
      if (seals(key)) return (await readSealed(key, range)) ?? store.read(key, range)
      return (await store.read(key, range)) ?? (isPlain?.(key) ? undefined : readSealed(key, range))
    },
    async remove(key) {
      await store.remove(key)
      if (!isPlain?.(key)) await store.remove(`${key}${SUFFIX}`)
    },
    async *list(folder) {
      // A blob that was written again is there in both forms.
      const listed = new Set<string>()
      for await (const { key, writtenAt } of store.list(folder)) {
        const name = key.endsWith(SUFFIX) ? key.slice(0, -SUFFIX.length) : key
        if (!listed.has(name)) yield { key: name, writtenAt }
        listed.add(name)
      }
    },
  }
}

const keyFrom = (master: Uint8Array, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', master, salt, 'basalt blob', 32))

/** The place of a chunk, and whether it is the last one: a blob cannot be cut off or extended unnoticed. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(index), 0)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

async function* sealed(master: Uint8Array, name: string, body: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = keyFrom(master, salt)
  const seal = (chunk: Uint8Array, index: number, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(Buffer.from(name))
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  yield salt
  let index = 0
  let held: Buffer | undefined
  for await (const chunk of chunksOf(body, CHUNK_BYTES)) {
    if (held) yield seal(held, index++, false)
    held = chunk
  }
  yield seal(held ?? Buffer.alloc(0), index, true)
}

function openChunk(key: Buffer, name: string, chunk: Buffer, index: number, isLast: boolean): Buffer {
  const end = chunk.length - TAG_BYTES
  if (end < 0) throw new UnreadableBlob(name)
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(Buffer.from(name))
  decipher.setAuthTag(chunk.subarray(end))
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()])
  } catch {
    throw new UnreadableBlob(name)
  }
}

async function* opened(master: Uint8Array, name: string, body: Readable): AsyncGenerator<Buffer> {
  let key: Buffer | undefined
  let index = 0
  let held: Buffer | undefined
  for await (const chunk of chunksOf(body, SEALED_CHUNK_BYTES, SALT_BYTES)) {
    if (!key) {
      key = keyFrom(master, chunk)
      continue
    }
    if (held) yield openChunk(key, name, held, index++, false)
    held = chunk
  }
  if (!key || !held) throw new UnreadableBlob(name)
  yield openChunk(key, name, held, index, true)
}

async function* openedRange(
  master: Uint8Array,
  name: string,
  { salt, chunks, first, range }: { salt: Buffer; chunks: Readable; first: number; range: ByteRange },
): AsyncGenerator<Buffer> {
  const key = keyFrom(master, salt)
  let index = first
  for await (const chunk of chunksOf(chunks, SEALED_CHUNK_BYTES)) {
    const plain = openEither(key, name, chunk, index)
    const at = index * CHUNK_BYTES
    yield plain.subarray(Math.max(range.start - at, 0), range.end - at + 1)
    index += 1
  }
}

/** A chunk of which a reader of a range does not know whether it is the last one. */
function openEither(key: Buffer, name: string, chunk: Buffer, index: number): Buffer {
  if (chunk.length < SEALED_CHUNK_BYTES) return openChunk(key, name, chunk, index, true)
  try {
    return openChunk(key, name, chunk, index, false)
  } catch {
    return openChunk(key, name, chunk, index, true)
  }
}

/** The bytes in pieces of one size, but for the last one, and the first one when it has a size of its own. */
async function* chunksOf(body: Bytes, size: number, firstSize = size): AsyncGenerator<Buffer> {
  let wanted = firstSize
  let pieces: Buffer[] = []
  let length = 0
  for await (const bytes of body) {
    // The sender may use its memory again.
    let rest: Buffer = Buffer.from(bytes)
    while (length + rest.length >= wanted) {
      const take = wanted - length
      yield Buffer.concat([...pieces, rest.subarray(0, take)], wanted)
      rest = rest.subarray(take)
      pieces = []
      length = 0
      wanted = size
    }
    if (rest.length > 0) {
      pieces.push(rest)
      length += rest.length
    }
  }
  if (length > 0) yield Buffer.concat(pieces, length)
}
