import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type FilterSize, filterSize, positionsOf } from './leaked-list.rules.ts'

/** The file: this mark, the number of bits and how many each hash sets, then the bits. */
const MARK = 'BASALT-LEAKED-1\n'
const HEADER_BYTES = MARK.length + 16

/** A file that is no list, or only a part of one; the message says which. */
export class NoLeakedList extends Error {}

export interface LeakedList {
  /** Whether a password is in the list, by its SHA-1. True for some that are not, at the stated rate. */
  has(hash: Buffer): Promise<boolean>
  close(): void
}

const readAt = promisify(read)

/**
 * Opens a list of leaked passwords, which stays on disk: a look-up reads a byte for each bit of a hash. Throws NoLeakedList
 * and errors of the file system.
 */
export function openLeakedList(file: string): LeakedList {
  const descriptor = openSync(file, 'r')
  try {
    const size = sizeIn(descriptor)
    return {
      async has(hash) {
        const byte = Buffer.alloc(1)
        for (const position of positionsOf(hash, size)) {
          const { bytesRead } = await readAt(descriptor, byte, 0, 1, HEADER_BYTES + byteOf(position))
          if (bytesRead !== 1) throw new NoLeakedList('The list of leaked passwords has become shorter')
          if ((byte[0]! & bitOf(position)) === 0) return false
        }
        return true
      },
      close: () => closeSync(descriptor),
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function sizeIn(descriptor: number): FilterSize {
  const header = Buffer.alloc(HEADER_BYTES)
  const bytesRead = readSync(descriptor, header, 0, HEADER_BYTES, 0)
  if (bytesRead < HEADER_BYTES || header.toString('latin1', 0, MARK.length) !== MARK)
    throw new NoLeakedList('It is no list that "npm run leaked-passwords" has made')
  const bits = Number(header.readBigUInt64BE(MARK.length))
  const perHash = Number(header.readBigUInt64BE(MARK.length + 8))
  const isComplete = fstatSync(descriptor).size === HEADER_BYTES + Math.ceil(bits / 8)
  if (bits < 1 || perHash < 1 || perHash > 64 || !isComplete) throw new NoLeakedList('It is not complete')
  return { bits, perHash }
}

/**
 * Makes a list from a file with one SHA-1 per line, in hexadecimal, with or without a colon and a count behind it, as Pwned
 * Passwords publishes them. The bits are in memory meanwhile: 1.8 bytes per hash. The list appears when it is complete.
 * Resolves to how many hashes it has. Throws NoLeakedList for another line.
 */
export async function buildLeakedList(from: string, to: string): Promise<number> {
  let hashes = 0
  for await (const _ of hashesIn(from)) hashes += 1
  const size = filterSize(hashes)
  const bits = Buffer.alloc(Math.ceil(size.bits / 8))
  for await (const hash of hashesIn(from))
    for (const position of positionsOf(hash, size)) bits[byteOf(position)]! |= bitOf(position)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MARK, 'latin1')
  header.writeBigUInt64BE(BigInt(size.bits), MARK.length)
  header.writeBigUInt64BE(BigInt(size.perHash), MARK.length + 8)
  const partial = `${to}.partial`
  try {
    const handle = await open(partial, 'w')
    try {
      await handle.writeFile(header)
      await handle.writeFile(bits)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, to)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return hashes
}

const byteOf = (position: number) => Math.floor(position / 8)
const bitOf = (position: number) => 1 << (position % 8)

async function* hashesIn(file: string) {
  const handle = await open(file)
  let number = 0
  try {
    for await (const line of createInterface({
      input: handle.createReadStream({ autoClose: false }),
      crlfDelay: Infinity,
    })) {
      number += 1
      if (line.trim() === '') continue
      const [, hex] = /^([0-9a-fA-F]{40})(?::\d+)?\s*$/.exec(line) ?? []
      if (hex === undefined) throw new NoLeakedList(`Line ${number} of ${file} is no SHA-1 in hexadecimal`)
      yield Buffer.from(hex, 'hex')
    }
  } finally {
    await handle.close()
  }
}
