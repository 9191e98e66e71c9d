/**
 * Yields the data of each server-sent event, however the bytes are split, and ignores the other fields. Throws
 * RangeError when one event has more than `max` characters.
 */
export async function* serverSentData(
  chunks: AsyncIterable<Uint8Array>,
  max: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  let size = 0
  const take = (line: string) => {
    if (!line.startsWith('data:')) return
    const text = line.slice('data:'.length).replace(/^ /, '')
    size += text.length
    data.push(text)
  }
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line !== '') take(line)
      else if (data.length > 0) {
        yield data.join('\n')
        data = []
        size = 0
      }
    }
    if (rest.length + size > max) throw new RangeError('An event is too long')
  }
  take(rest)
  if (data.length > 0) yield data.join('\n')
}
