import { type ApiCall, type Filter, type FunctionCall, type JsonObject, queryName } from './api-call.rules.ts'
import type { ApiColumn, ApiFunctionVariant, ApiReference, ApiRelation } from './api-docs.schema.ts'
import { isMoment, isNumber, isText, sampleOf } from './sample-values.rules.ts'

export interface Example {
  id: string
  title: string
  /** What the reader should know before using it. */
  words: string
  call: ApiCall
}

/** How many columns an example names. */
const COLUMNS_NAMED = 3
/** How many that need not be given an example gives all the same. */
const OPTIONAL_GIVEN = 2

/** What can be done with a table or view, as a reader would try it: reading first. `defaultSchema` need not be named. */
export function relationExamples(relation: ApiRelation, defaultSchema: string | undefined): Example[] {
  const on = {
    relation: relation.name,
    ...(relation.schema !== defaultSchema && { schema: relation.schema }),
  }
  const { columns, references } = relation
  const [first] = columns
  if (!first) return []
  const key = keyOf(columns)
  const some = columns.slice(0, COLUMNS_NAMED).map(({ name }) => queryName(name))
  const [reference] = references
  const filter = tellingFilter(columns)
  const examples: Example[] = [
    {
      id: 'read',
      title: 'Read rows',
      words:
        'Every column of every row that the key may see, up to the limit of rows that the project is set to.',
      call: { kind: 'read', ...on },
    },
    {
      id: 'read-columns',
      title: 'Read some columns',
      words: 'Less is sent, and nothing that the page does not show.',
      call: { kind: 'read', ...on, select: some.join(', ') },
    },
  ]
  if (reference)
    examples.push({
      id: 'read-related',
      title: 'Read what rows refer to',
      words: `Each row comes with its row of ${reference.relation}, in the same request.`,
      call: { kind: 'read', ...on, select: `${some[0]}, ${embedded(reference, relation.name)}` },
    })
  examples.push(
    {
      id: 'filter',
      title: 'Filter rows',
      words: 'Filters are joined by and. There are eq, neq, gt, gte, lt, lte, like, ilike, is, in and more.',
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
      words: 'The first ten rows. An order keeps pages apart from each other.',
      call: { kind: 'read', ...on, order: { column: key[0]!.name, isDescending: false }, range: [0, 9] },
    },
  )
  // Which columns of a view are computed below it, nobody tells: an example might be refused.
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
        words: 'What is left out gets its default. The new row is sent back.',
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
        words: 'A row whose primary key is there already is changed instead.',
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
      words: 'Every row that the filters match; without a filter the request is refused.',
      call: { kind: 'update', ...on, change: { [changed.name]: sampleOf(changed, 1) }, filters },
    })
  if (may_delete)
    examples.push({
      id: 'delete',
      title: 'Delete rows',
      words: 'Every row that the filters match; without a filter the request is refused.',
      call: { kind: 'delete', ...on, filters },
    })
  return examples
}

/** What tells a row from others: its primary key, or the first column. */
const keyOf = (columns: readonly ApiColumn[]) => {
  const primary = columns.filter(({ is_primary }) => is_primary)
  return primary.length > 0 ? primary : columns.slice(0, 1)
}

/** The columns an inserted row names: all it has to, and a few others. */
function writtenColumns(columns: readonly ApiColumn[]) {
  const isNeeded = ({ is_nullable, has_default }: ApiColumn) => !is_nullable && !has_default
  const writable = columns.filter(({ is_writable }) => is_writable)
  const extra = new Set(
    writable.filter((column) => !isNeeded(column) && !column.has_default).slice(0, OPTIONAL_GIVEN),
  )
  const chosen = writable.filter((column) => isNeeded(column) || extra.has(column))
  return chosen.length > 0 ? chosen : writable.slice(0, 1)
}

/** A filter that somebody would use, on the first column that has one. */
function tellingFilter(columns: readonly ApiColumn[]): Filter {
  const plain = columns.filter(({ is_primary }) => !is_primary)
  for (const column of plain) {
    const { name } = column
    if (isText(column)) return { column: name, operator: 'ilike', value: '%some%' }
    if (isNumber(column)) return { column: name, operator: 'gte', value: 1 }
    if (isMoment(column)) return { column: name, operator: 'lt', value: sampleOf(column) }
  }
  const column = columns[0]!
  return { column: column.name, operator: 'eq', value: sampleOf({ ...column, is_list: false }) }
}

/** `directors(*)`, saying which way where there are several. */
function embedded({ columns, relation, constraint, is_ambiguous }: ApiReference, from: string) {
  const name = queryName(relation)
  const [column] = columns
  if (!is_ambiguous) return `${name}(*)`
  // Of a table that refers to itself only the column leads to the row that is referred to.
  if (relation === from && column !== undefined && columns.length === 1)
    return `referred:${queryName(column)}(*)`
  return `${name}!${queryName(constraint)}(*)`
}

/** How a function is called, with what it has to be told. */
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
