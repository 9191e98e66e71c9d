import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { isRow, textOf } from '../cells/cells.ts'
import { type GridRow, rowColumns } from '../pages/row-columns.ts'
import { type IdentityPart, type RowIdentity, relationOf } from '../shape/row-identity.ts'
import type { TableColumn, TableShape } from '../shape/table-shape.ts'
import type { Statement, TextRow } from '../statement.ts'
import { type Edit, isDefault, type OldValues, type RowEdit } from './edit.ts'
import { stillHas } from './guard.ts'

/**
 * All edits of one relation in one statement. Edits that set the same columns share an UPDATE, so that a trigger on a
 * column fires only for rows where it was set. Deletions come first, then updates, then new rows in their order, each
 * step waiting for those before it: a key that a deleted row had can be used again.
 */

/** Edits that one part of the statement makes. */
interface EditGroup {
  readonly number: number
  readonly kind: Edit['kind']
  /** The columns of the guard, then those that are set to a value. */
  readonly old: readonly TableColumn[]
  readonly set: readonly TableColumn[]
  readonly defaults: readonly TableColumn[]
}

/** Old and new values beyond this many stored bytes are not returned, and cannot be undone. */
export const UNDO_CELL_BYTES = 2 ** 20

/** What one edit did. */
export interface SavedRow {
  /** Place of the edit in the list. */
  readonly index: number
  /** The row's identity now; null after a deletion. */
  readonly row: readonly string[] | null
  /** Values of the columns that were changed; of a deleted row all columns. */
  readonly before: OldValues
  /**
   * Values of the columns that were changed or that the database may have changed with them: generated ones and short
   * ones, which triggers set. All columns of a new row, and of a row without a key, which all its values identify. One
   * that is too large is missing.
   */
  readonly after: OldValues
  /** Are all values of the changed columns here, before and after? */
  readonly isUndoable: boolean
}

/**
 * For edits without a `refusalOf`, each of another row. Returns a row for each edit that was saved, for `readSaved`. With
 * `mustSaveAll` it fails when one was not.
 */
export function saveStatement(
  shape: TableShape,
  identity: RowIdentity,
  edits: readonly Edit[],
  { mustSaveAll = false } = {},
): Statement {
  const { groups, groupOf } = groupEdits(shape, edits)
  const order = ['delete', 'update', 'insert'] as const
  const sorted = order.flatMap((kind) => groups.filter((group) => group.kind === kind))
  const steps = sorted.map((group, place) => {
    const earlier = sorted.slice(0, place).filter((each) => each.kind !== group.kind)
    const waits = earlier.map(({ number }) => ` and (select pg_catalog.count(*) from step_${number}) >= 0`)
    return `step_${group.number} as (\n${stepStatement(shape, identity, group, waits.join(''))})`
  })
  const results = sorted.map(
    ({ number }) =>
      `select number::pg_catalog.text, before::pg_catalog.text, after::pg_catalog.text, identity::pg_catalog.text from step_${number}`,
  )
  if (mustSaveAll) {
    const saved = sorted.map(({ number }) => `(select pg_catalog.count(*) from step_${number})`).join(' + ')
    results.push(
      `select null, null, null, null where 1 / case when ${saved} = ${edits.length} then 1 else 0 end = 0`,
    )
  }
  return {
    text: `with edit as materialized (
  select * from pg_catalog.json_to_recordset($1::pg_catalog.json)
    as edit(number int, step int, row_key text[], old text[], new text[]))
${steps.map((step) => `, ${step}`).join('\n')}
${results.join('\nunion all\n')}`,
    values: [editsJson(edits, groupOf)],
  }
}

function groupEdits(shape: TableShape, edits: readonly Edit[]) {
  const groups = new Map<string, EditGroup>()
  const columnsOf = (names: readonly string[]) => shape.columns.filter(({ name }) => names.includes(name))
  const made = (edit: Edit): EditGroup => {
    const set = edit.kind === 'delete' ? [] : Object.entries(edit.set)
    const names = (isOfDefault: boolean) =>
      set.filter(([, value]) => isDefault(value) === isOfDefault).map(([name]) => name)
    return {
      number: groups.size,
      kind: edit.kind,
      old: columnsOf(edit.kind === 'insert' ? [] : Object.keys(edit.old)),
      set: columnsOf(names(false)),
      defaults: columnsOf(names(true)),
    }
  }
  const found = edits.map((edit) => {
    const columns = columnsKey(edit)
    const group = groups.get(columns) ?? made(edit)
    groups.set(columns, group)
    return group
  })
  return { groups: [...groups.values()], groupOf: (index: number) => found[index]! }
}

/** Equal for edits of one group: thousands of edits have the same few columns. */
function columnsKey(edit: Edit): string {
  const names: string[] = [edit.kind]
  if (edit.kind !== 'insert') names.push(...Object.keys(edit.old).sort())
  // Names have no NUL character.
  names.push('\0')
  if (edit.kind !== 'delete') {
    const { set } = edit
    for (const name of Object.keys(set).sort()) names.push(isDefault(set[name]!) ? `\0${name}` : name)
  }
  return names.join('\0\0')
}

