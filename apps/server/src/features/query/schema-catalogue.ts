import { functionNames, type NameRow, relationNames } from '@basalt/catalog/sql-names.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'

/** The names that SQL in a project can refer to, as JSON text of a SchemaCatalogue in pieces. */
export async function schemaCatalogue(queryRows: Rows, ref: string): Promise<string[]> {
  const relations = await queryRows<NameRow>(ref, relationNames())
  const functions = await queryRows<NameRow>(ref, functionNames())
  const list = (rows: NameRow[]) => rows.map(({ json }) => json).join(',\n')
  return ['{"relations":[', list(relations), '],"functions":[', list(functions), ']}']
}
