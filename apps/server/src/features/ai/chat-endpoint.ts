import { AppError } from '../../http/app-error.ts'
import type { ToolDefinition } from '../mcp/mcp.port.ts'
import { ANSWER_MAX, ERROR_BODY_MAX } from './ai.rules.ts'
import { answerFailure, answerPieces, type ChatPiece, wholeAnswer } from './chat-answer.ts'
import { chatRefusal, refusesTools, timedOut, unreachable } from './chat-failure.ts'

/** An endpoint compatible with OpenAI's chat completions. */
export interface ChatEndpoint {
  /** Includes the version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly model: string
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant'
      readonly content: string
      readonly tool_calls?: readonly {
        readonly id: string
        readonly type: 'function'
        readonly function: { readonly name: string; readonly arguments: string }
      }[]
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

interface ChatRequest {
  messages: readonly ChatMessage[]
  tools?: readonly ToolDefinition[]
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
  /** How long nothing may arrive, and how long the answer may take in total. */
  idleMs: number
  totalMs: number
}

/**
 * Sends the request and yields the answer in pieces. For a model that does not support tools the request is repeated
 * without them. Throws AppError `upstream_failed` or `rate_limited` with a message for the caller, and `gone` when the
 * caller has disconnected.
 */
export async function* converse(endpoint: ChatEndpoint, request: ChatRequest): AsyncGenerator<ChatPiece> {
  const clock = deadline(request)
  try {
    const response = await send(endpoint, request, clock.signal)
    clock.refresh()
    yield* response.headers.get('content-type')?.startsWith('application/json')
      ? wholeAnswer(await textOf(response, ANSWER_MAX))
      : answerPieces(clock.watch(response), endpoint.apiKey)
  } catch (error) {
    if (request.signal.aborted) throw callerDisconnected()
    if (clock.signal.aborted) throw timedOut()
    throw answerFailure(error)
  } finally {
    clock.stop()
  }
}

/** Yields the text of an answer. */
export async function* chat(
  endpoint: ChatEndpoint,
  request: Omit<ChatRequest, 'tools'>,
): AsyncGenerator<string> {
  for await (const piece of converse(endpoint, request)) if (piece.kind === 'text') yield piece.text
}

async function send(
  endpoint: ChatEndpoint,
  { messages, tools = [] }: Pick<ChatRequest, 'messages' | 'tools'>,
  signal: AbortSignal,
): Promise<Response> {
  const { baseUrl, apiKey, model } = endpoint
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model,
      messages,
      stream: true,
      ...(tools.length > 0 && { tools: tools.map((one) => ({ type: 'function', function: one })) }),
    }),
    // The key must not be sent to any other address.
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable(error)
  })
  if (response.ok) return response
  const refusal = {
    status: response.status,
    body: await textOf(response, ERROR_BODY_MAX).catch(() => ''),
    retryAfter: response.headers.get('retry-after'),
  }
  if (tools.length > 0 && refusesTools(refusal))
    return send(endpoint, { messages: withoutTools(messages) }, signal)
  throw chatRefusal(refusal, model, apiKey)
}

const withoutTools = (messages: readonly ChatMessage[]) =>
  messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return []
    if (message.role !== 'assistant') return [message]
    return message.content === '' ? [] : [{ role: 'assistant', content: message.content }]
  })

/** Only for the log. */
const callerDisconnected = () => new AppError('gone', 'The caller has disconnected')

async function textOf(response: Response, max: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > max) break
  }
  return text
}

/** Aborts when the caller disconnects, after `idleMs` without data, and after `totalMs`. */
function deadline({ signal, idleMs, totalMs }: ChatRequest) {
  const timeout = new AbortController()
  const abort = () => timeout.abort()
  const totalTimer = setTimeout(abort, totalMs)
  let idleTimer = setTimeout(abort, idleMs)
  const refresh = () => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(abort, idleMs)
  }
  return {
    signal: AbortSignal.any([signal, timeout.signal]),
    refresh,
    async *watch(response: Response): AsyncGenerator<Uint8Array> {
      for await (const chunk of response.body ?? []) {
        refresh()
        yield chunk
      }
    },
    stop() {
      clearTimeout(totalTimer)
      clearTimeout(idleTimer)
    },
  }
}
