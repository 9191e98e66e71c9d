/** Yields the lines of a response as they arrive, without empty ones. Ending the loop cancels the transfer. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield line
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
