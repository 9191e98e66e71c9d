import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  fdatasyncSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { CopierRequest, CopierResponse, FolderCopy } from './file-copier.ts'

/** The process behind `startFileCopier`. It does one thing at a time, so nothing of it has to wait for a thread. */

/** How long it works before it looks whether its parent is still there. */
const SLICE_MS = 20
/**
 * While nobody waits for the copy: how long it works at a time, how long it rests after that, and how many bytes it writes to
 * disk at once. Commits of the source wait for the processor and the disk as long, so each of them is a few milliseconds.
 */
const SHORT_SLICE_MS = 5
const REST_MS = 6
const SYNCED_BYTES = 1024 * 1024

interface FoundFile {
  path: string
  bytes: number
}

class LinkFound extends Error {}

const respond = (response: CopierResponse) => process.send!(response)

let folder: FolderCopy
/** The user of the source's server. */
let sourceUid: number
let files: FoundFile[] = []
/** Ends once somebody waits for the copy. */
let leisure = new AbortController()

process.on('disconnect', () => process.exit())
process.on('message', (request: CopierRequest) => void answer(request).catch(fail))

async function answer(request: CopierRequest) {
  if (request.kind === 'hurry') {
    leisure.abort()
    return
  }
  if (request.kind === 'files') {
    await copyFiles()
    respond({ kind: 'done' })
    return
  }
  folder = request
  sourceUid = lstatSync(folder.from).uid
  leisure = new AbortController()
  if (!request.isInAdvance) leisure.abort()
  makeFolder('')
  canShareBlocks = true
  files = findFiles('')
  respond({ kind: 'found', totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0) })
}

function fail(error: NodeJS.ErrnoException) {
  if (error instanceof LinkFound) respond({ kind: 'linked' })
  else respond({ kind: 'failed', message: error.message, code: error.code })
}

/** Makes the folders of the copy; returns the files to copy into them. */
function findFiles(within: string): FoundFile[] {
  const { from, leftOut, leftOutPaths, emptied } = folder
  return readdirSync(join(from, within), { withFileTypes: true }).flatMap((entry) => {
    const path = join(within, entry.name)
    if (leftOut.test(entry.name) || leftOutPaths.has(path)) return []
    if (entry.isSymbolicLink()) throw new LinkFound()
    if (entry.isDirectory()) {
      makeFolder(path)
      return emptied.has(path) ? [] : findFiles(path)
    }
    const status = lstatSync(join(from, path), { throwIfNoEntry: false })
    return status ? [{ path, bytes: status.size }] : []
  })
}

function makeFolder(path: string) {
  const { to, owner } = folder
  mkdirSync(join(to, path), { mode: 0o700 })
  if (owner) lchownSync(join(to, path), owner.uid, owner.gid)
}

async function copyFiles() {
  let [copiedBytes, since] = [0, performance.now()]
  const pause = async (bytes: number) => {
    if (performance.now() - since < (leisure.signal.aborted ? SLICE_MS : SHORT_SLICE_MS)) return
    respond({ kind: 'progress', copiedBytes: copiedBytes + bytes })
    // Cut short by somebody who waits.
    if (leisure.signal.aborted) await setImmediate()
    else await sleep(REST_MS, undefined, { signal: leisure.signal }).catch(() => undefined)
    since = performance.now()
  }
  for (const { path, bytes } of files) {
    const [from, to] = [join(folder.from, path), join(folder.to, path)]
    await unlessMissing(() => copyFile(from, to, (copied) => pause(Math.min(copied, bytes))))
    copiedBytes += bytes
    await pause(0)
  }
  respond({ kind: 'progress', copiedBytes })
}

let canShareBlocks = true
const buffer = Buffer.allocUnsafe(1024 * 1024)

/** Reads and writes where no blocks can be shared: the system takes half as long again to copy a file of some kilobytes. */
async function copyFile(from: string, to: string, pause: (copiedBytes: number) => Promise<void>) {
  const source = openSource(from)
  try {
    if (canShareBlocks) {
      try {
        copyFileSync(samePath(source, from), to, constants.COPYFILE_FICLONE_FORCE)
        if (folder.owner) lchownSync(to, folder.owner.uid, folder.owner.gid)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
        // Whatever else is wrong fails below too.
        canShareBlocks = false
      }
    }
    const copy = openSync(to, 'w', 0o600)
    try {
      if (folder.owner) fchownSync(copy, folder.owner.uid, folder.owner.gid)
      await copyBytes(source, copy, pause)
    } finally {
      closeSync(copy)
    }
  } finally {
    closeSync(source)
  }
}

/**
 * The server of the source may put a link in the place of a file or folder that has been found, and this program may read more
 * than that server.
 */
function openSource(path: string): number {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? new LinkFound() : error
  }
  if (fstatSync(file).uid === sourceUid) return file
  closeSync(file)
  throw new Error(`${path} does not belong to the database.`)
}

/** A path to the file that has been opened, whatever is in its place by now. */
const samePath = (file: number, path: string) =>
  process.platform === 'linux' ? `/proc/self/fd/${file}` : path

/** Up to where the file ends, which is behind fewer bytes than were asked for. */
async function copyBytes(source: number, copy: number, pause: (copiedBytes: number) => Promise<void>) {
  let [copied, synced, read] = [0, 0, 0]
  do {
    read = readSync(source, buffer)
    for (let written = 0; written < read; ) written += writeSync(copy, buffer, written, read - written)
    copied += read
    if (copied - synced >= SYNCED_BYTES && !leisure.signal.aborted) {
      fdatasyncSync(copy)
      synced = copied
    }
    await pause(copied)
  } while (read === buffer.length)
}

/** A table may be dropped while it is copied: then the log drops it again. */
async function unlessMissing(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
