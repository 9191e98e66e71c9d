import { Lexer } from '@basalt/sql/lexer.ts'
import { quoteIdentifier, quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import { type DraftProblem, nameProblem } from './draft-problems.ts'
import { fragmentProblem, parenthesized } from './sql-fragments.ts'
import {
  type ChangeStatement,
  type Clause,
  type LockMode,
  plainStatement,
  type RelationName,
  statementOf,
} from './statement.ts'

export type TriggerEvent = 'insert' | 'update' | 'delete' | 'truncate'

/** A trigger of a table or view as a form has it. */
export interface TriggerDraft {
  /** Of the table. */
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly comment: string | null
  readonly timing: 'before' | 'after' | 'instead_of'
  readonly events: readonly TriggerEvent[]
  /** Of `update of`; empty for every column. */
  readonly columns: readonly string[]
  readonly level: 'row' | 'statement'
  /** An expression; null for none. */
  readonly when: string | null
  /** Names of the rows before and after a statement; null for none. */
  readonly old_table: string | null
  readonly new_table: string | null
  readonly function: RelationName
  readonly arguments: readonly string[]
  /** In which replication role of the session it fires: `origin` in all but `replica`. */
  readonly enabled: 'origin' | 'always' | 'replica' | 'disabled'
  /** Of a constraint trigger, which can wait until the end of the transaction; null for others. */
  readonly constraint: {
    readonly deferrable: boolean
    readonly initially_deferred: boolean
    /** Another table that the constraint is about. */
    readonly from: RelationName | null
  } | null
}

/** What is wrong with a draft before PostgreSQL sees it. `current` is the trigger that is edited. */
export function triggerProblems(draft: TriggerDraft, current?: TriggerDraft): DraftProblem[] {
  const problems: DraftProblem[] = []
  const say = (path: string, message: string | false | undefined) => {
    if (message) problems.push({ path, message })
  }
  const { timing, events, columns, level, when, constraint } = draft
  const hasTransition = draft.old_table !== null || draft.new_table !== null
  say('name', nameProblem(draft.name, 'Name the trigger'))
  say('table', draft.table === '' && 'Choose a table')
  if (current && (current.table !== draft.table || current.schema !== draft.schema))
    say('table', 'A trigger stays on its table. Duplicate it for another one.')
  say('events', events.length === 0 && 'Choose at least one event')
  if (events.includes('truncate')) {
    say('events', level === 'row' && 'A trigger for each row cannot fire on truncate.')
    say('events', timing === 'instead_of' && 'Nothing can happen instead of truncate.')
  }
  say('columns', columns.length > 0 && !events.includes('update') && 'Columns belong to update.')
  if (timing === 'instead_of') {
    say('level', level === 'statement' && 'Instead of a statement fires for each row.')
    say('columns', columns.length > 0 && 'Instead of an update has no columns.')
    say('when', when !== null && 'Instead of a statement has no condition.')
    // PostgreSQL has no ALTER TABLE … ENABLE TRIGGER for views.
    say('enabled', draft.enabled !== 'origin' && 'A trigger of a view is always enabled.')
  }
  if (when !== null) say('when', fragmentProblem(when))
  if (hasTransition) {
    say('old_table', timing !== 'after' && 'Only a trigger after a statement sees its rows as a table.')
    say(
      'old_table',
      (events.length > 1 || columns.length > 0) && 'Rows as a table need one event, without columns.',
    )
    say('old_table', draft.old_table !== null && nameProblem(draft.old_table, 'Name the table of old rows'))
    say('new_table', draft.new_table !== null && nameProblem(draft.new_table, 'Name the table of new rows'))
  }
  say(
    'old_table',
    hasTransition && constraint !== null && 'A constraint trigger does not see its rows as a table.',
  )
  say('function', draft.function.name === '' && 'Choose the function that it calls')
  if (constraint)
    say('constraint', (timing !== 'after' || level !== 'row') && 'A constraint trigger fires after each row.')
  return problems
}

const tableOf = ({ schema, table }: Pick<TriggerDraft, 'schema' | 'table'>) => quoteQualified(schema, table)

const lockOf = (draft: TriggerDraft, mode: LockMode) => [
  { relation: { schema: draft.schema, name: draft.table }, mode },
]

const TIMINGS = { before: 'before', after: 'after', instead_of: 'instead of' } as const

function definitionOf(draft: TriggerDraft, verb: 'create' | 'create or replace'): ChangeStatement {
  const { constraint, columns } = draft
  const events = draft.events.map((event) =>
    event === 'update' && columns.length > 0 ? `update of ${columns.map(quoteIdentifier).join(', ')}` : event,
  )
  const transitions = [
    ...(draft.old_table === null ? [] : [`old table as ${quoteIdentifier(draft.old_table)}`]),
    ...(draft.new_table === null ? [] : [`new table as ${quoteIdentifier(draft.new_table)}`]),
  ]
  const clauses: Clause[] = [
    { sql: `${verb} ${constraint ? 'constraint ' : ''}trigger ` },
    { sql: quoteIdentifier(draft.name), path: 'name' },
    { sql: `\n  ${TIMINGS[draft.timing]} ` },
    { sql: events.join(' or '), path: columns.length > 0 ? 'columns' : 'events' },
    { sql: ' on ' },
    { sql: tableOf(draft), path: 'table' },
    ...(constraint?.from
      ? [
          {
            sql: `\n  from ${quoteQualified(constraint.from.schema, constraint.from.name)}`,
            path: 'constraint',
          },
        ]
      : []),
    ...(constraint?.deferrable
      ? [
          {
            sql: `\n  deferrable${constraint.initially_deferred ? ' initially deferred' : ''}`,
            path: 'constraint',
          },
        ]
      : []),
    ...(transitions.length === 0
      ? []
      : [{ sql: `\n  referencing ${transitions.join(' ')}`, path: 'old_table' }]),
    { sql: `\n  for each ${draft.level}`, path: 'level' },
    ...(draft.when === null ? [] : [{ sql: '\n  when ' }, { sql: parenthesized(draft.when), path: 'when' }]),
    { sql: '\n  execute function ' },
    {
      sql: `${quoteQualified(draft.function.schema, draft.function.name)}(${draft.arguments.map(quoteLiteral).join(', ')})`,
      path: 'function',
    },
  ]
  return statementOf(clauses, { before: '', between: '', locks: lockOf(draft, 'SHARE ROW EXCLUSIVE') })
}

const ENABLED = {
  origin: 'enable',
  always: 'enable always',
  replica: 'enable replica',
  disabled: 'disable',
} as const

const enabledOf = (draft: TriggerDraft) =>
  plainStatement(
    `alter table ${tableOf(draft)} ${ENABLED[draft.enabled]} trigger ${quoteIdentifier(draft.name)}`,
    'enabled',
    lockOf(draft, 'SHARE ROW EXCLUSIVE'),
  )

const commentOn = (draft: TriggerDraft) =>
  plainStatement(
    `comment on trigger ${quoteIdentifier(draft.name)} on ${tableOf(draft)} is ${draft.comment === null ? 'null' : quoteLiteral(draft.comment)}`,
    'comment',
  )

export const createTrigger = (draft: TriggerDraft): ChangeStatement[] => [
  definitionOf(draft, 'create'),
  ...(draft.enabled === 'origin' ? [] : [enabledOf(draft)]),
  ...(draft.comment === null ? [] : [commentOn(draft)]),
]

/** Does the edit drop the trigger and create it again, because PostgreSQL cannot replace constraint triggers? */
export const recreatesTrigger = (current: TriggerDraft, draft: TriggerDraft): boolean =>
  (current.constraint !== null || draft.constraint !== null) &&
  definitionOf({ ...current, name: draft.name }, 'create').sql !== definitionOf(draft, 'create').sql

/** The statements that make the trigger that exists equal to the draft, on the same table. */
export function alterTrigger(current: TriggerDraft, draft: TriggerDraft): ChangeStatement[] {
  if (recreatesTrigger(current, draft)) return [dropTrigger(current, false), ...createTrigger(draft)]
  const renamed = { ...current, name: draft.name }
  const definition = definitionOf(draft, 'create or replace')
  const isReplaced = definitionOf(renamed, 'create or replace').sql !== definition.sql
  // A replaced trigger is enabled as a new one.
  const enabled = isReplaced ? 'origin' : current.enabled
  return [
    ...(current.name === draft.name
      ? []
      : [
          plainStatement(
            `alter trigger ${quoteIdentifier(current.name)} on ${tableOf(current)} rename to ${quoteIdentifier(draft.name)}`,
            'name',
            lockOf(current, 'ACCESS EXCLUSIVE'),
          ),
        ]),
    ...(isReplaced ? [definition] : []),
    ...(enabled === draft.enabled ? [] : [enabledOf(draft)]),
    ...(current.comment === draft.comment ? [] : [commentOn(draft)]),
  ]
}

export const dropTrigger = (draft: TriggerDraft, isCascade: boolean): ChangeStatement =>
  plainStatement(
    `drop trigger ${quoteIdentifier(draft.name)} on ${tableOf(draft)}${isCascade ? ' cascade' : ''}`,
    undefined,
    lockOf(draft, 'ACCESS EXCLUSIVE'),
  )

/**
 * The condition in a text that `pg_get_triggerdef` printed, without its parentheses; null if it has none. No function of
 * PostgreSQL prints it by itself: it is about two rows of the table.
 */
export function conditionOf(definition: string): string | null {
  const lexer = new Lexer(definition)
  const words: string[] = []
  let depth = 0
  let from: number | undefined
  while (lexer.next()) {
    const text = definition.slice(lexer.start, lexer.end)
    if (lexer.kind === 'word' && depth === 0) words.push(text)
    if (lexer.kind !== 'symbol') continue
    if (text === '(') {
      // Names that are keywords are quoted, so these words stand for themselves.
      if (depth === 0 && words.at(-1) === 'WHEN' && words.includes('EACH')) from = lexer.end
      depth += 1
    } else if (text === ')') {
      depth -= 1
      if (depth === 0 && from !== undefined) return definition.slice(from, lexer.start)
    }
  }
  return null
}
