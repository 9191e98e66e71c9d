import { Scanner } from './scanner.ts'

/** Parses a list of column names such as `id,"a,b"`. Throws PGRST100. */
export function parseColumns(text: string, what: string): string[] {
  const scanner = new Scanner(what, text)
  const names: string[] = []
  do {
    scanner.spaces()
    names.push(scanner.name())
    scanner.spaces()
  } while (scanner.take(','))
  scanner.expectEnd()
  return names
}
