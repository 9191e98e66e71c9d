import { Lexer } from './lexer.ts'
import { quoteIdentifier, quoteLiteral } from './quote.ts'
import { BOOKKEEPING_SCHEMA } from './schema-owners.rules.ts'

/** The call of a guarded function that replaces a statement only superusers may run. */
export interface SuperuserWork {
  /** The command tag of the original statement. */
  command: string
  call: string
}

const LONGEST = 20_000
/** A cheap first check, because it runs for every statement. */
const SUBJECT = /extension|event|publication/i
const FIRST_WORDS = /^(?:create|drop|alter|comment)$/

/**
 * Recognizes the statements that need a superuser and for which a project's database has a guarded function: extensions,
 * event triggers, and publications for all tables. Undefined for everything else, including forms of these statements that
 * the functions do not cover; the server then refuses them.
 */
export function superuserWork(statement: string): SuperuserWork | undefined {
  if (statement.length > LONGEST || !SUBJECT.test(statement)) return undefined
  const words = wordsOf(statement)
  if (!words || !FIRST_WORDS.test(words[0]?.text ?? '')) return undefined
  for (const form of forms) {
    const work = form(new Reader(words))
    if (work) return work
  }
  return undefined
}

interface Word {
  /** Folded to lower case unless it was quoted. */
  text: string
  kind: 'name' | 'string' | 'symbol'
}

function wordsOf(statement: string): Word[] | undefined {
  const words: Word[] = []
  const lexer = new Lexer(statement)
  let end: number | undefined
  // The lexer ends a quoted text at a doubled quote and begins the next one there.
  const quoted = (kind: Word['kind'], text: string, start: number) => {
    const last = words.at(-1)
    if (last && end === start) last.text += text[0]! + text.slice(1, -1)
    else words.push({ text: text.slice(1, -1), kind })
    end = start + text.length
  }
  while (lexer.next()) {
    const text = statement.slice(lexer.start, lexer.end)
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    if (lexer.kind === 'word') words.push({ text: text.toLowerCase(), kind: 'name' })
    else if (lexer.kind === 'quoted' && text.startsWith('"')) quoted('name', text, lexer.start)
    else if (lexer.kind === 'string' && text.startsWith("'")) quoted('string', text, lexer.start)
    else if (lexer.kind === 'string' && /^e'/i.test(text)) {
      const value = escapedValue(text)
      if (value === undefined) return undefined
      words.push({ text: value, kind: 'string' })
    } else if (lexer.kind === 'symbol') words.push({ text, kind: 'symbol' })
    else return undefined
  }
  return words
}

/** The value of a string such as `E'a\\\\b'`; undefined when it has escapes other than of backslashes and quotes. */
function escapedValue(text: string): string | undefined {
  const body = text.slice(2, -1)
  return /^(?:[^\\']|\\\\|\\'|'')*$/.test(body) ? body.replace(/[\\']([\\'])/g, '$1') : undefined
}

/** Consumes words; every method returns whether or what it consumed. */
class Reader {
  readonly #words: Word[]
  #at = 0

  constructor(words: Word[]) {
    this.#words = words
  }

