import { randomUUID } from 'node:crypto'
import { AI_NOT_CONFIGURED } from '@basalt/contract/ai/ai.rules.ts'
import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { AnswerEvent, ChatToContinue } from '@basalt/contract/ai/assistant.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { AppError } from '../../../http/app-error.ts'
import type { CallPlatform } from '../../../http/on-behalf.ts'
import { CALLS_AT_ONCE, CHAT_MS, SILENCE_MS, STEPS_MAX } from '../ai.rules.ts'
import type { ToolCall } from '../chat-answer.ts'
import { type ChatEndpoint, type ChatMessage, converse } from '../chat-endpoint.ts'
import { failed, tookTooLong } from '../chat-failure.ts'
import type { SchemaFor } from '../schema-for.ts'
import { askedAbout, assistantPrompt } from './assistant-prompt.ts'
import { chatHistory } from './chat-history.ts'
import { textEvents } from './text-events.ts'
import type { AssistantToolSet } from './tool-set.ts'

export interface AssistantDeps {
  /** Undefined where the installation has none. */
  endpoint: ChatEndpoint | undefined
  tools: AssistantToolSet
  schemaFor: SchemaFor
}

/** A chat to be answered, where, and as far as which level. */
export interface Asked {
  project: Project
  level: AiLevel
  chat: ChatToContinue
  call: CallPlatform
  /** The caller has disconnected. */
  gone: AbortSignal
}

/**
 * Answers chats about a project: the model says what it has to say, looks things up as the caller, and says more, for
 * a few steps. SQL is never run here: it is shown to the user, and the answer ends with it.
 */
export function sqlAssistant({ endpoint, tools, schemaFor }: AssistantDeps) {
  /** Throws `not_configured`, and what `converse` throws. */
  return async function* answer({ project, level, chat, call, gone }: Asked): AsyncGenerator<AnswerEvent> {
    if (!endpoint) throw new AppError('not_configured', AI_NOT_CONFIGURED)
    const endsAt = performance.now() + CHAT_MS
    const schema = await schemaFor(project, askedAbout(chat.messages))
    const messages: ChatMessage[] = [
      { role: 'system', content: assistantPrompt(chat.chatName, schema) },
      ...chatHistory(chat.messages, level),
    ]
    for (let step = 1; step <= STEPS_MAX; step++) {
      const totalMs = endsAt - performance.now()
      if (totalMs <= 0) throw tookTooLong()
      const asking = {
        messages,
        signal: gone,
        silenceMs: SILENCE_MS,
        totalMs,
        // In the last step it has to answer with what it knows.
        tools: step < STEPS_MAX ? tools.described : [],
      }
      const said = yield* textEvents(converse(endpoint, asking))
      if (said.text === '' && said.calls.length === 0 && step === 1)
        throw failed('The AI endpoint said nothing. Ask in other words.')
      if (said.calls.length === 0) return
      const calls = said.calls.slice(0, CALLS_AT_ONCE).map((one) => ({ ...one, id: one.id || randomUUID() }))
      messages.push(callMessage(said.text, calls))
      let isUsersTurn = false
      for (const { id: toolCallId, name: toolName, arguments: json } of calls) {
        const input = inputOf(json)
        yield { type: 'tool-input-available', toolCallId, toolName, input }
        const looked = await tools.run(toolName, input, { ref: project.ref, level, call })
        isUsersTurn ||= looked === undefined && toolName === 'execute_sql'
        const { text, isError } = looked ?? { text: 'The user sees it.', isError: false }
        messages.push({ role: 'tool', tool_call_id: toolCallId, content: text.toWellFormed() })
        if (isError) yield { type: 'tool-output-error', toolCallId, errorText: text }
        else if (looked) yield { type: 'tool-output-available', toolCallId, output: text }
      }
      if (isUsersTurn) return
    }
  }
}

export type SqlAssistant = ReturnType<typeof sqlAssistant>

const callMessage = (content: string, calls: readonly ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content,
  tool_calls: calls.map(({ id, name, arguments: json }) => ({
    id,
    type: 'function',
    function: { name, arguments: json || '{}' },
  })),
})

/** What is no JSON reaches the tool as it is, which then says what is wrong with it. */
function inputOf(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
