import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import { ANSWER_MAX } from './ai.rules.ts'
import { chatTrouble, failed, messageIn, notTheProtocol } from './chat-failure.ts'
import { serverSentData } from './server-sent-data.ts'

/** A tool that a model wants to be used. */
export interface ToolCall {
  id: string
  name: string
  /** JSON, as far as the model can write it. */
  arguments: string
}

/** What a model says, in the pieces it comes in; the calls come last and whole. */
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

const Said = z.object({
  content: z.string().nullish(),
  /** Two names for thinking aloud. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(CallPiece).nullish(),
})

/** As much of an answer or a part of one as is read. */
const Piece = z.object({
  choices: z
    .array(
      z.object({
        delta: Said.nullish(),
        message: Said.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
})

/** An answer that comes as server-sent events. */
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
    const trouble = messageIn(data)
    if (trouble !== '') throw chatTrouble(trouble, secret)
    const [choice] = Piece.parse(JSON.parse(data)).choices
    const said = choice?.delta ?? choice?.message
    const thought = said?.reasoning_content ?? said?.reasoning ?? ''
    const text = said?.content ?? ''
    length += thought.length + text.length + calls.add(said?.tool_calls)
    if (length > ANSWER_MAX) throw tooLong()
    if (thought !== '') yield { kind: 'thought', text: thought }
    if (text !== '') yield { kind: 'text', text }
    hasEnded ||= isEnd(choice?.finish_reason)
  }
  if (!hasEnded) throw length === 0 ? notTheProtocol() : brokenOff()
  yield* calls.whole()
}

/** The answer of an endpoint that does not stream. */
export function* wholeAnswer(body: string): Generator<ChatPiece> {
  const [choice] = Piece.parse(JSON.parse(body)).choices
  const said = choice?.message
  const calls = callCollector()
  calls.add(said?.tool_calls)
  if (typeof said?.content !== 'string' && calls.isEmpty()) throw notTheProtocol()
  isEnd(choice?.finish_reason)
  if (said?.content) yield { kind: 'text', text: said.content }
  yield* calls.whole()
}

/** Puts calls together that come in parts. Some endpoints give every call the same index, or none. */
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
    /** How many characters they brought. */
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
    *whole(): Generator<ChatPiece> {
      if (calls.length > 0) yield { kind: 'calls', calls }
    },
  }
}

/** Throws when the model stopped for another reason than that it was done. */
function isEnd(reason: string | null | undefined): boolean {
  if (reason === 'length') throw tooLong()
  if (reason === 'content_filter') throw failed('The AI endpoint declined to write this.')
  return reason !== null && reason !== undefined
}

const tooLong = () => failed('The answer of the AI endpoint is too long. Ask for less at once.')
const brokenOff = (cause?: unknown) => failed('The answer of the AI endpoint broke off. Try again.', cause)

/** Why reading an answer failed, as an error for the caller. */
export function answerFailure(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof RangeError || error instanceof SyntaxError || error instanceof z.ZodError)
    return notTheProtocol(error)
  return error instanceof TypeError ? brokenOff(error) : (error as AppError)
}
