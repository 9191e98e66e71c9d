import type { AnswerEvent } from '@basalt/contract/ai/assistant.schema.ts'

/** An answer that the test streams event by event, as the server would. */
export function openAnswer() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const send = (event: AnswerEvent) => writer.write(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
  return {
    response: new Response(readable),
    send,
    async write(text: string) {
      await send({ type: 'text-start', id: 't' })
      await send({ type: 'text-delta', id: 't', delta: text })
    },
    async end() {
      await send({ type: 'finish' })
      await writer.close()
    },
    disconnect: () => writer.close(),
  }
}
