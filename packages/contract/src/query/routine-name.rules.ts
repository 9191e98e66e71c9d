const NAME = '[\\p{L}_][\\p{L}\\p{N}_$]*|"(?:[^"]|"")+"'
const ROUTINE = new RegExp(`^(?:(${NAME})\\.)?(${NAME})$`, 'u')

/** The parts of a function's name in SQL, folded as PostgreSQL does: `[schema, name]` or `[name]`. Undefined if invalid. */
export function routineParts(written: string): string[] | undefined {
  const [, ...parts] = ROUTINE.exec(written.trim()) ?? []
  if (parts.length === 0) return undefined
  return parts
    .filter((part) => part !== undefined)
    .map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.toLowerCase()))
}
