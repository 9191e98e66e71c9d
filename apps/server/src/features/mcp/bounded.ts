/** Returns as many whole items as fit into `maxLength` characters of JSON, and their number. */
export function boundedList(items: readonly unknown[], maxLength: number): { json: string; count: number } {
  const parts: string[] = []
  let length = 2
  for (const item of items) {
    const part = JSON.stringify(item)
    length += part.length + 1
    if (length > maxLength) break
    parts.push(part)
  }
  return { json: `[${parts.join(',')}]`, count: parts.length }
}

/** Truncates a text, with a note at the end that says so. */
export function boundedText(text: string, maxLength: number) {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength).toWellFormed()}\n… cut off after ${maxLength} of ${text.length} characters. Ask for less.`
}
