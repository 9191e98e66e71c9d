import { quoteIdentifier, quoteLiteral } from '@basalt/sql/quote.ts'

/** Settings whose value is a list of names, each of which is quoted by itself: GUC_LIST_QUOTE in PostgreSQL. */
const LISTS_OF_NAMES = [
  'search_path',
  'temp_tablespaces',
  'local_preload_libraries',
  'session_preload_libraries',
  'shared_preload_libraries',
  'unix_socket_directories',
]

const isListOfNames = (name: string) => LISTS_OF_NAMES.includes(name.toLowerCase())

export function settingProblem(name: string, value: string): string | undefined {
  if (name.trim() === '') return 'Name the setting'
  if (!/^[a-z_][\w$]*(?:\.[a-z_][\w$]*)*$/i.test(name))
    return 'A setting is named by letters, digits and dots.'
  return isListOfNames(name) && namesOf(value) === undefined
    ? 'Write names with commas between them.'
    : undefined
}

/** `set "name" to …`, as a clause of a function. */
export function setClause({ name, value }: { readonly name: string; readonly value: string }): string {
  const names = isListOfNames(name) ? namesOf(value) : undefined
  const path = name.split('.').map(quoteIdentifier).join('.')
  return `set ${path} to ${(names ?? [value]).map(quoteLiteral).join(', ')}`
}

const NAME = /\s*(?:"((?:[^"]|"")+)"|'((?:[^']|'')*)'|([^\s,"']+))\s*(,|$)/y

/** The names of a list, unquoted; one empty name for an empty list. Undefined for what is no list of names. */
function namesOf(value: string): string[] | undefined {
  if (/^\s*(?:"")?\s*$/.test(value)) return ['']
  const names: string[] = []
  NAME.lastIndex = 0
  for (;;) {
    const found = NAME.exec(value)
    if (!found) return undefined
    const [, quoted, literal, word, separator] = found
    names.push(quoted?.replaceAll('""', '"') ?? literal?.replaceAll("''", "'") ?? word!.toLowerCase())
    if (separator === '') return names
  }
}
