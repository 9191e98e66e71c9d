import { Lexer } from './lexer.ts'
import { readIdentifier } from './name-path.ts'

/** A relation that a statement names, with its alias. */
export interface StatementSource {
  readonly schema: string | undefined
  readonly name: string
  readonly alias: string | undefined
}

/** Keywords that precede the name of a relation. */
const NAMES_RELATION = new Set(['from', 'join', 'update', 'into', 'using', 'table', 'only'])
/** Keywords that may follow a relation's name and are no alias. */
const NO_ALIAS = new Set(
  (
    'where set on using join left right inner full cross natural order group having limit offset fetch union except ' +
    'intersect returning values select for window tablesample default as when add drop alter rename with lateral and'
  ).split(' '),
)

interface Token {
  kind: 'name' | 'symbol' | 'other'
  text: string
  isQuoted: boolean
}

/**
 * The relations that a possibly incomplete statement names after FROM, JOIN, UPDATE, INTO and similar keywords, at any
 * depth. Linear.
 */
export function statementSources(statement: string): StatementSource[] {
  const tokens = significant(statement)
  const sources: StatementSource[] = []
  /** Whether a comma precedes another relation; `outer` holds the values outside each open parenthesis. */
  let isList = false
  const outer: boolean[] = []
  let at = 0
  while (at < tokens.length) {
    const { kind, text, isQuoted } = tokens[at]!
    at += 1
    if (kind === 'symbol' && text === '(') {
      outer.push(isList)
      isList = false
    } else if (kind === 'symbol' && text === ')') isList = outer.pop() ?? false
    const isWord = kind === 'name' && !isQuoted
    const isNext = kind === 'symbol' && text === ',' && isList
    if (isWord && NO_ALIAS.has(text) && text !== 'on') isList = false
    if (!isNext && !(isWord && NAMES_RELATION.has(text))) continue
    if (text === 'from') isList = true
    const read = sourceAt(tokens, at, text === 'into')
    if (!read) continue
    sources.push(read.source)
    at = read.next
  }
  return sources
}

function sourceAt(tokens: readonly Token[], from: number, hasColumnList: boolean) {
  let at = from
  const isWord = (text: string) =>
    tokens[at]?.kind === 'name' && !tokens[at]?.isQuoted && tokens[at]?.text === text
  if (isWord('only') || isWord('lateral')) at += 1
  const first = tokens[at]
  if (first?.kind !== 'name' || (!first.isQuoted && NO_ALIAS.has(first.text))) return undefined
  at += 1
  const parts = [first.text]
  while (tokens[at]?.text === '.' && tokens[at + 1]?.kind === 'name') {
    parts.push(tokens[at + 1]!.text)
    at += 2
  }
  // The columns of a function in FROM are unknown.
  if (!hasColumnList && tokens[at]?.text === '(' && tokens[at]?.kind === 'symbol') return undefined
  if (isWord('as')) at += 1
  const called = tokens[at]
  const isAlias = called?.kind === 'name' && (called.isQuoted || !NO_ALIAS.has(called.text))
  if (isAlias) at += 1
  const source: StatementSource = {
    schema: parts.at(-2),
    name: parts.at(-1)!,
    alias: isAlias ? called.text : undefined,
  }
  return { source, next: at }
}

function significant(statement: string): Token[] {
  const tokens: Token[] = []
  const lexer = new Lexer(statement)
  while (lexer.next()) {
    const { kind, start, end } = lexer
    if (kind === 'space' || kind === 'comment') continue
    const text = statement.slice(start, end)
    if (kind === 'word' || kind === 'quoted')
      tokens.push({ kind: 'name', text: readIdentifier(text), isQuoted: kind === 'quoted' })
    else tokens.push({ kind: kind === 'symbol' ? 'symbol' : 'other', text, isQuoted: false })
  }
  return tokens
}
