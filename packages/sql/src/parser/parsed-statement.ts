import type { SqlNode } from './sql-node.ts'

/** One statement of a parsed text; `start` and `end` are UTF-16 indexes, without semicolon and outer comments. */
export interface ParsedStatement {
  readonly node: SqlNode
  readonly start: number
  readonly end: number
}

/** What PostgreSQL would say to a text before it looks at any table; `at` is a UTF-16 index. */
export class SqlSyntaxError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'SqlSyntaxError'
    this.at = at
  }
}

/** Throws SqlSyntaxError for what PostgreSQL refuses, and another Error when the parser itself broke down. */
export type ParseSql = (sql: string) => ParsedStatement[]
