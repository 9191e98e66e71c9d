import { type ParseSql, SqlSyntaxError } from '../parser/parsed-statement.ts'
import { asNode, type SqlNode, statementOf } from '../parser/sql-node.ts'
import type { StatementEffects } from './statement-effects.ts'

/**
 * Whether a limit would only reduce the rows of a statement: a SELECT without a limit that locks no rows, creates no table,
 * writes nothing in a WITH, and calls no function with possible side effects.
 */
export function takesLimit(statement: SqlNode, { writes, findings }: StatementEffects): boolean {
  const { type, fields } = statementOf(statement)
  return (
    type === 'SelectStmt' &&
    fields.valuesLists === undefined &&
    !hasLimit(fields) &&
    !writes &&
    findings.length === 0
  )
}

/** Whether the text, after inserting a limit, is a single SELECT with a limit. */
export function isLimited(parse: ParseSql, sql: string): boolean {
  try {
    const [statement, ...others] = parse(sql)
    return others.length === 0 && statement !== undefined && hasLimit(statementOf(statement.node).fields)
  } catch (error) {
    if (error instanceof SqlSyntaxError) return false
    throw error
  }
}

const hasLimit = (select: SqlNode) => Object.keys(asNode(select.limitCount)).length > 0
