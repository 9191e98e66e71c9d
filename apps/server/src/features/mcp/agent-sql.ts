import type { AnalysedStatement } from '@basalt/sql/analysis/script-analysis.ts'
import { isDestructive } from '@basalt/sql/destructive.ts'
import { analysedScript } from '../../platform/sql-analysis.ts'

/** Statement types that run without confirmation, in a read-only transaction. */
const PLAIN_READS = new Set(['SelectStmt', 'ExplainStmt', 'VariableShowStmt', 'VariableSetStmt'])

/**
 * Prepended to SQL that seems to only read. If a view, operator or function writes after all, the transaction refuses
 * it. The query takes the snapshot, after which no transaction can become read-write.
 */
export const READ_ONLY_PREFIX = 'begin read only; select 1; '

/** SQLSTATE of a write in such a transaction. */
export const READ_ONLY_SQL_TRANSACTION = '25006'

/** A script that needs the user's confirmation. */
export interface SqlToConfirm {
  /** Why the most serious statement needs confirmation. */
  why: 'destroys' | 'writes' | 'unknown'
  /** The whole script, which runs once accepted; the statements to confirm come first. */
  statements: string[]
}

/** Undefined for a script that only reads, as far as its text shows. SQL that cannot be parsed needs confirmation. */
export async function sqlToConfirm(script: string): Promise<SqlToConfirm | undefined> {
  const all = [...(await analysedScript(script)).statements]
  const found = all.filter((statement) => !isPlainRead(statement))
  if (found.length === 0) return undefined
  const statements = [...found, ...all.filter(isPlainRead)].map(({ text }) => text)
  if (found.some(({ text }) => isDestructive(text))) return { why: 'destroys', statements }
  return { why: found.some(({ writes }) => writes) ? 'writes' : 'unknown', statements }
}

const isPlainRead = ({ type, writes, findings }: AnalysedStatement) =>
  PLAIN_READS.has(type) && !writes && findings.length === 0
