import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  bytesOfEntry,
  DamagedPortableFile,
  ForeignFile,
  type PortableHead,
  PortableReader,
} from '@basalt/backups/portable-file.ts'
import type { DataEntry } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'

const DISK_FULL = ['ENOSPC', 'EDQUOT']

/** An entry that begins at a place in a file. */
interface PlacedHead {
  head: PortableHead
  at: number
}

export type UploadedFiles = ReturnType<typeof uploadedFiles>

/** The folder of files that somebody sends, until their projects are made. */
export function uploadedFiles(folder: string) {
  /** Files of this server, which no project may wait for yet. */
  const own = new Set<string>()
  const pathOf = (name: string) => join(folder, name)
  const remove = async (name: string) => {
    await rm(pathOf(name), { force: true })
    own.delete(name)
  }
  return {
    pathOf,
    remove,

    /** Stores a file under a new name. Throws as `receive`. */
    async add(
      body: AsyncIterable<Uint8Array>,
      onAbout: (value: unknown) => Promise<void>,
    ): Promise<{ name: string; head: PortableHead }> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${randomUUID()}.part`
      own.add(name)
      try {
        return { name, head: await receive(body, pathOf(name), onAbout) }
      } catch (error) {
        own.delete(name)
        throw error
      }
    },

    /** Removes what a killed server was receiving: files that no project waits for. */
    async removeRests(waitedFor: () => Promise<ReadonlySet<string>>) {
      const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return []
      })
      const isNeeded = await waitedFor()
      for (const name of found) if (!own.has(name) && !isNeeded.has(name)) await remove(name)
    },
  }
}

/**
 * Stores the bytes of a portable file that somebody sends, and reads them once on the way. `onAbout` is told what the file says
 * of its project, once that has arrived. Nothing is left when it throws: `validation_failed` for a foreign or damaged file,
 * `storage_full`, or what `onAbout` or the sender's stream throws.
 */
export async function receive(
  body: AsyncIterable<Uint8Array>,
  path: string,
  onAbout: (value: unknown) => Promise<void> = async () => undefined,
): Promise<PortableHead> {
  const reader = new PortableReader()
  let about: PortableHead | undefined
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const part of body) {
        for (const event of reader.read(part)) {
          if (about || !('head' in event)) continue
          about = event.head
          if ('value' in about) await onAbout(about.value)
        }
        // All of it, also when a disk that gets full takes a part of it first.
        await file.appendFile(part)
      }
      reader.finish()
      await file.sync()
    } finally {
      await file.close()
    }
    if (about?.section !== 'about') throw new ForeignFile()
    return about
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof ForeignFile || error instanceof DamagedPortableFile)
      throw new AppError('validation_failed', error.message, { cause: error })
    if (DISK_FULL.includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new AppError(
        'storage_full',
        'The disk of this installation is full. Free some space and try again.',
        {
          cause: error,
        },
      )
    throw error
  }
}

/** The entries of a stored file, in order, without their bytes. */
async function* headsOf(path: string): AsyncGenerator<PlacedHead> {
  const reader = new PortableReader()
  for await (const part of createReadStream(path))
    for (const event of reader.read(part as Buffer)) if ('head' in event) yield event
  reader.finish()
}

const bytesAt = (path: string, at: number) => bytesOfEntry(createReadStream(path, { start: at }))

/** The data directory. Entries can be read at the same time. */
export async function* databaseOf(path: string): AsyncGenerator<DataEntry> {
  for await (const { head, at } of headsOf(path)) {
    if (head.section === 'file') return
    if (head.section !== 'database') continue
    if (head.kind === 'folder') yield { kind: 'folder', path: head.path }
    else yield { kind: 'file', path: head.path, bytes: bytesAt(path, at) }
  }
}

/** The stored files of the project by their versions. */
export async function* filesOf(
  path: string,
): AsyncGenerator<{ version: string; bytes: AsyncIterable<Uint8Array> }> {
  for await (const { head, at } of headsOf(path))
    if (head.section === 'file') yield { version: head.version, bytes: bytesAt(path, at) }
}

/** The values of the entries of one section. */
export async function* valuesOf(path: string, section: 'about' | 'snippet'): AsyncGenerator<unknown> {
  for await (const { head } of headsOf(path)) {
    if (head.section === section && 'value' in head) yield head.value
    if (head.section === 'database') return
  }
}
