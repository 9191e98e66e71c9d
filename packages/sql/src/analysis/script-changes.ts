import { commandOf } from '../statement-command.ts'
import type { AnalysedStatement } from './script-analysis.ts'

/** What a change concerns: definitions of objects, or rows. */
export type ChangeKind = 'schema' | 'data'

/** The statements of a script that change something, with the settings that these need. */
export interface ScriptChanges {
  readonly kind: ChangeKind
  readonly statements: readonly string[]
}

/** What a run changed: `made` stands; `lost` was rolled back, or is in a transaction that was left open. */
export interface RunChanges {
  readonly made: ScriptChanges | undefined
  readonly lost: ScriptChanges | undefined
}

/**
 * The changes of a script that was run as one implicit transaction, as far as its text shows: a function that a query
 * calls may change more. A BEGIN takes the statements before it into its transaction, as PostgreSQL does. Statements on
 * temporary tables and on the migration history itself are left out. `completed` is the number of statements that were run
 * without an error.
 */
export function scriptChanges(statements: readonly AnalysedStatement[], completed: number): RunChanges {
  const made: Part[] = []
  const lost: Part[] = []
  let open: Part[] = []
  let isExplicit = false
  let savepoints = new Map<string, number>()
  const finish = (to: Part[] | undefined, isChained: boolean) => {
    to?.push(...open)
    open = []
    savepoints = new Map()
    isExplicit = isChained
  }
  for (const statement of statements.slice(0, completed)) {
    const text = statement.text.replace(LEADING_COMMENTS, '')
    const isChained = /\band\s+chain\s*$/i.test(text)
    const command = commandOf(text)
    if (command === 'BEGIN' || command === 'START') isExplicit = true
    else if (command === 'COMMIT' || command === 'END') finish(made, isChained)
    else if (command === 'SAVEPOINT') savepoints.set(lastName(text), open.length)
    else if (command === 'ROLLBACK' || command === 'ABORT') {
      if (BACK_TO_SAVEPOINT.test(text)) open = open.slice(0, savepoints.get(lastName(text)) ?? open.length)
      else finish(undefined, isChained)
    } else open.push(...partOf(statement))
  }
  const isComplete = completed >= statements.length
  if (isComplete && !isExplicit) finish(made, false)
  else lost.push(...open)
  lost.push(...statements.slice(completed).flatMap(partOf))
  return { made: asChanges(made), lost: asChanges(lost) }
}

interface Part {
  readonly text: string
  readonly kind: ChangeKind | 'setting'
}

const LEADING_COMMENTS = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/
const BACK_TO_SAVEPOINT = /^(?:rollback|abort)\s+(?:(?:work|transaction)\s+)?to\b/i

/** As PostgreSQL folds it, for savepoints. */
function lastName(text: string): string {
  const name = /("(?:[^"]|"")*"|[^\s"]+)\s*$/.exec(text)?.[1] ?? ''
  return name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase()
}

function partOf(statement: AnalysedStatement): Part[] {
  const kind = kindOf(statement)
  return kind === undefined ? [] : [{ text: statement.text, kind }]
}

const CHANGES_DATA = new Set([
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'TruncateStmt',
  'CopyStmt',
  'CallStmt',
  'ExplainStmt',
  'RefreshMatViewStmt',
])
const DATA_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE', 'COPY', 'CALL', 'REFRESH'])
/** Commands that change definitions, and DO, whose code may do anything. */
const SCHEMA_COMMANDS = new Set([
  'CREATE',
  'ALTER',
  'DROP',
  'COMMENT',
  'IMPORT',
  'GRANT',
  'REVOKE',
  'REASSIGN',
  'SECURITY',
  'DO',
])
const SETTING_COMMANDS = new Set(['SET', 'RESET'])
const HISTORY = /\bsupabase_migrations\b/i
const TEMPORARY = /^create\s+(?:(?:local|global)\s+)?temp(?:orary)?\b/i
/** Row locks count as writes of a query. */
const ROW_LOCK = /\bfor\s+(?:no\s+key\s+)?update\b/gi
const WRITING_PART = /\b(?:insert|update|delete|merge)\b/i
const INTO = /\binto\b/i

function kindOf({ text: written, type, writes }: AnalysedStatement): Part['kind'] | undefined {
  const text = written.replace(LEADING_COMMENTS, '')
  if (HISTORY.test(text) || TEMPORARY.test(text)) return undefined
  const command = commandOf(text)
  if (type === '') {
    if (SETTING_COMMANDS.has(command)) return 'setting'
    if (DATA_COMMANDS.has(command)) return 'data'
    return SCHEMA_COMMANDS.has(command) ? 'schema' : undefined
  }
  if (type === 'VariableSetStmt') return 'setting'
  if (type === 'DoStmt') return 'schema'
  if (type === 'CallStmt') return 'data'
  if (!writes) return undefined
  if (type !== 'SelectStmt') return CHANGES_DATA.has(type) ? 'data' : 'schema'
  const unlocked = text.replace(ROW_LOCK, '')
  if (WRITING_PART.test(unlocked)) return 'data'
  return INTO.test(unlocked) ? 'schema' : undefined
}

/** Settings count only for changes after them. */
function asChanges(parts: readonly Part[]): ScriptChanges | undefined {
  const last = parts.findLastIndex(({ kind }) => kind !== 'setting')
  if (last < 0) return undefined
  const kept = parts.slice(0, last + 1)
  return {
    kind: kept.some(({ kind }) => kind === 'schema') ? 'schema' : 'data',
    statements: kept.map(({ text }) => text),
  }
}
