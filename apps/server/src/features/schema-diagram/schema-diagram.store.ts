import { definitions } from '@basalt/catalog/definitions/definition.ts'
import { type RelationFacts, schemaFacts } from '@basalt/catalog/definitions/relation-facts.ts'
import { schemaDiagram } from '@basalt/catalog/schema-diagram/schema-diagram.ts'
import {
  DIAGRAM_COLUMNS_MAX,
  DIAGRAM_LOCK_TIMEOUT_SECONDS,
  DIAGRAM_READ_TIMEOUT_SECONDS,
  DIAGRAM_TABLES_MAX,
  EXPORTED_RELATIONS_MAX,
} from '@basalt/contract/schema-diagram/schema-diagram.rules.ts'
import type { SchemaDiagram } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import {
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
} from '../../platform/project-databases/sql/sql-failed.ts'
import { diagramTables, tablesToName } from './diagram-tables.ts'

export type SchemaDiagramStore = ReturnType<typeof schemaDiagramStore>

const SETTINGS = {
  // So that types and definitions name everything with its schema.
  search_path: '',
  statement_timeout: `${DIAGRAM_READ_TIMEOUT_SECONDS}s`,
  lock_timeout: `${DIAGRAM_LOCK_TIMEOUT_SECONDS}s`,
}

/**
 * Schemas read with the member's rights; one that does not exist is empty. Both throw `instance_unavailable` when the
 * database does not answer, and `conflict` when it takes too long.
 */
export const schemaDiagramStore = (transaction: MemberTransaction) => {
  const reading = <T>({ ref, member, signal }: MemberCall, work: (run: RunText) => Promise<T>) =>
    transaction(ref, member, { access: 'read only', signal, settings: SETTINGS }, work).catch(
      (error: unknown): never => {
        throw ofPostgres(error)
      },
    )
  return {
    diagram: (call: MemberCall, schema: string): Promise<SchemaDiagram> =>
      reading(call, async (run) => {
        const read = (text: string) => run({ text, values: [] })
        const tables = await read(schemaDiagram.tables(schema, DIAGRAM_TABLES_MAX))
        const [first] = tables
        if (!first) return { tables: [], table_count: 0 }
        const oids = tables.map(([oid]) => Number(oid))
        const rows = {
          tables,
          columns: await read(schemaDiagram.columns(oids, DIAGRAM_COLUMNS_MAX)),
          comments: await read(schemaDiagram.comments(oids)),
          keys: await read(schemaDiagram.keys(oids)),
          foreignKeys: await read(schemaDiagram.foreignKeys(oids)),
        }
        const toName = tablesToName(rows)
        const columnNames = toName.length === 0 ? [] : await read(schemaDiagram.columnNames(toName))
        return { tables: diagramTables({ ...rows, columnNames }), table_count: Number(first[4]) }
      }),

    /** Throws `conflict` for a schema with more tables and partitions than an export has. */
    sql: (call: MemberCall, schema: string): Promise<string> =>
      reading(call, async (run) => {
        const found = await run({ text: schemaFacts, values: [schema, String(EXPORTED_RELATIONS_MAX + 1)] })
        if (found.length > EXPORTED_RELATIONS_MAX)
          throw new AppError(
            'conflict',
            `The schema has more than ${EXPORTED_RELATIONS_MAX.toLocaleString('en')} tables and partitions. Download a dump of the database instead.`,
          )
        return definitions(found.map(([facts]) => JSON.parse(facts!) as RelationFacts))
      }),
  }
}

function ofPostgres(error: unknown): unknown {
  if (!ofDatabase(error)) return error
  if (error.code === LOCK_NOT_AVAILABLE)
    return new AppError(
      'conflict',
      'Another transaction is changing a table of this schema. Try again once it has ended.',
      { cause: error },
    )
  if (error.code === QUERY_CANCELED)
    return new AppError(
      'conflict',
      `This took longer than ${DIAGRAM_READ_TIMEOUT_SECONDS} seconds. Try again.`,
      { cause: error },
    )
  return error
}
