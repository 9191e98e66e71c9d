import { wholeNumber } from '@basalt/catalog/selection.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'

/** The table that a trial is about. */
export interface TrialTable {
  readonly schema: string
  readonly name: string
  /** Columns that can be written and read, in order. */
  readonly columns: readonly string[]
}

/**
 * One row of JSON text: `{ schema, name, columns, writable, mode }`, or none when the table does not exist. `mode` says what
 * decides about the access of a role before any policy; `privilege` is the one that its action needs.
 */
export const trialTable = (oid: number, role: string, privilege: string) => `
  select pg_catalog.json_build_object('schema', n.nspname, 'name', c.relname,
    'columns', (
      select coalesce(pg_catalog.json_agg(a.attname order by a.attnum), '[]') from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'mode', case
      when not pg_catalog.has_schema_privilege(r.oid, n.oid, 'usage')
        or not (pg_catalog.has_table_privilege(r.oid, c.oid, ${quoteLiteral(privilege)})
          ${privilege === 'delete' ? '' : `or pg_catalog.has_any_column_privilege(r.oid, c.oid, ${quoteLiteral(privilege)})`}) then 'no_privilege'
      when not c.relrowsecurity then 'rls_off'
      when r.rolbypassrls or r.rolsuper then 'bypasses'
      when pg_catalog.pg_has_role(r.oid, c.relowner, 'usage') and not c.relforcerowsecurity then 'owner'
      else 'policies' end)::text
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_roles r on r.rolname = ${quoteLiteral(role)}
  where c.oid = ${wholeNumber(oid)}::pg_catalog.oid and c.relkind in ('r', 'p')`

const ROW = 'basalt_row'
const CUT = '…'

/** Rows of `tableoid`, `ctid`, the whole row as text, and each value as text that is cut after `valueMax` characters. */
export const sampledRows = ({ schema, name, columns }: TrialTable, limit: number, valueMax: number) => {
  const values = columns.map((column) => {
    const text = `${ROW}.${quoteIdentifier(column)}::pg_catalog.text`
    return `case when pg_catalog.length(${text}) > ${valueMax} then pg_catalog.left(${text}, ${valueMax}) || '${CUT}' else ${text} end`
  })
  return `select ${[`${ROW}.tableoid::pg_catalog.int8`, `${ROW}.ctid`, `(${ROW}.*)::pg_catalog.text`, ...values].join(', ')}
    from ${quoteQualified(schema, name)} ${ROW} limit ${wholeNumber(limit)}`
}

/** Rows of `tableoid` and `ctid`: which of these places the current role sees. */
export const visiblePlaces = ({ schema, name }: TrialTable, places: readonly string[]) => ({
  text: `select ${ROW}.tableoid::pg_catalog.int8, ${ROW}.ctid from ${quoteQualified(schema, name)} ${ROW}
    where ${ROW}.ctid = any ($1::pg_catalog.tid[])`,
  values: [`{${places.map((place) => `"${place}"`).join(',')}}`],
})

/** One row with the whole row as text: what is at a place. */
export const rowAt = ({ schema, name }: TrialTable, place: { table: number; place: string }) => ({
  text: `select (${ROW}.*)::pg_catalog.text from ${quoteQualified(schema, name)} ${ROW} where ${at}`,
  values: [String(place.table), place.place],
})

const at = `${ROW}.tableoid = $1::pg_catalog.oid and ${ROW}.ctid = $2::pg_catalog.tid`

/**
 * One row of `t`, `f` or NULL for each row in `rows`, in order: what an expression of a policy says of it. The expression sees
 * only the row, so that it can be asked about rows that the current role must not see.
 */
export const verdictsOf = ({ schema, name }: TrialTable, expression: string, rows: readonly string[]) => ({
  // In the innermost query, only the columns of the table and its name are known, as in the policy.
  text: `select (select (${expression}) from pg_catalog.jsonb_populate_record(sample.line::${quoteQualified(schema, name)}, '{}') as ${quoteIdentifier(name)})
    from rows from (pg_catalog.json_array_elements_text($1::pg_catalog.json)) with ordinality as sample(line, place) order by sample.place`,
  values: [JSON.stringify(rows)],
})

/** Inserts a row of these values, which are text. */
export const insertOf = ({ schema, name }: TrialTable, values: Readonly<Record<string, string | null>>) => {
  const columns = Object.keys(values)
  const into = `insert into ${quoteQualified(schema, name)} as ${ROW}`
  return columns.length === 0
    ? { text: `${into} default values`, values: [] }
    : {
        text: `${into} (${columns.map(quoteIdentifier).join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        values: Object.values(values),
      }
}

/** Changes the row at a place to these values, which are text. */
export const updateOf = (
  { schema, name }: TrialTable,
  { table, place }: { table: number; place: string },
  values: Readonly<Record<string, string | null>>,
) => ({
  text: `update ${quoteQualified(schema, name)} as ${ROW}
    set ${Object.keys(values)
      .map((column, index) => `${quoteIdentifier(column)} = $${index + 3}`)
      .join(', ')} where ${at}`,
  values: [String(table), place, ...Object.values(values)],
})

export const deleteOf = (
  { schema, name }: TrialTable,
  { table, place }: { table: number; place: string },
) => ({
  text: `delete from ${quoteQualified(schema, name)} as ${ROW} where ${at}`,
  values: [String(table), place],
})

/** What a statement leaves of the row that it wrote, as text. */
export const RETURNING_ROW = ` returning (${ROW}.*)::pg_catalog.text`
