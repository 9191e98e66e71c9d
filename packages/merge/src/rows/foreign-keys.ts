import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import type { Run } from '../statement.ts'

export interface ForeignKey {
  readonly name: string
  readonly from: { readonly oid: number; readonly schema: string; readonly name: string }
  readonly to: { readonly oid: number; readonly schema: string; readonly name: string }
  /** The referencing column, the referenced one, and the operator that compares the second with the first. */
  readonly columns: readonly (readonly [string, string, string])[]
}

/** A row that would reference a row that does not exist. */
export class OrphanFound extends Error {
  readonly foreignKey: ForeignKey

  constructor(foreignKey: ForeignKey, values: readonly (string | null)[]) {
    const { from, to } = foreignKey
    super(
      `A row of ${from.schema}.${from.name} would reference a row of ${to.schema}.${to.name} that is gone: ${foreignKey.columns.map(([column], place) => `${column} = ${values[place]}`).join(', ')}. Decide its conflict otherwise, or merge the rows of both tables.`,
    )
    this.foreignKey = foreignKey
  }
}

const FOREIGN_KEYS = `
  select k.conname, f.oid, fn.nspname, f.relname, t.oid, tn.nspname, t.relname,
    (select pg_catalog.json_agg(pg_catalog.json_build_array(fa.attname, ta.attname,
        pg_catalog.format('operator(%I.%s)', o_n.nspname, o.oprname)) order by p.place)
      from rows from (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey), pg_catalog.unnest(k.conpfeqop))
        with ordinality p(one, other, equals, place)
      join pg_catalog.pg_operator o on o.oid = p.equals join pg_catalog.pg_namespace o_n on o_n.oid = o.oprnamespace
      join pg_catalog.pg_attribute fa on fa.attrelid = k.conrelid and fa.attnum = p.one
      join pg_catalog.pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = p.other)
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class f on f.oid = k.conrelid join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
  join pg_catalog.pg_class t on t.oid = k.confrelid join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and k.convalidated and k.conenforced and k.conperiod is not true
    and (k.conrelid = any ($1::oid[]) or k.confrelid = any ($1::oid[]))
  order by k.oid`

/** The validated foreign keys from and to these tables. */
export async function readForeignKeys(run: Run, tables: readonly number[]): Promise<ForeignKey[]> {
  const rows = await run({ text: FOREIGN_KEYS, values: [`{${tables.join(',')}}`] })
  return rows.map(([name, fromOid, fromSchema, fromName, toOid, toSchema, toName, columns]) => ({
    name: name!,
    from: { oid: Number(fromOid), schema: fromSchema!, name: fromName! },
    to: { oid: Number(toOid), schema: toSchema!, name: toName! },
    columns: JSON.parse(columns!) as [string, string, string][],
  }))
}

/**
 * Looks for rows that reference nothing: triggers that would have refused them were off.
 * @throws OrphanFound
 */
export async function checkForeignKeys(run: Run, foreignKeys: readonly ForeignKey[]) {
  for (const foreignKey of foreignKeys) {
    const { from, to, columns } = foreignKey
    const own = columns.map(([column]) => `f.${quoteIdentifier(column)}`)
    const same = columns.map(
      ([column, other, equals]) => `t.${quoteIdentifier(other)} ${equals} f.${quoteIdentifier(column)}`,
    )
    const [orphan] = await run({
      text: `select ${own.join(', ')} from ${quoteQualified(from.schema, from.name)} f
        where ${own.map((column) => `${column} is not null`).join(' and ')}
          and not exists (select from ${quoteQualified(to.schema, to.name)} t where ${same.join(' and ')}) limit 1`,
      values: [],
    })
    if (orphan) throw new OrphanFound(foreignKey, orphan)
  }
}
