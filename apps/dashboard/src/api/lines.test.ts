import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const responseOf = (...chunks: Uint8Array[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    }),
  )

const collect = async (response: Response) => {
  const lines: string[] = []
  for await (const line of linesOf(response)) lines.push(line)
  return lines
}

test('lines stay whole wherever the chunks split, even inside a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"ä"}\n\n{"b":1}')
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(await collect(responseOf(bytes.slice(0, cut), bytes.slice(cut)))).toEqual(['{"a":"ä"}', '{"b":1}'])
})
