import { AppError } from '../../http/app-error.ts'
import { ANSWER_MAX, REFUSAL_READ } from './ai.rules.ts'
import { answerFailure, answerPieces, type ChatPiece, wholeAnswer } from './chat-answer.ts'
import { chatRefusal, refusesTools, tookTooLong, unreachable } from './chat-failure.ts'

/** Where an installation has SQL written: anything that speaks OpenAI's chat completions. */
export interface ChatEndpoint {
  /** With the version, such as `https://api.openai.com/v1`. */
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

/** A tool as a model is told of it. */
export interface ToolForModel {
  readonly name: string
  readonly description: string
  /** A JSON schema. */
  readonly parameters: object
}

interface Asking {
  messages: readonly ChatMessage[]
  tools?: readonly ToolForModel[]
  /** The caller has disconnected. */
  signal: AbortSignal
  /** How long nothing may come, and how long the answer may take in all. */
  silenceMs: number
  totalMs: number
}

/**
 * Asks, and yields the answer in the pieces it is written in. A model that knows no tools is asked without them. Throws
 * AppError `upstream_failed` or `rate_limited` with a message for the caller, and `gone` when the caller has
 * disconnected.
 */
export async function* converse(endpoint: ChatEndpoint, asking: Asking): AsyncGenerator<ChatPiece> {
  const clock = deadline(asking)
  try {
    const response = await request(endpoint, asking, clock.signal)
    clock.heard()
    yield* response.headers.get('content-type')?.startsWith('application/json')
      ? wholeAnswer(await textOf(response, ANSWER_MAX))
      : answerPieces(clock.hearing(response), endpoint.apiKey)
  } catch (error) {
    if (asking.signal.aborted) throw nobodyWaits()
    if (clock.signal.aborted) throw tookTooLong()
    throw answerFailure(error)
  } finally {
    clock.stop()
  }
}

/** Asks for an answer that is plain text. */
export async function* chat(endpoint: ChatEndpoint, asking: Omit<Asking, 'tools'>): AsyncGenerator<string> {
  for await (const piece of converse(endpoint, asking)) if (piece.kind === 'text') yield piece.text
}

async function request(
  endpoint: ChatEndpoint,
  { messages, tools = [] }: Pick<Asking, 'messages' | 'tools'>,
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
    // The key goes where the owner said, and nowhere else.
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable(error)
  })
  if (response.ok) return response
  const refusal = {
    status: response.status,
    body: await textOf(response, REFUSAL_READ).catch(() => ''),
    retryAfter: response.headers.get('retry-after'),
  }
  if (tools.length > 0 && refusesTools(refusal))
    return request(endpoint, { messages: withoutTools(messages) }, signal)
  throw chatRefusal(refusal, model, apiKey)
}

const withoutTools = (messages: readonly ChatMessage[]) =>
  messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return []
    if (message.role !== 'assistant') return [message]
    return message.content === '' ? [] : [{ role: 'assistant', content: message.content }]
  })

/** For the log: nobody is there to read it. */
const nobodyWaits = () => new AppError('gone', 'The caller has disconnected')

async function textOf(response: Response, max: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > max) break
  }
  return text
}

/** Aborts when the caller disconnects, when nothing arrives for too long, and when it takes too long overall. */
function deadline({ signal: gone, silenceMs, totalMs }: Asking) {
  const late = new AbortController()
  const abort = () => late.abort()
  const end = setTimeout(abort, totalMs)
  let silence = setTimeout(abort, silenceMs)
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(abort, silenceMs)
  }
  return {
    signal: AbortSignal.any([gone, late.signal]),
    heard,
    async *hearing(response: Response): AsyncGenerator<Uint8Array> {
      for await (const chunk of response.body ?? []) {
        heard()
        yield chunk
      }
    },
    stop() {
      clearTimeout(end)
      clearTimeout(silence)
    },
  }
}
