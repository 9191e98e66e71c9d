import { asList, asNode, fieldsIn, namesIn, type SqlNode, statementOf } from '../parser/sql-node.ts'
import { harmlessFunctions } from './harmless-functions.rules.ts'
import type { Finding, SessionEffect } from './script-analysis.ts'

export interface StatementEffects {
  readonly writes: boolean
  readonly findings: readonly Finding[]
  readonly session: SessionEffect | undefined
}

/** Statements that execute the statements inside them. All others only define them, like CREATE FUNCTION and PREPARE. */
const RUNS_ITS_PARTS = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'CopyStmt',
  'CallStmt',
  'DeclareCursorStmt',
  'CreateTableAsStmt',
])

/** Statements that PostgreSQL allows in a read-only transaction. */
const READS = new Set([
  'SelectStmt',
  'ExplainStmt',
  'CopyStmt',
  'CallStmt',
  'DoStmt',
  'ExecuteStmt',
  'PrepareStmt',
  'DeallocateStmt',
  'DeclareCursorStmt',
  'FetchStmt',
  'ClosePortalStmt',
  'VariableShowStmt',
  'VariableSetStmt',
  'TransactionStmt',
  'ConstraintsSetStmt',
  'DiscardStmt',
  'ListenStmt',
  'UnlistenStmt',
  'NotifyStmt',
  'LoadStmt',
  'LockStmt',
  'CheckPointStmt',
  'VacuumStmt',
  'ReindexStmt',
  'ClusterStmt',
])

const DROPS = new Set([
  'DropStmt',
  'DropdbStmt',
  'DropRoleStmt',
  'DropTableSpaceStmt',
  'DropOwnedStmt',
  'DropSubscriptionStmt',
  'DropUserMappingStmt',
])

const WRITING_PARTS = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])
const DESTRUCTIVE_WORDS = /\b(drop|truncate|delete\s+from)\b/i

/** The effects of a parsed statement, and the functions it calls whose effects are unknown. */
export function statementEffects(statement: SqlNode): StatementEffects {
  const { type, fields } = statementOf(statement)
  if (type === 'ExplainStmt')
    return isAnalyzed(fields)
      ? { ...statementEffects(asNode(fields.query)), session: undefined }
      : { writes: false, findings: [], session: undefined }
  const findings = [...ownFindings(type, fields)]
  let writes = !READS.has(type) || (type === 'CopyStmt' && fields.is_from === true)
  if (RUNS_ITS_PARTS.has(type))
    for (const part of parts(statement)) {
      writes ||= part.writes
      if (part.finding) findings.push(part.finding)
    }
  return { writes, findings: withoutRepetition(findings), session: sessionEffect(type, fields) }
}

function* ownFindings(type: string, fields: SqlNode): Generator<Finding> {
  if (DROPS.has(type)) yield { kind: 'drop' }
  if (type === 'TruncateStmt') yield { kind: 'truncate' }
  if (type === 'DoStmt')
    yield DESTRUCTIVE_WORDS.test(JSON.stringify(fields))
      ? { kind: 'destructive_words' }
      : { kind: 'code_block' }
  if (type === 'AlterTableStmt')
    for (const command of asList(fields.cmds)) {
      const { subtype, name } = asNode(asNode(command).AlterTableCmd)
      if (subtype === 'AT_DropColumn') yield { kind: 'drop_column', name: String(name) }
    }
  if (type === 'AlterDatabaseStmt' && closesDatabase(fields))
    yield { kind: 'blocks_connections', name: String(fields.dbname) }
}

interface Part {
  writes: boolean
  finding?: Finding
}

function* parts(statement: SqlNode): Generator<Part> {
  for (const [name, value] of fieldsIn(statement)) {
    const fields = asNode(value)
    if (name === 'FuncCall' || name === 'funccall') {
      const called = unknownFunction(fields)
      if (called !== undefined) yield { writes: false, finding: { kind: 'unknown_function', name: called } }
    } else if (WRITING_PARTS.has(name)) yield { writes: true, ...findingOfPart(name, fields) }
    // SELECT INTO creates a table, and row locks write to the rows.
    else if (name === 'intoClause' || name === 'lockingClause') yield { writes: true }
  }
}

function findingOfPart(name: string, fields: SqlNode): { finding?: Finding } {
  if (name === 'DeleteStmt') return { finding: { kind: 'delete' } }
  if (name === 'UpdateStmt' && fields.whereClause === undefined)
    return { finding: { kind: 'update_without_where' } }
  const deletes = asList(fields.mergeWhenClauses).some(
    (clause) => asNode(asNode(clause).MergeWhenClause).commandType === 'CMD_DELETE',
  )
  return deletes ? { finding: { kind: 'delete' } } : {}
}

/** The qualified name of a called function, unless it is built-in and harmless. */
function unknownFunction(call: SqlNode): string | undefined {
  const names = namesIn(call.funcname)
  const last = names.at(-1) ?? ''
  const isBuiltIn = names.length === 1 || names[0] === 'pg_catalog'
  return isBuiltIn && harmlessFunctions.has(last) ? undefined : names.join('.')
}

function sessionEffect(type: string, fields: SqlNode): SessionEffect | undefined {
  if (type === 'VariableSetStmt' && fields.is_local !== true)
    return fields.name === 'role' || fields.name === 'session_authorization' ? 'role' : 'setting'
  if (type !== 'TransactionStmt') return undefined
  const { kind, chain } = fields
  if (kind === 'TRANS_STMT_BEGIN' || kind === 'TRANS_STMT_START') return 'begin'
  const ends = kind === 'TRANS_STMT_COMMIT' || kind === 'TRANS_STMT_ROLLBACK' || kind === 'TRANS_STMT_PREPARE'
  return ends ? (chain === true ? 'begin' : 'end') : undefined
}

/** Whether EXPLAIN has ANALYZE, and not as an option that is off. */
const isAnalyzed = ({ options }: SqlNode) =>
  asList(options).some((option) => {
    const { defname, arg } = asNode(asNode(option).DefElem)
    return defname === 'analyze' && !isOff(asNode(arg))
  })

const closesDatabase = ({ options }: SqlNode) =>
  asList(options).some((option) => {
    const { defname, arg } = asNode(asNode(option).DefElem)
    if (defname === 'allow_connections') return isOff(asNode(arg))
    return defname === 'connection_limit' && asNode(asNode(arg).Integer).ival === undefined
  })

/** Whether a DefElem's argument is off: a word, false, or the number 0, whose value the tree omits. */
function isOff(value: SqlNode): boolean {
  const word = String(asNode(value.String).sval ?? '').toLowerCase()
  if (word === 'off' || word === 'false' || word === '0') return true
  if (value.Integer !== undefined) return asNode(value.Integer).ival === undefined
  return value.Boolean !== undefined && asNode(value.Boolean).boolval === undefined
}

function withoutRepetition(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  return findings.filter(({ kind, name = '' }) => {
    const key = `${kind} ${name}`
    return !seen.has(key) && seen.add(key)
  })
}
