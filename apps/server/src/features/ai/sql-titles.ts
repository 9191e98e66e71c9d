import { shortTitle, titleInAnswer } from '@basalt/contract/ai/ai.rules.ts'
import { scriptTitle } from '@basalt/sql/analysis/script-title.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { withoutLiterals } from '@basalt/sql/without-literals.ts'
import { SILENCE_MS, TITLE_MS } from './ai.rules.ts'
import { type ChatEndpoint, chat } from './chat-endpoint.ts'
import { titleMessages } from './completion-messages.ts'

interface Deps {
  /** Undefined where the installation has none. */
  endpoint: ChatEndpoint | undefined
  /** Hears why the endpoint gave no title; the statements gave one then. */
  onFailed(error: unknown): void
}

/**
 * Finds titles for SQL. Nobody has asked for one, so the endpoint sees the SQL without its strings and comments; and
 * it is no failure when it gives none.
 */
export function sqlTitles({ endpoint, onFailed }: Deps) {
  let parser: Promise<ParseSql> | undefined

  const ownTitle = async (sql: string) => {
    parser ??= loadParser()
    try {
      return shortTitle(scriptTitle(sql, await parser))
    } catch (error) {
      // Of no more use, once broken.
      parser = undefined
      throw error
    }
  }

  const askedTitle = async (endpoint: ChatEndpoint, sql: string, signal: AbortSignal) => {
    let answer = ''
    const messages = titleMessages(withoutLiterals(sql, sql.length))
    for await (const piece of chat(endpoint, { messages, signal, silenceMs: SILENCE_MS, totalMs: TITLE_MS }))
      answer += piece
    return titleInAnswer(answer)
  }

  /** `mayAsk` when the SQL's owner lets the endpoint see it. */
  return async (sql: string, mayAsk: boolean, signal: AbortSignal): Promise<string> => {
    if (!endpoint || !mayAsk) return ownTitle(sql)
    try {
      return (await askedTitle(endpoint, sql, signal)) || (await ownTitle(sql))
    } catch (error) {
      if (signal.aborted) throw error
      onFailed(error)
      return ownTitle(sql)
    }
  }
}
