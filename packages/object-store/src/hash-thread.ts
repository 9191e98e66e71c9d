import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { HashAnswer, HashOrder } from './file-hashes.ts'

/** The thread behind `fileHashes`: reads files as far as it was told that they go, a slice of each in turn. */

const SLICE_BYTES = 4 * 1024 * 1024
const buffer = Buffer.allocUnsafeSlow(256 * 1024)

interface Followed {
  hash: Hash
  /** How far it has been read, and how far it can be, in bytes. */
  read: number
  size: number
  /** Who waits for the sum of what can be read. */
  asked: number[]
}

const files = new Map<string, Followed>()
let isWorking = false

function work() {
  isWorking = false
  for (const [file, followed] of files) {
    try {
      readOn(file, followed)
    } catch (error) {
      files.delete(file)
      for (const id of followed.asked) answer({ id, error: error as Error })
      continue
    }
    if (followed.read < followed.size) workSoon()
    else for (const id of followed.asked.splice(0)) answer({ id, md5: followed.hash.copy().digest('hex') })
  }
}

function workSoon() {
  if (isWorking) return
  isWorking = true
  // Orders are heard in between.
  setImmediate(work)
}

function readOn(file: string, followed: Followed) {
  if (followed.read === followed.size) return
  const handle = openSync(file, 'r')
  try {
    const end = Math.min(followed.size, followed.read + SLICE_BYTES)
    while (followed.read < end) {
      const length = readSync(handle, buffer, 0, Math.min(buffer.length, end - followed.read), followed.read)
      if (length === 0) throw new Error(`${file} ends at ${followed.read}, before ${followed.size} bytes`)
      followed.hash.update(buffer.subarray(0, length))
      followed.read += length
    }
  } finally {
    closeSync(handle)
  }
}

const answer = (told: HashAnswer) => parentPort!.postMessage(told)

parentPort!.on('message', ({ file, size, id }: HashOrder) => {
  if (size === undefined) return void files.delete(file)
  const known = files.get(file) ?? { hash: createHash('md5'), read: 0, size: 0, asked: [] }
  known.size = Math.max(known.size, size)
  if (id !== undefined) known.asked.push(id)
  files.set(file, known)
  workSoon()
})
