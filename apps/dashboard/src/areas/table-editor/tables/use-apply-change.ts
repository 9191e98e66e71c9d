import { applySchemaChange } from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import type { SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { entityQueries } from '../entities/entities.queries.ts'
import { rowQueries } from '../rows/rows.queries.ts'
import { tableQueries } from './tables.queries.ts'

/** Runs a change and refreshes what shows tables. Resolves to the table's oid, null for one that was dropped. */
export function useApplyChange(ref: string) {
  const client = useQueryClient()
  return async (change: SchemaChange): Promise<number | null> => {
    const { id } = await call(applySchemaChange, { params: { ref }, body: change })
    const changed = change.kind === 'create_table' ? id : change.id
    void client.invalidateQueries({ queryKey: tableQueries.of(ref) })
    void client.invalidateQueries({ queryKey: entityQueries.of(ref) })
    if (changed !== null) void client.invalidateQueries({ queryKey: rowQueries.of({ ref, id: changed }) })
    return id
  }
}
