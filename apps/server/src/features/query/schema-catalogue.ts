import { functionNames, type NameRow, relationNames } from '@basalt/catalog/sql-names.ts'
import type { Rows } from '../../platform/project-databases/as-owner.ts'

/** What SQL in a project can name, as the JSON of a SchemaCatalogue in pieces. */
export async function schemaCatalogue(lookups: Rows, ref: string): Promise<string[]> {
  const relations = await lookups<NameRow>(ref, relationNames())
  const functions = await lookups<NameRow>(ref, functionNames())
  const list = (rows: NameRow[]) => rows.map(({ json }) => json).join(',\n')
  return ['{"relations":[', list(relations), '],"functions":[', list(functions), ']}']
}
