import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { CopierRequest, CopierResponse, FolderCopy } from './file-copier.ts'

/** The process behind `startFileCopier`. It does one thing at a time, so nothing of it has to wait for a thread. */

/** How long it works before it looks whether its parent is still there. */
const SLICE_MS = 20

interface FoundFile {
  path: string
  bytes: number
}

class LinkFound extends Error {}

const respond = (response: CopierResponse) => process.send!(response)

let folder: FolderCopy
let files: FoundFile[] = []

process.on('disconnect', () => process.exit())
process.on('message', (request: CopierRequest) => void answer(request).catch(fail))

async function answer(request: CopierRequest) {
  if (request.kind === 'files') {
    await copyFiles()
    respond({ kind: 'done' })
    return
  }
  folder = request
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
    const status = unlessMissing(() => lstatSync(join(from, path)))
    return status ? [{ path, bytes: status.size }] : []
  })
}

function makeFolder(path: string) {
  const { to, owner } = folder
  mkdirSync(join(to, path), { mode: 0o700 })
  if (owner) lchownSync(join(to, path), owner.uid, owner.gid)
}

async function copyFiles() {
  let copiedBytes = 0
  let since = performance.now()
  for (const { path, bytes } of files) {
    const [from, to] = [join(folder.from, path), join(folder.to, path)]
    unlessMissing(() => copyFile(from, to))
    copiedBytes += bytes
    if (performance.now() - since < SLICE_MS) continue
    respond({ kind: 'progress', copiedBytes })
    await setImmediate()
    since = performance.now()
  }
  respond({ kind: 'progress', copiedBytes })
}

let canShareBlocks = true
const buffer = Buffer.allocUnsafe(1024 * 1024)

/** Reads and writes where no blocks can be shared: the system takes half as long again to copy a file of some kilobytes. */
function copyFile(from: string, to: string) {
  if (canShareBlocks) {
    try {
      copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE)
      if (folder.owner) lchownSync(to, folder.owner.uid, folder.owner.gid)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
      // Whatever else is wrong fails below too.
      canShareBlocks = false
    }
  }
  const source = openSync(from, 'r')
  try {
    const copy = openSync(to, 'w', 0o600)
    try {
      if (folder.owner) fchownSync(copy, folder.owner.uid, folder.owner.gid)
      copyBytes(source, copy)
    } finally {
      closeSync(copy)
    }
  } finally {
    closeSync(source)
  }
}

/** Up to where the file ends, which is behind fewer bytes than were asked for. */
function copyBytes(source: number, copy: number) {
  let read: number
  do {
    read = readSync(source, buffer)
    for (let written = 0; written < read; ) written += writeSync(copy, buffer, written, read - written)
  } while (read === buffer.length)
}

/** A table may be dropped while it is copied: then the log drops it again. */
function unlessMissing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
