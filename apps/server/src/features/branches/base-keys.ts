import { BASE_TABLES, CREATE_BASE, INDEX_BASE, type Kept, keepKeys } from '@basalt/merge/rows/base-keys.ts'
import { type MergeableTable, onlyTable, readMergeableTables } from '@basalt/merge/rows/mergeable-table.ts'
import { SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import type pg from 'pg'
import { endWithin } from '../../platform/project-databases/admin-connection.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import { textRows } from '../../platform/project-databases/text-rows.ts'
import { BASE_DIGESTS_ROWS_MAX, BASE_KEYS_ROWS_MAX, BASE_KEYS_TIMEOUT_MS } from './branches.rules.ts'

/** The tables of a branch that can be merged, as of its first moment. */
export async function beginReadingKeys(client: pg.Client): Promise<MergeableTable[]> {
  await client.query(
    `set application_name = 'basalt branch keys'; begin isolation level repeatable read; ${SESSION_SETTINGS}`,
  )
  const tables = (await readMergeableTables(textRows(client))).filter(({ problem }) => problem === undefined)
  const kept = tables.filter((table) => keptOf(table) !== 'nothing')
  if (kept.length > 0) await client.query(`lock table ${kept.map(onlyTable).join(', ')} in access share mode`)
  return tables
}

/**
 * Keeps which rows the tables of a branch have, in the transaction of `beginReadingKeys`: later changes do not affect what is
 * kept, as they are not seen in its snapshot, and no table can be dropped or emptied meanwhile. Ends the session.
 */
export async function keepKeysOf(client: pg.Client, tables: readonly MergeableTable[]): Promise<void> {
  // The role that compares both sides, so that no function of users runs as a superuser.
  const readable = `grant select on ${BASE_TABLES.join(', ')} to ${USER_ROLE}`
  const statements = tables.flatMap((table) => keepKeys(table, keptOf(table)))
  const keep = [CREATE_BASE, ...statements, INDEX_BASE, readable].join(';\n')
  try {
    // With the commit in one message, whose answer is short: then it is done even if this server is killed meanwhile.
    const query = {
      text: `do ${client.escapeLiteral(`begin ${keep}; end`)}; commit`,
      query_timeout: BASE_KEYS_ANSWER_MS,
    }
    await client.query(query)
  } finally {
    await endWithin(client)
  }
}

/** Longer than PostgreSQL's own limit: only a frozen or dead server exceeds it. */
const BASE_KEYS_ANSWER_MS = BASE_KEYS_TIMEOUT_MS + 10_000

const keptOf = ({ estimatedRows }: MergeableTable): Kept => {
  if (estimatedRows > BASE_KEYS_ROWS_MAX) return 'nothing'
  return estimatedRows > BASE_DIGESTS_ROWS_MAX ? 'keys' : 'digests'
}
