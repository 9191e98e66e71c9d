import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
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
import { promisify } from 'node:util'
import type { CopyPace } from './copy-pace.rules.ts'
import type { CopierRequest, CopierResponse, FolderCopy } from './file-copier.ts'

/**
 * The process behind `startFileCopier`. It does one thing at a time, so nothing of it has to wait for a thread, except that at
 * full pace one piece is written to disk while the next is copied.
 */

/** How long it works before it looks whether its parent is still there. */
const SLICE_MS = 20
/**
 * While nobody waits for the copy: how long it works at a time, and how long it rests after that. Commits of the source wait
 * for the processor as long.
 */
const SHORT_SLICE_MS = 5
const REST_MS = 6
/**
 * How many bytes are written to disk at once, and copied meanwhile at full pace. Commits of the source wait for the disk as
 * long: a millisecond for the first, some ten for the second.
 */
const SYNCED_BYTES = 1024 * 1024
const SYNCED_BYTES_AT_FULL_PACE = 8 * SYNCED_BYTES

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
let pace: CopyPace
/** Ends when the pace changes. */
let rest = new AbortController()

process.on('disconnect', () => process.exit())
process.on('message', (request: CopierRequest) => void answer(request).catch(fail))

async function answer(request: CopierRequest) {
  if (request.kind === 'pace') {
    pace = request.pace
    rest.abort()
    return
  }
  if (request.kind === 'files') {
    await copyFiles()
    respond({ kind: 'done' })
    return
  }
  folder = request
  sourceUid = lstatSync(folder.from).uid
  pace = request.pace
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
    if (performance.now() - since < (pace === 'in-advance' ? SHORT_SLICE_MS : SLICE_MS)) return
    respond({ kind: 'progress', copiedBytes: copiedBytes + bytes })
    if (pace === 'in-advance') {
      rest = new AbortController()
      await sleep(REST_MS, undefined, { signal: rest.signal }).catch(() => undefined)
    } else await setImmediate()
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
      // ext4, XFS and btrfs begin to write a file to disk when it is closed, if it has been truncated to nothing before: a
      // thousand small files then do not come all at once, with the sync of the copy.
      if (pace !== 'full') ftruncateSync(copy, 0)
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
  let syncing: Promise<void> | undefined
  try {
    do {
      read = readSync(source, buffer)
      for (let written = 0; written < read; ) written += writeSync(copy, buffer, written, read - written)
      copied += read
      if (pace !== 'full' && copied - synced >= SYNCED_BYTES) {
        fdatasyncSync(copy)
        synced = copied
      } else if (folder.isSynced && copied - synced >= SYNCED_BYTES_AT_FULL_PACE) {
        await syncing
        syncing = startSync(copy)
        synced = copied
      }
      await pause(copied)
    } while (read === buffer.length)
  } finally {
    // The file is closed after that.
    await syncing
  }
}

/** What it rejects with is thrown where it is awaited. */
function startSync(file: number): Promise<void> {
  const syncing = sync(file)
  syncing.catch(() => undefined)
  return syncing
}

const sync = promisify(fdatasync)

/** A table may be dropped while it is copied: then the log drops it again. */
async function unlessMissing(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
