import { isDestructive } from '../destructive.ts'
import { type ParsedStatement, type ParseSql, SqlSyntaxError } from '../parser/parsed-statement.ts'
import { statementOf } from '../parser/sql-node.ts'
import { type Statement, splitStatements } from '../split-statements.ts'
import { isLimited, takesLimit } from './auto-limit.ts'
import { type AnalysedStatement, type ScriptAnalysis, type SqlProblem, withLimit } from './script-analysis.ts'
import { statementEffects } from './statement-effects.ts'

/**
 * Analyses a script with PostgreSQL's own parser. Statements that it refuses, and all statements without a parser, are
 * classified by their keywords alone. Linear in the length of the script.
 */
export function analyseScript(script: string, parse?: ParseSql): ScriptAnalysis {
  const pieces = splitStatements(script)
  if (!parse || pieces.length === 0) return analysedByKeywords(pieces)
  const parsed = parseTogether(script, pieces, parse) ?? parseEach(pieces, parse)
  const problems = parsed.flatMap(({ problem }) => problem ?? [])
  return {
    statements: parsed.map(({ piece, node }) => (node ? analysed(piece, node) : classifiedByKeywords(piece))),
    problems,
    limitAt: limitPosition(script, parsed, parse),
  }
}

interface Parsed {
  piece: Statement
  node: ParsedStatement['node'] | undefined
  problem?: SqlProblem
}

/** Parses the whole script at once; undefined when PostgreSQL refuses it. */
function parseTogether(script: string, pieces: readonly Statement[], parse: ParseSql): Parsed[] | undefined {
  try {
    const parsed = parse(script)
    if (parsed.length !== pieces.length)
      return parsed.map(({ node, start, end }) => ({
        piece: { text: script.slice(start, end), start, end },
        node,
      }))
    // Unlike the parser's ranges, pieces include the comment before a statement, which may hold planner hints.
    return parsed.map(({ node }, index) => ({ piece: pieces[index]!, node }))
  } catch (error) {
    if (error instanceof SqlSyntaxError) return undefined
    throw error
  }
}

const parseEach = (pieces: readonly Statement[], parse: ParseSql): Parsed[] =>
  pieces.map((piece) => {
    try {
      return { piece, node: parse(piece.text)[0]?.node }
    } catch (error) {
      if (!(error instanceof SqlSyntaxError)) throw error
      const problem = { message: error.message, at: piece.start + error.at }
      return { piece, node: undefined, problem }
    }
  })

function analysed(piece: Statement, node: ParsedStatement['node']): AnalysedStatement {
  const { type, fields } = statementOf(node)
  return {
    ...piece,
    ...statementEffects(node),
    type,
    isExplainable: EXPLAINABLE.has(type),
    isPreviewable: CHANGES_ROWS.has(type) && fields.returningClause === undefined,
  }
}

const CHANGES_ROWS = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

const EXPLAINABLE = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'ExecuteStmt',
  'CreateTableAsStmt',
  'DeclareCursorStmt',
])

function limitPosition(script: string, parsed: readonly Parsed[], parse: ParseSql): number | undefined {
  const [only, ...others] = parsed
  if (!only?.node || others.length > 0) return undefined
  if (!takesLimit(only.node, statementEffects(only.node))) return undefined
  const limitAt = only.piece.end
  return isLimited(parse, withLimit(script, { limitAt }, 1)) ? limitAt : undefined
}

const classifiedByKeywords = (piece: Statement): AnalysedStatement => {
  const isFound = isDestructive(piece.text)
  return {
    ...piece,
    type: '',
    writes: isFound,
    findings: isFound ? [{ kind: 'destructive_words' }] : [],
    session: undefined,
    isExplainable: false,
    isPreviewable: false,
  }
}

const analysedByKeywords = (pieces: readonly Statement[]): ScriptAnalysis => ({
  statements: pieces.map(classifiedByKeywords),
  problems: [],
  limitAt: undefined,
})
