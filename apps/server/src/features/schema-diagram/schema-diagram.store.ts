import { definitions } from '@basalt/catalog/definitions/definition.ts'
import { type RelationFacts, schemaFacts } from '@basalt/catalog/definitions/relation-facts.ts'
import { diagramTableCount, schemaDiagram } from '@basalt/catalog/schema-diagram/schema-diagram.ts'
import {
  DIAGRAM_COLUMNS_MAX,
  DIAGRAM_LOCK_TIMEOUT_SECONDS,
  DIAGRAM_READ_TIMEOUT_SECONDS,
  DIAGRAM_TABLES_MAX,
  EXPORTED_RELATIONS_MAX,
} from '@basalt/contract/schema-diagram/schema-diagram.rules.ts'
import type { DiagramTable, SchemaDiagram } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { MemberTransaction, RunText } from '../../platform/project-databases/sql/member-transaction.ts'
import {
  LOCK_NOT_AVAILABLE,
  ofDatabase,
  QUERY_CANCELED,
} from '../../platform/project-databases/sql/sql-failed.ts'

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
        const limits = { tables: DIAGRAM_TABLES_MAX, columns: DIAGRAM_COLUMNS_MAX }
        const tables = await run({ text: schemaDiagram(schema, limits), values: [] })
        const [[count] = []] = await run({ text: diagramTableCount(schema), values: [] })
        return {
          tables: tables.map(([json]) => JSON.parse(json!) as DiagramTable),
          table_count: Number(count),
        }
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