function editsJson(edits: readonly Edit[], groupOf: (index: number) => EditGroup) {
  return JSON.stringify(
    edits.map((edit, number) => {
      const { number: step, old, set } = groupOf(number)
      const change = {
        number,
        step,
        new: edit.kind === 'delete' ? [] : set.map(({ name }) => edit.set[name]),
      }
      if (edit.kind === 'insert') return change
      return { ...change, row_key: edit.row, old: old.map(({ name }) => edit.old[name]) }
    }),
  )
}

function stepStatement(shape: TableShape, identity: RowIdentity, group: EditGroup, waits: string): string {
  const mine = `edit.step = ${group.number}${waits}`
  const found = () => `${mine} and ${matches(identity, group)}`
  const relation = relationOf(shape)
  const all = shape.columns.filter(({ isReadable }) => isReadable)
  const changed = changedColumns(group)
  const identityOf = (alias: string) =>
    `pg_catalog.array_to_json(${textArray(identity.parts.map((part) => (part.column ? textOf(part.column, `${alias}.${quoteIdentifier(part.name)}`) : systemText(shape, part, alias))))})`
  switch (group.kind) {
    case 'delete':
      return `delete from ${relation} t using edit where ${found()}
  returning edit.number, ${kept(all, 'old')} as before, null::pg_catalog.json as after, null::pg_catalog.json as identity`
    case 'update':
      return `update ${relation} t set ${assignments(group).join(', ')} from edit where ${found()}
  returning edit.number, ${kept(changed, 'old')} as before, ${kept([...changed, ...followingColumns(shape, identity, changed)], 'new')} as after, ${identityOf('new')} as identity`
    case 'insert':
      return `merge into ${relation} t using (select * from edit where ${mine} order by edit.number) edit on false
  when not matched then insert ${inserted(group)}
  returning edit.number, null::pg_catalog.json as before, ${kept(all, 'new')} as after, ${identityOf('new')} as identity`
  }
}

const changedColumns = ({ set, defaults }: EditGroup) =>
  [...set, ...defaults].filter(({ isReadable }) => isReadable)

/** Columns that an update of others may have changed, and that are cheap to return. */
const followingColumns = (shape: TableShape, identity: RowIdentity, changed: readonly TableColumn[]) =>
  shape.columns.length > FOLLOWING_COLUMNS_MAX && identity.kind === 'key'
    ? []
    : shape.columns.filter(
        (column) =>
          column.isReadable &&
          !changed.includes(column) &&
          (identity.kind !== 'key' || column.generated !== null || !column.isLong),
      )

/** Of wider tables only the changed values are returned. */
const FOLLOWING_COLUMNS_MAX = 200

const matches = (identity: RowIdentity, { old }: EditGroup) =>
  [
    isRow(identity.parts, 't', ({ type }, place) => `(edit.row_key[${place + 1}])::${type}`),
    ...old.map((column, place) => stillHas(column, `(edit.old[${place + 1}])::${column.baseType}`)),
  ].join(' and ')

const assignments = ({ set, defaults }: EditGroup) => [
  ...set.map((column, place) => `${quoteIdentifier(column.name)} = ${newValue(column, place)}`),
  ...defaults.map(({ name }) => `${quoteIdentifier(name)} = default`),
]

function inserted({ set, defaults }: EditGroup): string {
  const columns = [...set, ...defaults]
  if (columns.length === 0) return 'default values'
  const values = [...set.map(newValue), ...defaults.map(() => 'default')]
  const overriding = set.some(({ identity }) => identity === 'always') ? ' overriding system value' : ''
  return `(${columns.map(({ name }) => quoteIdentifier(name)).join(', ')})${overriding} values (${values.join(', ')})`
}

/** As an assignment: lengths, precision and domains are checked when the value is stored. */
const newValue = (column: TableColumn, place: number) => `(edit.new[${place + 1}])::${column.baseType}`

const textArray = (expressions: readonly string[]) =>
  expressions.length === 0 ? "'{}'::pg_catalog.text[]" : `array[${expressions.join(', ')}]`

/** Values for undoing, as JSON: `v` and the text, or `c` for one that is too large. */
const kept = (columns: readonly TableColumn[], alias: string) => {
  const values = columns.map((column) => {
    const value = `${alias}.${quoteIdentifier(column.name)}`
    const text = `'v' || ${textOf(column, value)}`
    return column.isLong
      ? `case when pg_catalog.pg_column_size(${value}) > ${UNDO_CELL_BYTES} then 'c' else ${text} end`
      : text
  })
  return `pg_catalog.array_to_json(${textArray(values)})`
}

/**
 * A system column of the row that was written. Of a row that was routed to a partition PostgreSQL does not tell `xmin`:
 * `rowVersions` reads it afterwards.
 */
const systemText = ({ kind }: TableShape, { name }: IdentityPart, alias: string) =>
  kind === 'p' && name === 'xmin' ? 'null' : `${alias}.${name}::pg_catalog.text`

