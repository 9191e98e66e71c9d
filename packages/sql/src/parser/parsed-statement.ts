import type { SqlNode } from './sql-node.ts'

/** One statement of a parsed text. `start` and `end` are UTF-16 indexes that exclude the semicolon and outer comments. */
export interface ParsedStatement {
  readonly node: SqlNode
  readonly start: number
  readonly end: number
}

/** PostgreSQL's syntax error for a text; `at` is a UTF-16 index. */
export class SqlSyntaxError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'SqlSyntaxError'
    this.at = at
  }
}

/** Throws SqlSyntaxError for invalid SQL, and another Error when the parser itself failed. */
export type ParseSql = (sql: string) => ParsedStatement[]
