import { applySchemaChange } from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { tableKeys } from '../../../table-editor/entities/table-keys.queries.ts'
import { tableQueries } from '../../../table-editor/tables/tables.queries.ts'

export type RowSecurityChange = 'set_row_security' | 'force_row_security'

/** Switches row level security of a table, or whether it applies to the owner. The dialog that asks shows what fails. */
export function useRowSecurity(ref: string) {
  const client = useQueryClient()
  return async (kind: RowSecurityChange, table: number, enabled: boolean): Promise<void> => {
    const { fingerprint } = await client.fetchQuery({ ...tableQueries.definition(ref, table), staleTime: 0 })
    await call(applySchemaChange, { params: { ref }, body: { kind, id: table, fingerprint, enabled } })
    for (const queryKey of tableKeys.changed(ref, table)) void client.invalidateQueries({ queryKey })
  }
}
