import { AI_FAILED, AI_NOT_CONFIGURED, sqlInAnswer } from '@basalt/contract/ai/ai.rules.ts'
import type { CodeToComplete, CompletionEvent } from '@basalt/contract/ai/ai.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { EDIT_TIMEOUT_MS, IDLE_TIMEOUT_MS } from './ai.rules.ts'
import { type ChatEndpoint, chat } from './chat-endpoint.ts'
import { aiError } from './chat-failure.ts'
import { completionMessages, textNamingTables } from './completion-messages.ts'
import type { SchemaFor } from './schema-reader.ts'

export interface AiDeps {
  /** Undefined when the installation has none. */
  endpoint: ChatEndpoint | undefined
  schemaFor: SchemaFor
  /** How long the endpoint may send nothing. */
  idleMs?: number | undefined
}

/** Writes SQL with the schema of the project's database. */
export function sqlWriter({ endpoint, schemaFor, idleMs = IDLE_TIMEOUT_MS }: AiDeps) {
  /** Throws `not_configured`, and what `chat` throws. */
  async function* write(
    project: Project,
    { completionMetadata: task }: CodeToComplete,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent> {
    if (!endpoint) throw new AppError('not_configured', AI_NOT_CONFIGURED)
    const messages = completionMessages(task, await schemaFor(project, textNamingTables(task)))
    let answer = ''
    for await (const text of chat(endpoint, { messages, signal, idleMs, totalMs: EDIT_TIMEOUT_MS })) {
      answer += text
      yield { type: 'text', text }
    }
    const replacement = sqlInAnswer(answer)
    if (replacement === '') throw aiError(`${AI_FAILED}: the answer contains no SQL. Rephrase your request.`)
    yield { type: 'end', replacement }
  }

  return { write }
}

export type SqlWriter = ReturnType<typeof sqlWriter>
