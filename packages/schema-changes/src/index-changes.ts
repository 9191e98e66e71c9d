import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { INDEX_COLUMNS_MAX, type IndexDraft, type IndexKey, indexMethods } from './index-draft.ts'
import { fragmentProblem, parenthesized } from './sql-fragments.ts'
import { type ChangeStatement, type Clause, plainStatement, statementOf } from './statement.ts'

const PARAMETER = /^[a-z_][a-z0-9_]*$/

/** What is wrong with a draft before PostgreSQL sees it. `current` is the index that is edited. */
export function indexProblems(draft: IndexDraft, current?: IndexDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | false | undefined) => {
    if (message !== undefined && message !== false) problems.push({ path, message })
  }
  say('name', nameProblem(draft.name, 'Name the index'))
  draft.parameters.forEach(({ name, value }, position) => {
    say(`parameters.${position}`, !PARAMETER.test(name) && 'Name the parameter, such as fillfactor.')
    say(`parameters.${position}`, value.trim() === '' && 'Enter a value')
  })
  if (current) {
    for (const part of FIXED)
      say(
        part,
        textOf(draft[part]) !== textOf(current[part]) &&
          'PostgreSQL cannot change this of an index. Duplicate it with the change, then delete this one.',
      )
    return problems
  }
  const method = indexMethods[draft.method]
  say('table', draft.table === '' && 'Choose the table')
  say('method', !method && `PostgreSQL has no index method ${draft.method} of its own.`)
  say('keys', draft.keys.length === 0 && 'Add at least one column or expression')
  say(
    'keys',
    draft.keys.length + draft.include.length > INDEX_COLUMNS_MAX &&
      `An index has at most ${INDEX_COLUMNS_MAX} columns, with the included ones.`,
  )
  draft.keys.forEach((key, position) => {
    const path = `keys.${position}`
    if (key.expression !== null) say(path, fragmentProblem(key.expression))
    else say(path, (key.column ?? '') === '' && 'Choose a column')
    say(
      path,
      key.expression !== null && key.column !== null && 'A part of an index is a column or an expression.',
    )
    say(
      path,
      method &&
        !method.isOrdered &&
        (key.is_descending || key.is_nulls_first) &&
        `Indexes with the method ${draft.method} have no order.`,
    )
  })
  say('include', draft.include.includes('') && 'Choose a column')
  if (method) {
    say('is_unique', draft.is_unique && !method.canBeUnique && 'Only btree indexes can be unique.')
    say(
      'keys',
      draft.keys.length > 1 &&
        !method.isMulticolumn &&
        `Indexes with the method ${draft.method} have one column.`,
    )
    say(
      'include',
      draft.include.length > 0 &&
        !method.canInclude &&
        `Indexes with the method ${draft.method} cannot include columns.`,
    )
  }
  say(
    'nulls_not_distinct',
    draft.nulls_not_distinct && !draft.is_unique && 'Only a unique index compares NULLs.',
  )
  if (draft.where !== null) say('where', fragmentProblem(draft.where))
  return problems
}

/** What an index keeps for its life. */
const FIXED = [
  'schema',
  'table',
  'method',
  'is_unique',
  'nulls_not_distinct',
  'keys',
  'include',
  'where',
] as const

