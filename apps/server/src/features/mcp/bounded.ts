/** As many whole items as fit into so many characters of JSON, and how many that are. */
export function boundedList(items: readonly unknown[], maxLength: number): { json: string; shown: number } {
  const parts: string[] = []
  let length = 2
  for (const item of items) {
    const part = JSON.stringify(item)
    length += part.length + 1
    if (length > maxLength) break
    parts.push(part)
  }
  return { json: `[${parts.join(',')}]`, shown: parts.length }
}

/** A text with an end that says so when it was cut off. */
export function boundedText(text: string, maxLength: number) {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength).toWellFormed()}\n… cut off after ${maxLength} of ${text.length} characters. Ask for less.`
}
