import type {
  DiagramForeignKey,
  DiagramTable,
  SchemaDiagram,
} from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'

/** A foreign key of another table, seen from the table that it refers to. */
export interface BackReference {
  readonly table: DiagramTable
  readonly key: DiagramForeignKey
}

/** Who refers to each table, by its oid. */
export function backReferences({
  tables,
}: Pick<SchemaDiagram, 'tables'>): ReadonlyMap<number, readonly BackReference[]> {
  const found = new Map<number, BackReference[]>()
  for (const table of tables)
    for (const key of table.foreign_keys) {
      const known = found.get(key.to.id)
      if (known) known.push({ table, key })
      else found.set(key.to.id, [{ table, key }])
    }
  return found
}
