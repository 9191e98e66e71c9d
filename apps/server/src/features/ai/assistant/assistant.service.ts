import { randomUUID } from 'node:crypto'
import { AI_NOT_CONFIGURED } from '@basalt/contract/ai/ai.rules.ts'
import type { AiLevel } from '@basalt/contract/ai/ai-level.rules.ts'
import type { AnswerEvent, ChatToContinue } from '@basalt/contract/ai/assistant.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { AppError } from '../../../http/app-error.ts'
import type { CallEndpoint } from '../../../http/on-behalf.ts'
import { CHAT_TIMEOUT_MS, IDLE_TIMEOUT_MS, STEPS_MAX, TOOL_CALLS_MAX } from '../ai.rules.ts'
import type { ToolCall } from '../chat-answer.ts'
import { type ChatEndpoint, type ChatMessage, converse } from '../chat-endpoint.ts'
import { aiError, timedOut } from '../chat-failure.ts'
import type { SchemaFor } from '../schema-reader.ts'
import { assistantPrompt, recentText } from './assistant-prompt.ts'
import { chatHistory } from './chat-history.ts'
import { textEvents } from './text-events.ts'
import type { AssistantToolSet } from './tool-set.ts'

export interface AssistantDeps {
  /** Undefined when the installation has none. */
  endpoint: ChatEndpoint | undefined
  tools: AssistantToolSet
  schemaFor: SchemaFor
}

/** A chat to answer, its project, and what the organization shares with AI. */
export interface AssistantRequest {
  project: Project
  level: AiLevel
  chat: ChatToContinue
  call: CallEndpoint
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/**
 * Answers chats about a project in a few steps: the model writes text and calls tools with the caller's permissions.
 * SQL is never run here: it is displayed to the user, and the answer ends with it.
 */
export function sqlAssistant({ endpoint, tools, schemaFor }: AssistantDeps) {
  /** Throws `not_configured`, and what `converse` throws. */
  return async function* answer({
    project,
    level,
    chat,
    call,
    signal,
  }: AssistantRequest): AsyncGenerator<AnswerEvent> {
    if (!endpoint) throw new AppError('not_configured', AI_NOT_CONFIGURED)
    const endsAt = performance.now() + CHAT_TIMEOUT_MS
    const schema = await schemaFor(project, recentText(chat.messages))
    const messages: ChatMessage[] = [
      { role: 'system', content: assistantPrompt(chat.chatName, schema) },
      ...chatHistory(chat.messages, level),
    ]
    for (let step = 1; step <= STEPS_MAX; step++) {
      const totalMs = endsAt - performance.now()
      if (totalMs <= 0) throw timedOut()
      const request = {
        messages,
        signal,
        idleMs: IDLE_TIMEOUT_MS,
        totalMs,
        // In the last step the model has to answer with what it knows.
        tools: step < STEPS_MAX ? tools.definitions : [],
      }
      const reply = yield* textEvents(converse(endpoint, request))
      if (reply.text === '' && reply.calls.length === 0 && step === 1)
        throw aiError('The AI endpoint returned an empty answer. Rephrase your question.')
      if (reply.calls.length === 0) return
      const calls = reply.calls
        .slice(0, TOOL_CALLS_MAX)
        .map((one) => ({ ...one, id: one.id || randomUUID() }))
      messages.push(callMessage(reply.text, calls))
      let isUsersTurn = false
      for (const { id: toolCallId, name: toolName, arguments: json } of calls) {
        const input = inputOf(json)
        yield { type: 'tool-input-available', toolCallId, toolName, input }
        const result = await tools.run(toolName, input, { ref: project.ref, level, call })
        isUsersTurn ||= result === undefined && toolName === 'execute_sql'
        const { text, isError } = result ?? { text: 'The user can see it.', isError: false }
        messages.push({ role: 'tool', tool_call_id: toolCallId, content: text.toWellFormed() })
        if (isError) yield { type: 'tool-output-error', toolCallId, errorText: text }
        else if (result) yield { type: 'tool-output-available', toolCallId, output: text }
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

/** Invalid JSON is passed to the tool as text, so that the tool reports what is wrong. */
function inputOf(json: string): unknown {
  if (json.trim() === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
