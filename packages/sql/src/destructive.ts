import { Lexer, type SourceText } from './lexer.ts'
import { type Statement, splitStatements } from './split-statements.ts'

/**
 * The statements of a script that destroy data and should be confirmed: DROP, DELETE, TRUNCATE, ALTER TABLE that drops a
 * column, and UPDATE without WHERE; also inside WITH, after EXPLAIN ANALYZE, and as keywords of a DO block. Statements that
 * only define these for later, such as CREATE FUNCTION and PREPARE, do not count. Linear.
 */
export const destructiveStatements = (script: SourceText): Statement[] =>
  splitStatements(script).filter(({ text }) => isDestructive(text))

/** Commands that execute the statements inside them. All others only name verbs, like GRANT DELETE. */
const RUNS_ITS_PARTS = new Set(['with', 'select', 'insert', 'update', 'merge', 'copy', 'explain'])
const ALWAYS = new Set(['drop', 'delete', 'truncate'])
const ALTERS_COLUMNS = new Set(['table', 'foreign', 'type'])
/** What ALTER TABLE may drop besides a column; the keyword COLUMN is optional. */
const NO_COLUMN = new Set(['constraint', 'default', 'expression', 'identity', 'not'])
const DO_BLOCK = /\b(drop|truncate|delete\s+from)\b/i

/** The contents of a pair of parentheses, or the whole statement. */
interface Scope {
  /** Its first verb; undefined until it is read. */
  verb: string | undefined
  isUpdate: boolean
  hasWhere: boolean
}

const newScope = (): Scope => ({ verb: undefined, isUpdate: false, hasWhere: false })

/** Whether a single statement is destructive, as in `destructiveStatements`. */
export function isDestructive(statement: string): boolean {
  const tokens = significantTokens(statement)
  const first = tokens.next().value
  if (first?.kind !== 'word') return first?.text === '(' && partsAreDestructive('', statement)
  if (ALWAYS.has(first.text)) return true
  if (first.text === 'alter') return dropsColumn(tokens)
  if (first.text === 'do') return DO_BLOCK.test(statement)
  return RUNS_ITS_PARTS.has(first.text) && partsAreDestructive(first.text, statement)
}

function dropsColumn(tokens: Iterator<Token>): boolean {
  const what = tokens.next().value
  if (!what || !ALTERS_COLUMNS.has(what.text)) return false
  let previous = ''
  for (let { value } = tokens.next(); value; { value } = tokens.next()) {
    if (previous === 'drop' && !(value.kind === 'word' && NO_COLUMN.has(value.text))) return true
    previous = value.kind === 'word' ? value.text : ''
  }
  return false
}

function partsAreDestructive(command: string, statement: string): boolean {
  const outer: Scope[] = []
  let scope = newScope()
  let previous = ''
  let isAnalyzed = false
  for (const { kind, text } of significantTokens(statement)) {
    if (text === '(') {
      outer.push(scope)
      scope = newScope()
    } else if (text === ')') {
      if (changesEveryRow(scope)) return true
      scope = outer.pop() ?? newScope()
    } else if (kind === 'word') {
      isAnalyzed ||= text === 'analyze' || text === 'analyse'
      if (command === 'explain' && !isAnalyzed) continue
      if (text === 'from' && previous === 'delete' && scope.verb === 'delete') return true
      if (text === 'delete' && previous === 'then' && command === 'merge') return true
      if (!scope.verb || PREFIXES.has(scope.verb))
        scope.verb = MAIN_VERBS.has(text) ? text : (scope.verb ?? text)
      if (text === 'set' && scope.verb === 'update') scope.isUpdate = true
      if (text === 'where') scope.hasWhere = true
    }
    previous = kind === 'word' ? text : ''
  }
  return changesEveryRow(scope)
}

/** Keywords that precede the verb of a statement. */
const PREFIXES = new Set(['with', 'explain', 'analyze', 'analyse', 'verbose'])
const MAIN_VERBS = new Set(['select', 'values', 'table', 'insert', 'update', 'delete', 'merge'])

const changesEveryRow = ({ isUpdate, hasWhere }: Scope) => isUpdate && !hasWhere

interface Token {
  kind: Lexer['kind']
  /** In lower case if it is a word. */
  text: string
}

/** The tokens without whitespace and comments. The text of strings and numbers is empty. */
function* significantTokens(statement: string): Generator<Token, undefined> {
  const lexer = new Lexer(statement)
  while (lexer.next()) {
    const { kind, start, end } = lexer
    if (kind === 'space' || kind === 'comment') continue
    if (kind === 'word') yield { kind, text: statement.slice(start, end).toLowerCase() }
    else yield { kind, text: kind === 'symbol' ? statement.slice(start, end) : '' }
  }
}
