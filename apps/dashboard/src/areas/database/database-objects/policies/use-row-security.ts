import { applySchemaChange } from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import type { SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { tableKeys } from '../../../table-editor/entities/table-keys.queries.ts'
import { tableQueries } from '../../../table-editor/tables/tables.queries.ts'

export type RowSecurityChange = 'set_row_security' | 'force_row_security'

/**
 * Switches row level security of a table, or whether it applies to the owner: the SQL, once it is known, and what runs it.
 * Nothing is read without a `kind`. The dialog that asks shows what fails.
 */
export function useRowSecurity(
  ref: string,
  table: number,
  kind: RowSecurityChange | undefined,
  enabled: boolean,
) {
  const client = useQueryClient()
  const definition = useQuery({
    ...tableQueries.definition(ref, table),
    staleTime: 0,
    enabled: kind !== undefined,
  })
  const fingerprint = definition.data?.fingerprint
  const change: SchemaChange | undefined =
    kind === undefined || fingerprint === undefined ? undefined : { kind, id: table, fingerprint, enabled }
  const plan = useQuery({ ...tableQueries.plan(ref, change!), enabled: change !== undefined })
  const failure = definition.error ?? plan.error
  return {
    statements: failure ? [] : plan.data?.statements.map(({ sql }) => sql),
    async apply(): Promise<void> {
      if (failure) throw failure
      if (!change) return
      await call(applySchemaChange, { params: { ref }, body: change })
      for (const queryKey of tableKeys.changed(ref, table)) void client.invalidateQueries({ queryKey })
    },
  }
}
