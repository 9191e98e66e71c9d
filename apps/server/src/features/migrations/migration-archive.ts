import {
  MIGRATIONS_FOLDER,
  MIGRATIONS_PAGE,
  migrationFileName,
  migrationFileText,
  timeOfVersion,
} from '@basalt/contract/migrations/migrations.rules.ts'
import { type ZipEntry, zipStream } from '../../platform/zip-stream.ts'
import type { MigrationHistory } from './migration-history.store.ts'

type History = Pick<MigrationHistory, 'page' | 'find'>

/** The files of all migrations, in a zip archive that is generated while it is read. */
export const migrationArchive = (history: History, ref: string, now: Date) =>
  zipStream(entriesOf(history, ref, now))

async function* entriesOf(history: History, ref: string, now: Date): AsyncGenerator<ZipEntry> {
  let cursor: string | undefined
  do {
    const page = await history.page(ref, { limit: MIGRATIONS_PAGE, cursor })
    for (const { version } of page.migrations) {
      const migration = await history.find(ref, version)
      // It may have been removed meanwhile.
      if (migration) yield entryOf(migration, now)
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

function entryOf(
  { version, name, statements }: { version: string; name: string | null; statements: readonly string[] },
  now: Date,
): ZipEntry {
  const text =
    statements.length === 0
      ? '-- Only the version of this migration was recorded, not its SQL.\n'
      : migrationFileText(statements)
  return {
    name: `${MIGRATIONS_FOLDER}/${migrationFileName(fileSafe(version), name)}`,
    modified: new Date(timeOfVersion(version) ?? now),
    bytes: once(Buffer.from(text)),
  }
}

/** Other tools may record any text as a version. */
const fileSafe = (version: string) => version.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '_')

async function* once(bytes: Buffer) {
  yield bytes
}
