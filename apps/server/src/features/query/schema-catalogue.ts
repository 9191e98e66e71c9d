import { functionNames, type NameRow, relationNames } from '@basalt/catalog/sql-names.ts'
import type { Lookups } from './query.port.ts'

/** What SQL in a project can name, as the JSON of a SchemaCatalogue in pieces. */
export async function schemaCatalogue(lookups: Lookups, ref: string): Promise<string[]> {
  const relations = await lookups<NameRow>(ref, relationNames())
  const functions = await lookups<NameRow>(ref, functionNames())
  const list = (rows: NameRow[]) => rows.map(({ json }) => json).join(',\n')
  return ['{"relations":[', list(relations), '],"functions":[', list(functions), ']}']
}
