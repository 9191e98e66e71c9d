import { randomUUID } from 'node:crypto'
import type { AnswerEvent } from '@basalt/contract/ai/assistant.schema.ts'
import type { ChatPiece, ToolCall } from '../chat-answer.ts'

type Kind = 'text' | 'reasoning'

/** Yields the start, delta and end events of an answer; returns its whole text and the tool calls. */
export async function* textEvents(
  pieces: AsyncIterable<ChatPiece>,
): AsyncGenerator<AnswerEvent, { text: string; calls: readonly ToolCall[] }> {
  let open: { kind: Kind; id: string } | undefined
  let text = ''
  let calls: readonly ToolCall[] = []
  for await (const piece of pieces) {
    if (piece.kind === 'calls') {
      calls = piece.calls
      continue
    }
    const kind: Kind = piece.kind === 'text' ? 'text' : 'reasoning'
    if (open && open.kind !== kind) {
      yield { type: `${open.kind}-end`, id: open.id }
      open = undefined
    }
    if (!open) {
      open = { kind, id: randomUUID() }
      yield { type: `${kind}-start`, id: open.id }
    }
    if (kind === 'text') text += piece.text
    yield { type: `${kind}-delta`, id: open.id, delta: piece.text }
  }
  if (open) yield { type: `${open.kind}-end`, id: open.id }
  return { text, calls }
}
