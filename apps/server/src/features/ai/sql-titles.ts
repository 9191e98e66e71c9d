import { shortTitle, titleInAnswer } from '@basalt/contract/ai/ai.rules.ts'
import { scriptTitle } from '@basalt/sql/analysis/script-title.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { withoutLiterals } from '@basalt/sql/without-literals.ts'
import { IDLE_TIMEOUT_MS, TITLE_TIMEOUT_MS } from './ai.rules.ts'
import { type ChatEndpoint, chat } from './chat-endpoint.ts'
import { titleMessages } from './completion-messages.ts'

interface Deps {
  /** Undefined when the installation has none. */
  endpoint: ChatEndpoint | undefined
  /** Receives the error when the endpoint returned no title. */
  onFailed(error: unknown): void
}

/**
 * Returns titles for SQL. Titles are not requested by users, so the endpoint receives the SQL without its strings and
 * comments, and when it fails the title is derived from the statements.
 */
export function sqlTitles({ endpoint, onFailed }: Deps) {
  let parser: Promise<ParseSql> | undefined

  const titleFromStatements = async (sql: string) => {
    parser ??= loadParser()
    try {
      return shortTitle(scriptTitle(sql, await parser))
    } catch (error) {
      // A broken parser is of no further use.
      parser = undefined
      throw error
    }
  }

  const titleByModel = async (endpoint: ChatEndpoint, sql: string, signal: AbortSignal) => {
    let answer = ''
    const messages = titleMessages(withoutLiterals(sql, sql.length))
    for await (const piece of chat(endpoint, {
      messages,
      signal,
      idleMs: IDLE_TIMEOUT_MS,
      totalMs: TITLE_TIMEOUT_MS,
    }))
      answer += piece
    return titleInAnswer(answer)
  }

  /** `mayUseEndpoint`: whether the organization shares the SQL with AI. */
  return async (sql: string, mayUseEndpoint: boolean, signal: AbortSignal): Promise<string> => {
    if (!endpoint || !mayUseEndpoint) return titleFromStatements(sql)
    try {
      return (await titleByModel(endpoint, sql, signal)) || (await titleFromStatements(sql))
    } catch (error) {
      if (signal.aborted) throw error
      onFailed(error)
      return titleFromStatements(sql)
    }
  }
}
