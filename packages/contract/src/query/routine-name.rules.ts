const NAME = '[\\p{L}_][\\p{L}\\p{N}_$]*|"(?:[^"]|"")+"'
const ROUTINE = new RegExp(`^(?:(${NAME})\\.)?(${NAME})$`, 'u')

/** A function's name as SQL has it, in its parts as PostgreSQL reads them: with a schema or without. Else undefined. */
export function routineParts(written: string): string[] | undefined {
  const [, ...parts] = ROUTINE.exec(written.trim()) ?? []
  if (parts.length === 0) return undefined
  return parts
    .filter((part) => part !== undefined)
    .map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.toLowerCase()))
}
