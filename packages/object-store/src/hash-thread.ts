import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { HashRequest, HashResponse } from './file-hashes.ts'

/** The thread behind `fileHashes`: reads files up to their announced size, a slice of each in turn. */

const SLICE_BYTES = 4 * 1024 * 1024
const buffer = Buffer.allocUnsafeSlow(256 * 1024)

interface Followed {
  hash: Hash
  /** How many bytes have been read, and how many can be. */
  read: number
  size: number
  /** The ids of requests for the checksum. */
  requests: number[]
}

const files = new Map<string, Followed>()
let isWorking = false

function work() {
  isWorking = false
  for (const [file, followed] of files) {
    try {
      readSlice(file, followed)
    } catch (error) {
      files.delete(file)
      for (const id of followed.requests) respond({ id, error: error as Error })
      continue
    }
    if (followed.read < followed.size) workSoon()
    else
      for (const id of followed.requests.splice(0)) respond({ id, md5: followed.hash.copy().digest('hex') })
  }
}

function workSoon() {
  if (isWorking) return
  isWorking = true
  // Requests are received in between.
  setImmediate(work)
}

function readSlice(file: string, followed: Followed) {
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

const respond = (response: HashResponse) => parentPort!.postMessage(response)

parentPort!.on('message', ({ file, size, id }: HashRequest) => {
  if (size === undefined) return void files.delete(file)
  const known = files.get(file) ?? { hash: createHash('md5'), read: 0, size: 0, requests: [] }
  known.size = Math.max(known.size, size)
  if (id !== undefined) known.requests.push(id)
  files.set(file, known)
  workSoon()
})
