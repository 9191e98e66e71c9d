/** The session settings that statements change, by their names in lower case. */
export interface SettingChanges {
  names?: readonly string[]
  /** Those that are reset to the session's startup values; `*` for all. */
  resets?: readonly string[]
  /** Of the names, those that are set after their reset in the same text. */
  setAgain?: readonly string[]
}

const NONE: SettingChanges = {}

/** Forms of SET whose setting is not the word that follows. */
const SPELLED: Readonly<Record<string, string>> = {
  names: 'client_encoding',
  schema: 'search_path',
  'time zone': 'timezone',
  'xml option': 'xmloption',
  'session authorization': 'session_authorization',
  'transaction isolation': 'transaction_isolation',
}

const TRANSACTION_DEFAULTS = [
  'default_transaction_isolation',
  'default_transaction_read_only',
  'default_transaction_deferrable',
]

/** What a SET, RESET or DISCARD changes beyond its transaction, from its first tokens: words in lower case. */
export function changedSettings([verb, ...rest]: readonly string[]): SettingChanges {
  if (verb === 'discard') return rest[0] === 'all' ? { resets: ['*'] } : NONE
  if (verb === 'reset') return rest[0] === 'all' ? { resets: ['*'] } : { resets: nameAt(rest) }
  return verb === 'set' ? changedBySet(rest) : NONE
}

function changedBySet(tokens: readonly string[]): SettingChanges {
  const [first, second] = tokens
  if (first === 'local' || first === 'constraints' || first === 'transaction') return NONE
  if (first === 'session' && second === 'characteristics') return { names: TRANSACTION_DEFAULTS }
  const isScoped = first === 'session' && second !== 'authorization'
  const names = nameAt(isScoped ? tokens.slice(1) : tokens)
  return tokens.at(-1) === 'default' ? { resets: names } : { names }
}

/** The setting's name, which may be quoted and contain dots; empty when there is none. */
function nameAt(tokens: readonly string[]): string[] {
  const spelled =
    SPELLED[`${tokens[0]} ${tokens[1]}`] ?? (tokens[1] === '.' ? undefined : SPELLED[tokens[0] ?? ''])
  if (spelled) return [spelled]
  let name = unquoted(tokens[0] ?? '')
  for (let at = 1; tokens[at] === '.'; at += 2) name += `.${unquoted(tokens[at + 1] ?? '')}`
  return name === '' ? [] : [name]
}

const unquoted = (token: string) =>
  (token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token).toLowerCase()
