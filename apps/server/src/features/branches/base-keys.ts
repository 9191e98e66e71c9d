import { BASE_TABLES, CREATE_BASE, INDEX_BASE, type Kept, keepKeys } from '@basalt/merge/rows/base-keys.ts'
import { type MergeableTable, onlyTable, readMergeableTables } from '@basalt/merge/rows/mergeable-table.ts'
import { SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import pg from 'pg'
import {
  type ConnectionTarget,
  WITHOUT_USERS_CODE,
} from '../../platform/project-databases/admin-connection.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import { textRows } from '../../platform/project-databases/text-rows.ts'
import {
  BASE_DIGESTS_ROWS_MAX,
  BASE_KEYS_ROWS_MAX,
  BASE_KEYS_TIMEOUT_MS,
  BASE_SCHEMA_OBJECTS_MAX,
} from './branches.rules.ts'

/** The session that keeps keys. */
export async function connectForKeys(admin: ConnectionTarget): Promise<pg.Client> {
  const client = new pg.Client({
    ...admin,
    application_name: 'basalt branch keys',
    statement_timeout: BASE_KEYS_TIMEOUT_MS,
    options: WITHOUT_USERS_CODE,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Begins to keep which rows the tables of a branch have, and resolves once later changes no longer affect what is kept:
 * they are not seen in the snapshot, and no table can be dropped or emptied meanwhile. Ends the session.
 */
export async function beginKeepingKeys(client: pg.Client): Promise<{ keys: Promise<void> }> {
  const run = textRows(client)
  try {
    await client.query(`begin isolation level repeatable read; ${SESSION_SETTINGS}`)
    const tables = (await readMergeableTables(run)).filter(({ problem }) => problem === undefined)
    // Their schema is not kept either, so nothing can be merged, and there may be too many to lock.
    if (tables.length > BASE_SCHEMA_OBJECTS_MAX) return { keys: client.end() }
    const kept = tables.filter((table) => keptOf(table) !== 'nothing')
    if (kept.length > 0)
      await client.query(`lock table ${kept.map(onlyTable).join(', ')} in access share mode`)
    // The role that compares both sides, so that no function of users runs as a superuser.
    const readable = `grant select on ${BASE_TABLES.join(', ')} to ${USER_ROLE}`
    const statements = tables.flatMap((table) => keepKeys(table, keptOf(table)))
    const keep = [CREATE_BASE, ...statements, INDEX_BASE, readable].join(';\n')
    // With the commit in one message, whose answer is short: then it is done even if this server is killed meanwhile.
    const keys = client.query(`do ${client.escapeLiteral(`begin ${keep}; end`)}; commit`)
    return { keys: keys.then(() => undefined).finally(() => client.end()) }
  } catch (error) {
    await client.end()
    throw error
  }
}

const keptOf = ({ estimatedRows }: MergeableTable): Kept => {
  if (estimatedRows > BASE_KEYS_ROWS_MAX) return 'nothing'
  return estimatedRows > BASE_DIGESTS_ROWS_MAX ? 'keys' : 'digests'
}
