import { type ApiCall, type Filter, type FunctionCall, type JsonObject, queryName } from './api-call.rules.ts'
import type { ApiColumn, ApiFunctionVariant, ApiReference, ApiRelation } from './api-docs.schema.ts'
import { isDateTime, isNumber, isText, sampleOf } from './sample-values.rules.ts'

export interface Example {
  id: string
  title: string
  /** What the reader should know before using it. */
  words: string
  call: ApiCall
}

/** Columns that an example selects. */
const SELECTED_COLUMNS = 3
/** Optional columns that an example sets besides the required ones. */
const OPTIONAL_COLUMNS = 2

/** Example calls for a table or view, reading first. `defaultSchema` is not named in them. */
export function relationExamples(relation: ApiRelation, defaultSchema: string | undefined): Example[] {
  const on = {
    relation: relation.name,
    ...(relation.schema !== defaultSchema && { schema: relation.schema }),
  }
  const { columns, references } = relation
  const [first] = columns
  if (!first) return []
  const key = keyOf(columns)
  const some = columns.slice(0, SELECTED_COLUMNS).map(({ name }) => queryName(name))
  const [reference] = references
  const filter = exampleFilter(columns)
  const examples: Example[] = [
    {
      id: 'read',
      title: 'Read rows',
      words: "Every column of every row that the key may see, up to the project's row limit.",
      call: { kind: 'read', ...on },
    },
    {
      id: 'read-columns',
      title: 'Read some columns',
      words: 'Only the columns you name are sent.',
      call: { kind: 'read', ...on, select: some.join(', ') },
    },
  ]
  if (reference)
    examples.push({
      id: 'read-related',
      title: 'Read referenced rows',
      words: `Each row comes with its row of ${reference.relation}, in the same request.`,
      call: { kind: 'read', ...on, select: `${some[0]}, ${embedded(reference, relation.name)}` },
    })
  examples.push(
    {
      id: 'filter',
      title: 'Filter rows',
      words: 'Filters are combined with and: eq, neq, gt, gte, lt, lte, like, ilike, is, in and more.',
      call: {
        kind: 'read',
        ...on,
        filters: [filter],
        order: { column: filter.column, isDescending: true },
      },
    },
    {
      id: 'page',
      title: 'Read one page',
      words: 'The first ten rows. Without an order, pages may overlap.',
      call: { kind: 'read', ...on, order: { column: key[0]!.name, isDescending: false }, range: [0, 9] },
    },
  )
  // PostgreSQL does not say which columns of a view can be written, so an example might be refused.
  return relation.kind === 'view' ? examples : [...examples, ...writingExamples(relation, on, key)]
}

function writingExamples(
  { columns, may_insert, may_update, may_delete }: ApiRelation,
  on: { relation: string; schema?: string },
  key: readonly ApiColumn[],
): Example[] {
  const written = writtenColumns(columns)
  const rowOf = (which: 0 | 1, all = written): JsonObject =>
    Object.fromEntries(all.map((column) => [column.name, sampleOf(column, which)]))
  const changed = written.find((column) => !column.is_primary) ?? written[0]
  const filters = key.map(
    (column): Filter => ({
      column: column.name,
      operator: 'eq',
      value: sampleOf(column),
    }),
  )
  const hasKey = key.every(({ is_primary, is_writable }) => is_primary && is_writable)
  const examples: Example[] = []
  if (may_insert && written.length > 0) {
    examples.push(
      {
        id: 'insert',
        title: 'Insert a row',
        words: 'Columns you leave out get their defaults. The response holds the new row.',
        call: { kind: 'insert', ...on, rows: rowOf(0) },
      },
      {
        id: 'insert-many',
        title: 'Insert many rows',
        words: 'One request and one transaction: all of them, or none.',
        call: { kind: 'insert', ...on, rows: [rowOf(0), rowOf(1)] },
      },
    )
    if (hasKey)
      examples.push({
        id: 'upsert',
        title: 'Insert or update',
        words: 'A row whose primary key already exists is updated.',
        call: {
          kind: 'insert',
          ...on,
          isUpsert: true,
          rows: rowOf(0, [...new Set([...key, ...written])]),
        },
      })
  }
  if (may_update && changed)
    examples.push({
      id: 'update',
      title: 'Update rows',
      words: 'All rows that match the filters. A request without a filter is refused.',
      call: { kind: 'update', ...on, change: { [changed.name]: sampleOf(changed, 1) }, filters },
    })
  if (may_delete)
    examples.push({
      id: 'delete',
      title: 'Delete rows',
      words: 'All rows that match the filters. A request without a filter is refused.',
      call: { kind: 'delete', ...on, filters },
    })
  return examples
}

/** The columns that identify a row: its primary key, or the first column. */
const keyOf = (columns: readonly ApiColumn[]) => {
  const primary = columns.filter(({ is_primary }) => is_primary)
  return primary.length > 0 ? primary : columns.slice(0, 1)
}

/** The columns that an inserted row sets: all required ones and a few others. */
function writtenColumns(columns: readonly ApiColumn[]) {
  const isNeeded = ({ is_nullable, has_default }: ApiColumn) => !is_nullable && !has_default
  const writable = columns.filter(({ is_writable }) => is_writable)
  const extra = new Set(
    writable.filter((column) => !isNeeded(column) && !column.has_default).slice(0, OPTIONAL_COLUMNS),
  )
  const chosen = writable.filter((column) => isNeeded(column) || extra.has(column))
  return chosen.length > 0 ? chosen : writable.slice(0, 1)
}

/** A realistic filter, on the first column whose type suggests one. */
function exampleFilter(columns: readonly ApiColumn[]): Filter {
  const plain = columns.filter(({ is_primary }) => !is_primary)
  for (const column of plain) {
    const { name } = column
    if (isText(column)) return { column: name, operator: 'ilike', value: '%some%' }
    if (isNumber(column)) return { column: name, operator: 'gte', value: 1 }
    if (isDateTime(column)) return { column: name, operator: 'lt', value: sampleOf(column) }
  }
  const column = columns[0]!
  return { column: column.name, operator: 'eq', value: sampleOf({ ...column, is_list: false }) }
}

/** `directors(*)`, with the constraint when the reference is ambiguous. */
function embedded({ columns, relation, constraint, is_ambiguous }: ApiReference, from: string) {
  const name = queryName(relation)
  const [column] = columns
  if (!is_ambiguous) return `${name}(*)`
  // In a table that references itself, only the column name selects the referenced row.
  if (relation === from && column !== undefined && columns.length === 1)
    return `referred:${queryName(column)}(*)`
  return `${name}!${queryName(constraint)}(*)`
}

/** A call of a function with its required arguments, or with its first. */
export function functionExample(
  { schema, name }: { schema: string; name: string },
  { arguments: all }: ApiFunctionVariant,
  defaultSchema: string | undefined,
): FunctionCall {
  const required = all.filter(({ is_required }) => is_required)
  const given = required.length > 0 ? required : all.slice(0, 1)
  return {
    kind: 'call',
    name,
    ...(schema !== defaultSchema && { schema }),
    args:
      all.length === 1 && all[0]!.name === ''
        ? { key: 'value' }
        : Object.fromEntries(given.map((argument) => [argument.name, sampleOf(argument)])),
  }
}
