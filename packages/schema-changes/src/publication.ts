import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { fragmentProblem, parenthesized } from './sql-fragments.ts'
import { byPlatform, type ChangeStatement, type Clause, plainStatement, statementOf } from './statement.ts'

export interface PublishedTable {
  readonly schema: string
  readonly name: string
  /** Null for all of them. */
  readonly columns: readonly string[] | null
  /** Rows that are published; null for all of them. */
  readonly where: string | null
}

/** A publication as a form has it. */
export interface PublicationDraft {
  readonly name: string
  readonly comment: string | null
  readonly publishes: {
    readonly insert: boolean
    readonly update: boolean
    readonly delete: boolean
    readonly truncate: boolean
  }
  /** Are changes of partitions published as those of the partitioned table? */
  readonly via_root: boolean
  /** Are stored generated columns published? */
  readonly generated_columns: boolean
  readonly is_for_all_tables: boolean
  readonly tables: readonly PublishedTable[]
  /** Schemas that are published as a whole. */
  readonly schemas: readonly string[]
}

/** What is wrong with a draft before PostgreSQL sees it. `current` is the publication that is edited. */
export function publicationProblems(draft: PublicationDraft, current?: PublicationDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | false | undefined) => {
    if (message !== undefined && message !== false) problems.push({ path, message })
  }
  say('name', nameProblem(draft.name, 'Name the publication'))
  const seen = new Set<string>()
  draft.tables.forEach((table, index) => {
    const path = `tables.${index}`
    say(path, table.name === '' && 'Choose a table')
    say(path, seen.has(nameOf(table)) && 'The publication has this table already')
    seen.add(nameOf(table))
    say(path, table.columns?.length === 0 && 'Choose at least one column, or all of them.')
    if (table.where !== null) say(path, fragmentProblem(table.where))
  })
  const added = draft.schemas.find((schema) => current?.schemas.includes(schema) !== true)
  say(
    'schemas',
    (added !== undefined || (current?.schemas ?? []).some((schema) => !draft.schemas.includes(schema))) &&
      'Only a superuser can publish schemas as a whole, or stop it. Choose their tables.',
  )
  if (draft.is_for_all_tables) {
    const { insert, update, delete: deletes, truncate } = draft.publishes
    const hasDefaults =
      insert &&
      update &&
      deletes &&
      truncate &&
      !draft.via_root &&
      !draft.generated_columns &&
      draft.comment === null
    say('is_for_all_tables', draft.tables.length > 0 && 'It has all tables already. Remove the single ones.')
    say(
      'is_for_all_tables',
      !current &&
        !hasDefaults &&
        'The platform creates it, because only a superuser can: it publishes every change, without a description.',
    )
  }
  say(
    'is_for_all_tables',
    current !== undefined &&
      current.is_for_all_tables !== draft.is_for_all_tables &&
      'PostgreSQL cannot change whether a publication has all tables. Create another one.',
  )
  return problems
}

const nameOf = ({ schema, name }: Pick<PublishedTable, 'schema' | 'name'>) => quoteQualified(schema, name)

const operationsOf = ({ publishes }: PublicationDraft) =>
  (['insert', 'update', 'delete', 'truncate'] as const).filter((operation) => publishes[operation]).join(', ')

const optionsOf = (draft: PublicationDraft) => [
  `publish = ${quoteLiteral(operationsOf(draft))}`,
  `publish_via_partition_root = ${draft.via_root}`,
  `publish_generated_columns = ${draft.generated_columns ? 'stored' : 'none'}`,
]

const tableSql = (table: PublishedTable) =>
  `${nameOf(table)}${table.columns === null ? '' : ` (${table.columns.map(quoteIdentifier).join(', ')})`}${table.where === null ? '' : ` where ${parenthesized(table.where)}`}`

const commentOn = ({ name, comment }: PublicationDraft) =>
  plainStatement(
    `comment on publication ${quoteIdentifier(name)} is ${comment === null ? 'null' : quoteLiteral(comment)}`,
    'comment',
  )

export function createPublication(draft: PublicationDraft): ChangeStatement[] {
  if (draft.is_for_all_tables)
    return [
      byPlatform(plainStatement(`create publication ${quoteIdentifier(draft.name)} for all tables`, 'name')),
    ]
  const clauses: Clause[] = [
    ...draft.tables.map((table, index) => ({
      sql: `${index === 0 ? 'table ' : ''}${tableSql(table)}`,
      path: `tables.${index}`,
    })),
    ...draft.schemas.map((schema) => ({
      sql: `tables in schema ${quoteIdentifier(schema)}`,
      path: 'schemas',
    })),
  ]
  const create = statementOf(clauses, {
    before: `create publication ${quoteIdentifier(draft.name)}${clauses.length === 0 ? '' : '\n  for '}`,
    after: `\n  with (${optionsOf(draft).join(', ')})`,
    between: ',\n    ',
  })
  return [create, ...(draft.comment === null ? [] : [commentOn(draft)])]
}

/** The statements that make a publication equal to the draft. Tables that stay as they are keep their place. */
export function alterPublication(current: PublicationDraft, draft: PublicationDraft): ChangeStatement[] {
  const name = quoteIdentifier(current.name)
  const known = new Map(current.tables.map((table) => [nameOf(table), tableSql(table)]))
  const wanted = new Map(draft.tables.map((table) => [nameOf(table), tableSql(table)]))
  const removed = [...known].filter(([table, text]) => wanted.get(table) !== text)
  const options = optionsOf(draft).filter((option) => !optionsOf(current).includes(option))
  return [
    ...removed.map(([table]) => plainStatement(`alter publication ${name} drop table ${table}`, 'tables')),
    ...draft.tables.flatMap((table, index) =>
      known.get(nameOf(table)) === tableSql(table)
        ? []
        : [plainStatement(`alter publication ${name} add table ${tableSql(table)}`, `tables.${index}`)],
    ),
    ...(options.length === 0
      ? []
      : [plainStatement(`alter publication ${name} set (${options.join(', ')})`, 'publishes')]),
    ...(current.name === draft.name
      ? []
      : [plainStatement(`alter publication ${name} rename to ${quoteIdentifier(draft.name)}`, 'name')]),
    ...(current.comment === draft.comment ? [] : [commentOn(draft)]),
  ]
}

/** Drops a publication; one of the platform's superuser by its function. */
export function dropPublication(name: string, isOfPlatform: boolean): ChangeStatement {
  const statement = plainStatement(`drop publication ${quoteIdentifier(name)}`)
  return isOfPlatform ? byPlatform(statement) : statement
}
