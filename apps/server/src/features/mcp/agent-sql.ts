import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import type { AnalysedStatement } from '@basalt/sql/analysis/script-analysis.ts'
import { isDestructive } from '@basalt/sql/destructive.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'

/** SQL that may run without confirmation, in a transaction that PostgreSQL keeps from writing. */
const PLAIN_READS = new Set(['SelectStmt', 'ExplainStmt', 'VariableShowStmt', 'VariableSetStmt'])

/**
 * Prepended to SQL that seems to only read. Views, operators and functions with known names may hide a write, which the
 * transaction then refuses; the query takes the snapshot, after which no transaction can become read-write.
 */
export const READ_ONLY_FENCE = 'begin read only; select 1; '

/** SQLSTATE of a write in such a transaction. */
export const READ_ONLY_SQL_TRANSACTION = '25006'

/** A script that needs a person's confirmation. */
export interface QuestionedSql {
  /** Why the most serious of them needs confirmation. */
  why: 'destroys' | 'writes' | 'unknown'
  /** The whole script, which runs once they accept; the statements to confirm come first. */
  statements: string[]
}

let parser: Promise<ParseSql> | undefined

/**
 * Undefined for a script that only reads, as far as its text shows. SQL that cannot be parsed needs confirmation too.
 */
export async function questionedSql(script: string): Promise<QuestionedSql | undefined> {
  const all = await analysed(script)
  const found = all.filter((statement) => !isPlainRead(statement))
  if (found.length === 0) return undefined
  const statements = [...found, ...all.filter(isPlainRead)].map(({ text }) => text)
  if (found.some(({ text }) => isDestructive(text))) return { why: 'destroys', statements }
  return { why: found.some(({ writes }) => writes) ? 'writes' : 'unknown', statements }
}

const isPlainRead = ({ type, writes, findings }: AnalysedStatement) =>
  PLAIN_READS.has(type) && !writes && findings.length === 0

async function analysed(script: string) {
  parser ??= loadParser()
  try {
    return analyseScript(script, await parser).statements
  } catch {
    // A text that is too long breaks the parser. Judged by its words, everything needs confirmation.
    parser = undefined
    return analyseScript(script).statements
  }
}