/** As text that does not depend on the order in which properties were written. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const nameOf = ({ schema, name }: Pick<IndexDraft, 'schema' | 'name'>) => quoteQualified(schema, name)

const commentOn = (draft: IndexDraft) =>
  plainStatement(
    `comment on index ${nameOf(draft)} is ${draft.comment === null ? 'null' : quoteLiteral(draft.comment)}`,
    'comment',
  )

const parameter = ({ name, value }: IndexDraft['parameters'][number]) =>
  `${quoteIdentifier(name)} = ${quoteLiteral(value)}`

function keySql({ column, expression, ...key }: IndexKey, isOrdered: boolean): string {
  const order = isOrdered
    ? `${key.is_descending ? ' desc' : ''}${key.is_nulls_first === key.is_descending ? '' : ` nulls ${key.is_nulls_first ? 'first' : 'last'}`}`
    : ''
  const collation = key.collation
    ? ` collate ${quoteQualified(key.collation.schema, key.collation.name)}`
    : ''
  const opclass = key.operator_class
    ? ` ${quoteQualified(key.operator_class.schema, key.operator_class.name)}`
    : ''
  return `${expression === null ? quoteIdentifier(column ?? '') : parenthesized(expression)}${collation}${opclass}${order}`
}

/** The statements that create an index. One that is built concurrently cannot run in a transaction. */
export function createIndex(draft: IndexDraft): ChangeStatement[] {
  const isOrdered = indexMethods[draft.method]?.isOrdered ?? false
  const clauses: Clause[] = draft.keys.map((key, position) => ({
    sql: keySql(key, isOrdered),
    path: `keys.${position}`,
  }))
  const name = { sql: quoteIdentifier(draft.name), path: 'name' }
  const table = { sql: quoteQualified(draft.schema, draft.table), path: 'table' }
  const head = statementOf([name, table], {
    before: `create ${draft.is_unique ? 'unique ' : ''}index ${draft.concurrently ? 'concurrently ' : ''}`,
    between: '\n  on ',
  })
  const columns = statementOf(clauses, {
    before: `${head.sql} using ${quoteIdentifier(draft.method)} (`,
    between: ', ',
    after: ')',
  })
  const tail: Clause[] = [
    ...(draft.include.length === 0
      ? []
      : [{ sql: `\n  include (${draft.include.map(quoteIdentifier).join(', ')})`, path: 'include' }]),
    ...(draft.nulls_not_distinct ? [{ sql: '\n  nulls not distinct', path: 'nulls_not_distinct' }] : []),
    ...(draft.parameters.length === 0
      ? []
      : [{ sql: `\n  with (${draft.parameters.map(parameter).join(', ')})`, path: 'parameters' }]),
    ...(draft.where === null ? [] : [{ sql: `\n  where ${parenthesized(draft.where)}`, path: 'where' }]),
  ]
  const whole = statementOf(tail, { before: columns.sql, between: '' })
  const statement: ChangeStatement = {
    ...whole,
    locks: draft.concurrently
      ? []
      : [{ relation: { schema: draft.schema, name: draft.table }, mode: 'SHARE ROW EXCLUSIVE' }],
    parts: [...head.parts, ...columns.parts, ...whole.parts],
    ...(draft.concurrently && { isOutside: true as const }),
  }
  return [statement, ...(draft.comment === null ? [] : [commentOn(draft)])]
}

/** The statements that make an index equal to the draft: its name, comment and parameters. */
export function alterIndex(current: IndexDraft, draft: IndexDraft): ChangeStatement[] {
  const name = nameOf(current)
  const known = new Map(current.parameters.map(({ name: key, value }) => [key, value]))
  const set = draft.parameters.filter(({ name: key, value }) => known.get(key) !== value)
  const reset = [...known.keys()].filter((key) => !draft.parameters.some((each) => each.name === key))
  return [
    ...(set.length === 0
      ? []
      : [plainStatement(`alter index ${name} set (${set.map(parameter).join(', ')})`, 'parameters')]),
    ...(reset.length === 0
      ? []
      : [
          plainStatement(
            `alter index ${name} reset (${reset.map(quoteIdentifier).join(', ')})`,
            'parameters',
          ),
        ]),
    ...(current.name === draft.name
      ? []
      : [plainStatement(`alter index ${name} rename to ${quoteIdentifier(draft.name)}`, 'name')]),
    ...(current.comment === draft.comment ? [] : [commentOn({ ...draft, schema: current.schema })]),
  ]
}

export interface IndexDrop {
  readonly cascade: boolean
  readonly concurrently: boolean
}

/** Drops an index. A concurrent drop cannot run in a transaction, and not with what depends on the index. */
export const dropIndex = (draft: IndexDraft, { cascade, concurrently }: IndexDrop): ChangeStatement =>
  concurrently
    ? { ...plainStatement(`drop index concurrently ${nameOf(draft)}`), isOutside: true }
    : plainStatement(`drop index ${nameOf(draft)}${cascade ? ' cascade' : ''}`, undefined, [
        { relation: { schema: draft.schema, name: draft.table }, mode: 'ACCESS EXCLUSIVE' },
      ])

/** Builds an index again while it is used. */
export const rebuildIndex = (draft: IndexDraft): ChangeStatement => ({
  ...plainStatement(`reindex index concurrently ${nameOf(draft)}`),
  isOutside: true,
})