  take(...expected: string[]): boolean {
    const isThere = expected.every((text, index) => this.#words[this.#at + index]?.text === text)
    if (isThere) this.#at += expected.length
    return isThere
  }

  name = () => this.#of('name')
  string = () => this.#of('string')
  value = () => this.#of('string') ?? this.#of('name')

  list(): string[] | undefined {
    if (!this.take('(')) return undefined
    const values: string[] = []
    do values.push(this.#of('string') ?? '')
    while (this.take(','))
    return this.take(')') && values.every((value) => value !== '') ? values : undefined
  }

  isAtEnd = () => this.#at === this.#words.length

  #of(kind: Word['kind']): string | undefined {
    const word = this.#words[this.#at]
    if (word?.kind !== kind) return undefined
    this.#at += 1
    return word.text
  }
}

type Argument = string | boolean | string[] | null | undefined

const literal = (value: Exclude<Argument, undefined>): string =>
  value === null || typeof value === 'boolean'
    ? String(value)
    : Array.isArray(value)
      ? `array[${value.map(quoteLiteral).join(', ')}]`
      : quoteLiteral(value)

const work = (reader: Reader, command: string, name: string, given: Record<string, Argument>) => {
  if (!reader.isAtEnd()) return undefined
  const named = Object.entries(given).flatMap(([key, value]) =>
    value === undefined || value === false ? [] : `${key} => ${literal(value)}`,
  )
  return { command, call: `select ${BOOKKEEPING_SCHEMA}.${name}(${named.join(', ')})` }
}

/** What ALTER EVENT TRIGGER says of when it fires; longer ones first. */
const FIRINGS = [['enable', 'always'], ['enable', 'replica'], ['enable'], ['disable']]

const forms: ((reader: Reader) => SuperuserWork | undefined)[] = [
  (reader) => {
    if (!reader.take('create', 'extension')) return undefined
    const ifNotExists = reader.take('if', 'not', 'exists')
    const name = reader.name()
    if (name === undefined) return undefined
    reader.take('with')
    const given: Record<string, Argument> = { name, if_not_exists: ifNotExists }
    for (;;)
      if (reader.take('schema')) given.schema_name = reader.name()
      else if (reader.take('version')) given.version = reader.value()
      else if (reader.take('cascade')) given.cascade = true
      else break
    return work(reader, 'CREATE EXTENSION', 'create_extension', given)
  },
  (reader) => {
    if (!reader.take('drop', 'extension')) return undefined
    const if_exists = reader.take('if', 'exists')
    const name = reader.name()
    const cascade = reader.take('cascade')
    if (!cascade) reader.take('restrict')
    return name === undefined
      ? undefined
      : work(reader, 'DROP EXTENSION', 'drop_extension', { name, if_exists, cascade })
  },
  (reader) => {
    if (!reader.take('alter', 'extension')) return undefined
    const name = reader.name()
    if (name === undefined || !reader.take('update')) return undefined
    const version = reader.take('to') ? reader.value() : undefined
    return work(reader, 'ALTER EXTENSION', 'update_extension', { name, version })
  },
  (reader) => {
    if (!reader.take('create', 'event', 'trigger')) return undefined
    const name = reader.name()
    const event = reader.take('on') ? reader.name() : undefined
    const isFiltered = reader.take('when', 'tag', 'in')
    const tags = isFiltered ? reader.list() : undefined
    if (!name || !event || (isFiltered && !tags)) return undefined
    if (!reader.take('execute', 'function') && !reader.take('execute', 'procedure')) return undefined
    const first = reader.name()
    const second = reader.take('.') ? reader.name() : undefined
    if (!first || !reader.take('(', ')')) return undefined
    const function_name = [first, second].flatMap((part) => (part ? quoteIdentifier(part) : [])).join('.')
    return work(reader, 'CREATE EVENT TRIGGER', 'create_event_trigger', { name, event, function_name, tags })
  },
  (reader) => {
    if (!reader.take('drop', 'event', 'trigger')) return undefined
    const if_exists = reader.take('if', 'exists')
    const name = reader.name()
    return name === undefined
      ? undefined
      : work(reader, 'DROP EVENT TRIGGER', 'drop_event_trigger', { name, if_exists })
  },
  (reader) => {
    if (!reader.take('alter', 'event', 'trigger')) return undefined
    const name = reader.name()
    if (name === undefined) return undefined
    if (reader.take('rename', 'to')) {
      const new_name = reader.name()
      return new_name === undefined
        ? undefined
        : work(reader, 'ALTER EVENT TRIGGER', 'rename_event_trigger', { name, new_name })
    }
    const firing = FIRINGS.find((words) => reader.take(...words))?.join(' ')
    return firing === undefined
      ? undefined
      : work(reader, 'ALTER EVENT TRIGGER', 'alter_event_trigger', { name, firing })
  },
  (reader) => {
    if (!reader.take('comment', 'on', 'event', 'trigger')) return undefined
    const name = reader.name()
    if (name === undefined || !reader.take('is')) return undefined
    const description = reader.take('null') ? null : reader.string()
    return description === undefined
      ? undefined
      : work(reader, 'COMMENT', 'comment_on_event_trigger', { name, description })
  },
  (reader) => {
    if (!reader.take('create', 'publication')) return undefined
    const name = reader.name()
    if (name === undefined || !reader.take('for', 'all', 'tables')) return undefined
    return work(reader, 'CREATE PUBLICATION', 'create_publication_for_all_tables', { name })
  },
  (reader) => {
    if (!reader.take('drop', 'publication')) return undefined
    const if_exists = reader.take('if', 'exists')
    const name = reader.name()
    return name === undefined
      ? undefined
      : work(reader, 'DROP PUBLICATION', 'drop_publication', { name, if_exists })
  },
]
