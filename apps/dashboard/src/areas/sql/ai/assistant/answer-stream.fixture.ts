import type { AnswerEvent } from '@basalt/contract/ai/assistant.schema.ts'

/** What the server would say of an answer, event by event, as the test has it. */
export function openAnswer() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const send = (event: AnswerEvent) => writer.write(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
  return {
    response: new Response(readable),
    send,
    async says(text: string) {
      await send({ type: 'text-start', id: 't' })
      await send({ type: 'text-delta', id: 't', delta: text })
    },
    async ends() {
      await send({ type: 'finish' })
      await writer.close()
    },
    breaksOff: () => writer.close(),
  }
}
