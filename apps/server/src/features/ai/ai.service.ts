import { AI_FAILED, AI_NOT_CONFIGURED, sqlInAnswer } from '@basalt/contract/ai/ai.rules.ts'
import type { CodeToComplete, CompletionEvent } from '@basalt/contract/ai/ai.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { EDIT_MS, SILENCE_MS } from './ai.rules.ts'
import { type ChatEndpoint, chat } from './chat-endpoint.ts'
import { failed } from './chat-failure.ts'
import { completionMessages, namedIn } from './completion-messages.ts'
import type { SchemaFor } from './schema-for.ts'

export interface AiDeps {
  /** Undefined where the installation has none. */
  endpoint: ChatEndpoint | undefined
  schemaFor: SchemaFor
  /** How long the endpoint may be silent. */
  silenceMs?: number | undefined
}

/** Writes SQL for the caller, with the schema of the project's database. */
export function sqlWriter({ endpoint, schemaFor, silenceMs = SILENCE_MS }: AiDeps) {
  /** Throws `not_configured`, and what `chat` throws. */
  async function* write(
    project: Project,
    { completionMetadata: task }: CodeToComplete,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent> {
    if (!endpoint) throw new AppError('not_configured', AI_NOT_CONFIGURED)
    const messages = completionMessages(task, await schemaFor(project, namedIn(task)))
    let answer = ''
    for await (const text of chat(endpoint, { messages, signal, silenceMs, totalMs: EDIT_MS })) {
      answer += text
      yield { type: 'text', text }
    }
    const replacement = sqlInAnswer(answer)
    if (replacement === '') throw failed(`${AI_FAILED}: the answer holds no SQL. Say it in other words.`)
    yield { type: 'end', replacement }
  }

  return { write }
}

export type SqlWriter = ReturnType<typeof sqlWriter>
