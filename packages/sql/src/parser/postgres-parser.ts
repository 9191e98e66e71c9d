import open, { type LibpgQuery } from 'libpg-query/wasm/libpg-query.js'
import { indexOfCharacter } from '../characters.ts'
import { scanProblem } from '../scan-cost.ts'
import { type ParsedStatement, type ParseSql, SqlSyntaxError } from './parsed-statement.ts'
import type { SqlNode } from './sql-node.ts'
import { Utf8Offsets } from './utf8-offsets.ts'

/**
 * Loads PostgreSQL's own parser. `wasmUrl` is its URL for browsers; Node finds it in the package. A parser that failed, for
 * example on a text too long for its memory, is unusable: load another.
 */
export async function loadParser(wasmUrl?: string): Promise<ParseSql> {
  const library = await open(wasmUrl === undefined ? {} : { locateFile: () => wasmUrl })
  return (sql) => statementsOf(sql, parseTree(library, sql))
}

interface RawStatement {
  stmt: SqlNode
  /** In UTF-8 bytes; omitted if 0, which for the length means up to the end. */
  stmt_location?: number
  stmt_len?: number
}

/** Offsets in the structs of a result and of an error. */
const TREE = 0
const ERROR = 8
const MESSAGE = 0
const CURSOR = 16

function parseTree(library: LibpgQuery, sql: string): RawStatement[] {
  const problem = scanProblem(sql)
  if (problem) throw new SqlSyntaxError(problem.message, problem.at)
  const size = library.lengthBytesUTF8(sql) + 1
  const query = library._malloc(size)
  if (!query) throw new RangeError('The text is too long to be parsed')
  let result = 0
  try {
    library.stringToUTF8(sql, query, size)
    result = library._wasm_parse_query_raw(query)
    if (!result) throw new RangeError('The text is too long to be parsed')
    const error = library.getValue(result + ERROR, 'i32')
    if (error) throw syntaxError(library, error, sql)
    const tree = JSON.parse(library.UTF8ToString(library.getValue(result + TREE, 'i32'))) as {
      stmts?: RawStatement[]
    }
    return tree.stmts ?? []
  } finally {
    if (result) library._wasm_free_parse_result(result)
    library._free(query)
  }
}

function syntaxError(library: LibpgQuery, error: number, sql: string) {
  const position = library.getValue(error + CURSOR, 'i32')
  const message = library.UTF8ToString(library.getValue(error + MESSAGE, 'i32'))
  return new SqlSyntaxError(message, indexOfCharacter(sql, Math.max(position, 1)))
}

function statementsOf(sql: string, raw: readonly RawStatement[]): ParsedStatement[] {
  const offsets = new Utf8Offsets(sql)
  return raw.map(({ stmt, stmt_location = 0, stmt_len = 0 }) => {
    const start = offsets.indexOf(stmt_location)
    const end = stmt_len === 0 ? sql.length : offsets.indexOf(stmt_location + stmt_len)
    return { node: stmt, start, end }
  })
}
