import { z } from 'zod'
import type { AppError } from '../../http/app-error.ts'
import { ANSWER_MAX, REFUSAL_READ } from './ai.rules.ts'
import {
  chatRefusal,
  chatTrouble,
  failed,
  messageIn,
  notTheProtocol,
  tookTooLong,
  unreachable,
} from './chat-failure.ts'
import { serverSentData } from './server-sent-data.ts'

/** Where an installation has SQL written: anything that speaks OpenAI's chat completions. */
export interface ChatEndpoint {
  /** With the version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly model: string
}

export interface ChatMessage {
  readonly role: 'system' | 'user'
  readonly content: string
}

interface Asking {
  messages: readonly ChatMessage[]
  /** Whoever asked has gone. */
  signal: AbortSignal
  /** How long nothing may come, and how long the answer may take in all. */
  silenceMs: number
  totalMs: number
}

/** As much of an answer or a part of one as is read. */
const Piece = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        message: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
})

/**
 * Asks, and yields the answer in the pieces it is written in.
 * Throws AppError `upstream_failed` or `rate_limited` in words for whoever asked; when they have gone, anything.
 */
export async function* chat(endpoint: ChatEndpoint, asking: Asking): AsyncGenerator<string> {
  const clock = deadline(asking)
  try {
    const response = await request(endpoint, asking.messages, clock.signal)
    clock.heard()
    yield* response.headers.get('content-type')?.startsWith('application/json')
      ? wholeAnswer(await textOf(response, ANSWER_MAX))
      : answerPieces(clock.hearing(response), endpoint.apiKey)
  } catch (error) {
    if (asking.signal.aborted) throw asking.signal.reason
    if (clock.signal.aborted) throw tookTooLong()
    throw inWords(error)
  } finally {
    clock.stop()
  }
}

async function request(
  { baseUrl, apiKey, model }: ChatEndpoint,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
) {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, messages, stream: true }),
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
  throw chatRefusal(refusal, model, apiKey)
}

async function* answerPieces(chunks: AsyncIterable<Uint8Array>, secret: string | undefined) {
  let length = 0
  let hasEnded = false
  for await (const data of serverSentData(chunks, ANSWER_MAX)) {
    if (data === '[DONE]') {
      hasEnded = true
      break
    }
    const trouble = messageIn(data)
    if (trouble !== '') throw chatTrouble(trouble, secret)
    const [choice] = Piece.parse(JSON.parse(data)).choices
    const text = choice?.delta?.content ?? choice?.message?.content ?? ''
    length += text.length
    if (length > ANSWER_MAX) throw tooLong()
    if (text !== '') yield text
    hasEnded ||= isEnd(choice?.finish_reason)
  }
  if (!hasEnded) throw length === 0 ? notTheProtocol() : brokenOff()
}

/** For an endpoint that does not stream. */
function* wholeAnswer(body: string) {
  const [choice] = Piece.parse(JSON.parse(body)).choices
  const text = choice?.message?.content
  if (typeof text !== 'string') throw notTheProtocol()
  isEnd(choice?.finish_reason)
  yield text
}

/** Throws when the model stopped for another reason than that it was done. */
function isEnd(reason: string | null | undefined): boolean {
  if (reason === 'length') throw tooLong()
  if (reason === 'content_filter') throw failed('The AI endpoint declined to write this.')
  return reason !== null && reason !== undefined
}

const tooLong = () => failed('The answer of the AI endpoint is too long. Ask for less at once.')
const brokenOff = (cause?: unknown) => failed('The answer of the AI endpoint broke off. Try again.', cause)

function inWords(error: unknown): AppError {
  if (error instanceof RangeError || error instanceof SyntaxError || error instanceof z.ZodError)
    return notTheProtocol(error)
  return error instanceof TypeError ? brokenOff(error) : (error as AppError)
}

async function textOf(response: Response, max: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > max) break
  }
  return text
}

/** Aborts when whoever asked has gone, when nothing came for too long, and when it all takes too long. */
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
