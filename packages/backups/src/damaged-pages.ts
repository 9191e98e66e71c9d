import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { ReplicationConnection, type ReplicationLogin } from './replication-connection.ts'

/** SQLSTATE of a backup in which pages do not have their checksums. */
const DATA_CORRUPTED = 'XX001'

/** A backup that the server sends nowhere: it reads all of its files, and compares each page with its checksum. */
const READ_ALL =
  "BASE_BACKUP (TARGET 'blackhole', WAL false, MANIFEST 'no', CHECKPOINT 'fast', VERIFY_CHECKSUMS true)"

/**
 * Has a server check all of its pages: those of tables, of indexes of any kind, and of databases that nobody may connect to.
 * Returns what it says of those that do not have their checksums, of each file the first few.
 */
export async function damagedPages(
  login: ReplicationLogin,
  { signal }: { signal: AbortSignal },
): Promise<string[]> {
  const warnings: string[] = []
  const connection = await ReplicationConnection.open(login, {
    signal,
    onWarning: (text) => warnings.push(text),
  })
  try {
    await connection.rows(READ_ALL)
    return []
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof PostgresError) || error.sqlstate !== DATA_CORRUPTED) throw error
    return warnings.length > 0 ? warnings : [error.message]
  } finally {
    connection.close()
  }
}
