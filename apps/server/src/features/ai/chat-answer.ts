import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import { ANSWER_MAX } from './ai.rules.ts'
import { aiError, messageIn, protocolError, streamError } from './chat-failure.ts'
import { serverSentData } from './server-sent-data.ts'

/** A model's call of a tool. */
export interface ToolCall {
  id: string
  name: string
  /** JSON, unless the model made a mistake. */
  arguments: string
}

/** A piece of a model's answer. The tool calls come last and complete. */
export type ChatPiece =
  | { kind: 'text'; text: string }
  | { kind: 'thought'; text: string }
  | { kind: 'calls'; calls: readonly ToolCall[] }

const CallPiece = z.object({
  index: z.number().int().min(0).max(100).nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})
type CallPiece = z.infer<typeof CallPiece>

const Message = z.object({
  content: z.string().nullish(),
  /** Two names for the same field. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(CallPiece).nullish(),
})

/** The fields read of an answer or of a piece of one. */
const Piece = z.object({
  choices: z
    .array(
      z.object({
        delta: Message.nullish(),
        message: Message.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
})

/** The pieces of an answer that is sent as server-sent events. */
export async function* answerPieces(
  chunks: AsyncIterable<Uint8Array>,
  secret: string | undefined,
): AsyncGenerator<ChatPiece> {
  const calls = callCollector()
  let length = 0
  let hasEnded = false
  for await (const data of serverSentData(chunks, ANSWER_MAX)) {
    if (data === '[DONE]') {
      hasEnded = true
      break
    }
    const error = messageIn(data)
    if (error !== '') throw streamError(error, secret)
    const [choice] = Piece.parse(JSON.parse(data)).choices
    const message = choice?.delta ?? choice?.message
    const thought = message?.reasoning_content ?? message?.reasoning ?? ''
    const text = message?.content ?? ''
    length += thought.length + text.length + calls.add(message?.tool_calls)
    if (length > ANSWER_MAX) throw tooLong()
    if (thought !== '') yield { kind: 'thought', text: thought }
    if (text !== '') yield { kind: 'text', text }
    hasEnded ||= isEnd(choice?.finish_reason)
  }
  if (!hasEnded) throw length === 0 ? protocolError() : interrupted()
  yield* calls.collected()
}

/** The pieces of an answer that is not streamed. */
export function* wholeAnswer(body: string): Generator<ChatPiece> {
  const [choice] = Piece.parse(JSON.parse(body)).choices
  const message = choice?.message
  const calls = callCollector()
  calls.add(message?.tool_calls)
  if (typeof message?.content !== 'string' && calls.isEmpty()) throw protocolError()
  isEnd(choice?.finish_reason)
  if (message?.content) yield { kind: 'text', text: message.content }
  yield* calls.collected()
}

/** Assembles tool calls that arrive in parts. Some endpoints give every call the same index, or none. */
function callCollector() {
  const calls: ToolCall[] = []
  const callOf = ({ index, id }: CallPiece): ToolCall => {
    const known = index === null || index === undefined ? calls.at(-1) : calls[index]
    if (known && (!id || known.id === id)) return known
    const call = { id: id ?? '', name: '', arguments: '' }
    calls.push(call)
    return call
  }
  return {
    /** Returns how many characters of arguments were added. */
    add(pieces: readonly CallPiece[] | null | undefined) {
      let length = 0
      for (const piece of pieces ?? []) {
        const call = callOf(piece)
        call.name += piece.function?.name ?? ''
        call.arguments += piece.function?.arguments ?? ''
        length += piece.function?.arguments?.length ?? 0
      }
      return length
    },
    isEmpty: () => calls.length === 0,
    *collected(): Generator<ChatPiece> {
      if (calls.length > 0) yield { kind: 'calls', calls }
    },
  }
}

/** Throws when the model stopped for any other reason than being done. */
function isEnd(reason: string | null | undefined): boolean {
  if (reason === 'length') throw tooLong()
  if (reason === 'content_filter') throw aiError('The AI endpoint declined to write this.')
  return reason !== null && reason !== undefined
}

const tooLong = () => aiError('The answer of the AI endpoint is too long. Ask for less at once.')
const interrupted = (cause?: unknown) =>
  aiError('The answer of the AI endpoint was interrupted. Try again.', cause)

/** Converts an error of reading an answer into one for the caller. */
export function answerFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof RangeError || error instanceof SyntaxError || error instanceof z.ZodError)
    return protocolError(error)
  return error instanceof TypeError ? interrupted(error) : (error as AppError)
}