/** Completes saved rows without a key in partitions: reads the `xmin` of each, for `readVersions`. Undefined when none lacks it. */
export function rowVersions(shape: TableShape, saved: readonly SavedRow[]): Statement | undefined {
  const rows = saved.flatMap(({ index, row }) => (row?.includes(null as never) ? [{ index, row }] : []))
  if (rows.length === 0) return undefined
  return {
    text: `select saved.index::pg_catalog.text, t.xmin::pg_catalog.text
    from pg_catalog.json_to_recordset($1::pg_catalog.json) as saved(index int, row text[])
    join ${relationOf(shape)} t on t.tableoid = saved.row[1]::pg_catalog.oid and t.ctid = saved.row[2]::pg_catalog.tid`,
    values: [JSON.stringify(rows)],
  }
}

export function readVersions(saved: readonly SavedRow[], rows: readonly TextRow[]): SavedRow[] {
  const versions = new Map(rows.map(([index, version]) => [Number(index), version]))
  return saved.map((each) => {
    const version = versions.get(each.index)
    return version && each.row ? { ...each, row: [...each.row.slice(0, -1), version] } : each
  })
}

export function readSaved(
  shape: TableShape,
  identity: RowIdentity,
  edits: readonly Edit[],
  rows: readonly TextRow[],
): SavedRow[] {
  const { groupOf } = groupEdits(shape, edits)
  const all = shape.columns.filter(({ isReadable }) => isReadable)
  return rows.map(([number, before, after, rowKey]) => {
    const index = Number(number)
    const group = groupOf(index)
    const isUpdate = group.kind === 'update'
    const changed = isUpdate ? changedColumns(group) : all
    const was = valuesOf(changed, before ?? null)
    const following = isUpdate ? followingColumns(shape, identity, changed) : []
    const is = valuesOf([...changed, ...following], after ?? null)
    const isWhole = (values: OldValues) => changed.every(({ name }) => Object.hasOwn(values, name))
    return {
      index,
      row: rowKey == null ? null : JSON.parse(rowKey),
      before: was,
      after: is,
      isUndoable: (before === null || isWhole(was)) && (after === null || isWhole(is)),
    }
  })
}

function valuesOf(columns: readonly TableColumn[], text: string | null): OldValues {
  const values: Record<string, string | null> = {}
  if (text === null) return values
  for (const [place, value] of (JSON.parse(text) as (string | null)[]).entries())
    if (value !== 'c')
      Object.defineProperty(values, columns[place]!.name, {
        value: value === null ? null : value.slice(1),
        ...PLAIN_PROPERTY,
      })
  return values
}

/** A column can be called `__proto__`. */
const PLAIN_PROPERTY = { enumerable: true, configurable: true, writable: true }

/**
 * Reads again the rows that edits did not change, for `readCurrent`: as rows of the grid, and whether the guard holds now.
 * A statement of its own, because the one that saves sees rows as they were when it began.
 */
export function currentRows(
  shape: TableShape,
  identity: RowIdentity,
  edits: readonly { readonly index: number; readonly edit: RowEdit }[],
): Statement {
  const columns = rowColumns(shape, identity)
  const list = edits.map(({ edit }) => edit)
  const { groups, groupOf } = groupEdits(shape, list)
  const unchanged = groups.map(
    (group) =>
      `when ${group.number} then ${[...group.old.map((column, place) => stillHas(column, `(edit.old[${place + 1}])::${column.baseType}`)), 'true'].join(' and ')}`,
  )
  const [number, isUnchanged] = [columns.freeName('edit_number'), columns.freeName('edit_unchanged')]
  const rows = `select edit.number as ${number}, case edit.step ${unchanged.join(' ')} end as ${isUnchanged}${columns.raw === '' ? '' : `, ${columns.raw}`}
    from pg_catalog.json_to_recordset($1::pg_catalog.json) as edit(number int, step int, row_key text[], old text[])
    join ${relationOf(shape)} t on ${isRow(identity.parts, 't', ({ type }, place) => `(edit.row_key[${place + 1}])::${type}`)}`
  const json: { number: number }[] = JSON.parse(editsJson(list, groupOf))
  return {
    text: `select t.${number}::pg_catalog.text, t.${isUnchanged}::pg_catalog.text${columns.texts} from (${rows}) t`,
    values: [JSON.stringify(json.map((each, place) => ({ ...each, number: edits[place]!.index })))],
  }
}

/** A row as it is now. */
export interface CurrentRow {
  readonly index: number
  /** Does it still have the values that the edit was based on? */
  readonly isUnchanged: boolean
  readonly row: GridRow
}

export const readCurrent = (
  shape: TableShape,
  identity: RowIdentity,
  rows: readonly TextRow[],
): CurrentRow[] => {
  const columns = rowColumns(shape, identity)
  return rows.map((row) => ({
    index: Number(row[0]),
    isUnchanged: row[1] === 'true',
    row: columns.read(row, 2),
  }))
}
