import { type ParseSql, SqlSyntaxError } from '../parser/parsed-statement.ts'
import { asNode, type SqlNode, statementOf } from '../parser/sql-node.ts'
import type { StatementEffects } from './statement-effects.ts'

/**
 * Whether a limit makes a statement bring fewer rows and changes nothing else: a SELECT that has none, locks no rows,
 * makes no table, changes nothing in a WITH, and calls no function whose calls might count.
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

/** Whether the text, with a limit put where it should go, is one SELECT with that limit. */
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
