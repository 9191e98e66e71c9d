import { constants, createReadStream } from 'node:fs'
import { copyFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EMPTIED, LEFT_OUT } from '../cluster/left-out.rules.ts'
import type { DataEntry } from '../engine.ts'

/** What belongs to the server that ran. Its log has the changes that recovery may need. */
const isEmptied = (folder: string) => folder !== 'pg_wal' && EMPTIED.has(folder)

/** The files of a data directory that no server runs in, for a restore that shares their blocks where the disk can. */
export async function* stoppedFiles(data: string, folder = ''): AsyncIterable<DataEntry> {
  const entries = await readdir(join(data, folder), { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      yield { kind: 'folder', path }
      if (!isEmptied(path)) yield* stoppedFiles(data, path)
    }
    if (!entry.isFile() || LEFT_OUT.test(entry.name)) continue
    const from = join(data, path)
    yield {
      kind: 'file',
      path,
      bytes: createLate(from),
      async writeTo(to) {
        await copyFile(from, to, constants.COPYFILE_FICLONE)
        return { bytes: (await stat(to)).size }
      },
    }
  }
}

/** Opens the file once it is read, because most are copied instead. */
async function* createLate(path: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Buffer>
}
