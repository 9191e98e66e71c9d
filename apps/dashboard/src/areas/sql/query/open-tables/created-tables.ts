import { Lexer } from '@basalt/sql/lexer.ts'
import { readIdentifier } from '@basalt/sql/name-path.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'

/** The name of a table as a statement spells it. */
export interface CreatedTable {
  /** Undefined for an unqualified name, which the search path resolves. */
  readonly schema: string | undefined
  readonly name: string
}

/** The permanent tables that a script creates with CREATE TABLE or CREATE TABLE AS. */
export const createdTables = (script: string): CreatedTable[] =>
  splitStatements(script).flatMap(({ text }) => createdTable(text) ?? [])

/** Enough for `create global temporary table if not exists database.schema.name`. */
const TOKENS_READ = 12

function createdTable(statement: string): CreatedTable | undefined {
  const tokens = firstTokens(statement)
  const accept = (...words: string[]) => {
    const isNext = words.includes(tokens[0] ?? '')
    if (isNext) tokens.shift()
    return isNext
  }
  if (!accept('create')) return undefined
  accept('unlogged')
  if (!accept('table')) return undefined
  if (accept('if') && !(accept('not') && accept('exists'))) return undefined
  const path = [tokens.shift()]
  while (accept('.')) path.push(tokens.shift())
  const [name, schema] = path.reverse()
  if (name === undefined) return undefined
  return { schema: schema === undefined ? undefined : readIdentifier(schema), name: readIdentifier(name) }
}

/** Words in lower case; delimited identifiers and symbols as they are written. */
function firstTokens(text: string): string[] {
  const lexer = new Lexer(text)
  const tokens: string[] = []
  let quotedEnd = -1
  while (tokens.length < TOKENS_READ && lexer.next()) {
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    const token = text.slice(lexer.start, lexer.end)
    // The lexer cuts a delimited identifier at each doubled quote in it.
    if (lexer.kind === 'quoted' && lexer.start === quotedEnd) tokens.push(`${tokens.pop()}${token}`)
    else tokens.push(lexer.kind === 'word' ? token.toLowerCase() : token)
    if (lexer.kind === 'quoted') quotedEnd = lexer.end
  }
  return tokens
}
