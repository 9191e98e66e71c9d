import { fork } from 'node:child_process'
import type { Account } from '../account/account.ts'
import { EngineError } from '../engine.ts'
import { giveWay } from '../process/background.ts'
import { isolatedEnvironment } from '../process/environment.ts'
import type { CopyPace } from './copy-pace.rules.ts'

/** What the process is asked for: to make the folders of the copy, then to copy the files in them, and at which pace. */
export type CopierRequest =
  | ({ kind: 'folders'; pace: CopyPace } & FolderCopy)
  | { kind: 'files' }
  | { kind: 'pace'; pace: CopyPace }

export type CopierResponse =
  | { kind: 'found'; totalBytes: number }
  | { kind: 'progress'; copiedBytes: number }
  | { kind: 'done' }
  /** There is a symbolic link. */
  | { kind: 'linked' }
  | { kind: 'failed'; message: string; code: string | undefined }

/** All paths in it are relative to the folder that is copied. */
export interface FolderCopy {
  from: string
  /** It must not exist. */
  to: string
  /** Names of files and folders that are left out everywhere. */
  leftOut: RegExp
  leftOutPaths: ReadonlySet<string>
  /** Folders whose contents are left out. */
  emptied: ReadonlySet<string>
  /** Who gets the copy; this program when absent. */
  owner: Account | undefined
  /** Whether it is needed on disk: then most of it is written there while the rest is copied. */
  isSynced: boolean
}

export interface CopyProgress {
  copiedBytes: number
  totalBytes: number
}

export interface FolderCopyWatch {
  signal: AbortSignal
  onProgress?: ((progress: CopyProgress) => void) | undefined
  /** At which pace the copy begins. */
  pace: CopyPace
  /** Throws when that many bytes must not be copied; nothing is copied then. */
  mayCopy?: ((bytes: number) => Promise<void>) | undefined
}

export type FileCopier = ReturnType<typeof startFileCopier>

const PROGRAM = new URL('./file-copier-child.ts', import.meta.url)

/**
 * Starts a process that copies folders, by reflink where the file system can, and gives way to everyone else: threads of
 * this program would take the processor from the queries of all databases. It makes one copy at a time, and is gone once it
 * has been disposed.
 */
export function startFileCopier() {
  const child = fork(PROGRAM, [], {
    execArgv: [],
    cwd: '/',
    env: isolatedEnvironment(),
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  if (child.pid !== undefined) giveWay(child.pid)
  let isAlive = true
  let isIdle = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isAlive = false
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  const send = (request: CopierRequest) => void child.send(request, () => undefined)

  return {
    get isAlive() {
      return isAlive
    },

    /** Whether it can make another copy. A copy that failed may still go on. */
    get isIdle() {
      return isAlive && isIdle
    },

    /**
     * Files that vanish meanwhile are left out. What was copied before a failure is left to the caller.
     * @throws EngineError not_ready when there is a symbolic link
     */
    async copy(folder: FolderCopy, { signal, onProgress, pace, mayCopy }: FolderCopyWatch): Promise<void> {
      isIdle = false
      const over = new AbortController()
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal })
        // An exit follows what the process has said.
        void ended.then(() => setImmediate(reject, new Error('The process that copies files has ended')))
      })
      stopped.catch(() => undefined)
      signal.throwIfAborted()
      const copied = new Promise<void>((resolve, reject) => {
        let totalBytes = 0
        const hear = (response: CopierResponse) => {
          if (response.kind === 'found') {
            totalBytes = response.totalBytes
            Promise.resolve(mayCopy?.(totalBytes)).then(() => send({ kind: 'files' }), reject)
          } else if (response.kind === 'progress')
            onProgress?.({ copiedBytes: response.copiedBytes, totalBytes })
          else if (response.kind === 'done') resolve()
          else if (response.kind === 'linked')
            reject(new EngineError('not_ready', 'A database with tablespaces of its own cannot be copied.'))
          else reject(Object.assign(new Error(response.message), { code: response.code }))
        }
        child.on('message', hear)
        over.signal.addEventListener('abort', () => child.off('message', hear))
      })
      send({ kind: 'folders', pace, ...folder })
      try {
        await Promise.race([copied, stopped])
        isIdle = true
      } finally {
        over.abort()
      }
    },

    /** Changes the pace of the copy that it makes. */
    setPace(pace: CopyPace): void {
      send({ kind: 'pace', pace })
    },

    /** Ends the process, so that nothing writes into the copy any more. */
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
