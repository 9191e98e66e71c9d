import { Lexer } from '@basalt/sql/lexer.ts'
import { changedSettings, type SettingChanges } from './changed-settings.ts'
import { readSetConfig } from './set-config.ts'

/** What a text does to its session beyond the transaction. */
export interface StatementTraits extends SettingChanges {
  /** It is not supported where the next transaction may run in another session. */
  refused?: 'LISTEN' | 'PREPARE'
  /** It leaves something on this server connection that no other has: a temporary table, an advisory lock. */
  holdsSession?: true
  /** It reads the session's last value of a sequence. */
  readsSequence?: true
  /** It may drop every statement that is prepared on the connection. */
  clears?: true
  /** The text consists of one DEALLOCATE, of this statement. */
  deallocates?: string
  /** Every DEALLOCATE of a single statement up to the first DEALLOCATE ALL. */
  deallocations?: readonly Deallocation[]
}

/** A DEALLOCATE, and its range in the text. */
export interface Deallocation {
  name: string
  start: number
  end: number
}

/** The traits of most texts. */
export const NO_TRAITS: StatementTraits = {}

/** A text without any of these words has no traits, so most texts need no lexer. */
const TRAIT_WORDS =
  /\b(?:set|reset|listen|prepare|deallocate|discard|hold|temp|temporary|pg_temp|set_config|currval|lastval|pg_(?:try_)?advisory_lock\w*)\b/i

const LOCKS_SESSION = /^pg_(?:try_)?advisory_lock(?:_shared)?$/
/** How many tokens suffice to classify a statement and find the setting it names. */
const HEAD_TOKENS = 12

/** Whether a text certainly has no traits, decided without a lexer. */
export const isPlain = (sql: string): boolean => !TRAIT_WORDS.test(sql)

/** The traits of SQL given as bytes in a `latin1` string, in any encoding that leaves ASCII unchanged. */
export function traitsOf(sql: string): StatementTraits {
  if (isPlain(sql)) return NO_TRAITS
  const scan = new Scan()
  const lexer = new Lexer(sql)
  while (lexer.next()) {
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    const token = lexer.kind === 'string' ? "'" : sql.slice(lexer.start, lexer.end)
    if (token !== ';') scan.at(lexer.start, lexer.end)
    if (lexer.kind === 'word') scan.word(token.toLowerCase())
    else if (token === ';') scan.endStatement()
    else scan.other(token)
    if (lexer.kind === 'word' && token.toLowerCase() === 'set_config')
      scan.setConfig(readSetConfig(lexer, sql))
  }
  return scan.finish()
}

class Scan {
  #head: string[] = []
  #previous = ''
  #statements = 0
  #names = new Set<string>()
  #resets = new Set<string>()
  #setAgain = new Set<string>()
  #traits: StatementTraits = {}
  #makesTemporary = false
  /** Where the statement starts, and where its last token ends. */
  #start = 0
  #end = 0
  #deallocations: Deallocation[] = []
  #dropsAll = false

  /** Sets the range of the next token. */
  at(start: number, end: number) {
    if (this.#head.length === 0) this.#start = start
    this.#end = end
  }

  word(word: string) {
    this.#push(word)
    const [verb] = this.#head
    if (LOCKS_SESSION.test(word) || word === 'pg_temp') this.#traits.holdsSession = true
    else if (word === 'currval' || word === 'lastval') this.#traits.readsSequence = true
    else if (word === 'hold' && verb === 'declare' && this.#previous === 'with')
      this.#traits.holdsSession = true
    else if (word === 'temp' || word === 'temporary') {
      if (this.#previous === 'into' || (verb === 'create' && this.#head.length <= 5))
        this.#makesTemporary = true
    } else if (word === 'drop' && this.#previous === 'commit') this.#makesTemporary = false
    this.#previous = word
  }

  other(token: string) {
    this.#push(token)
    this.#previous = token
  }

  setConfig(call: ReturnType<typeof readSetConfig>) {
    if (call === 'unknown') this.#traits.holdsSession = true
    else if (call !== 'local') this.#set(call.name)
  }

  endStatement() {
    if (this.#head.length > 0) this.#classify(this.#head)
    this.#head = []
    this.#previous = ''
  }

  finish(): StatementTraits {
    this.endStatement()
    const [deallocation] = this.#deallocations
    if (deallocation) this.#traits.deallocations = this.#deallocations
    if (deallocation && this.#statements === 1) this.#traits.deallocates = deallocation.name
    if (this.#names.size > 0) this.#traits.names = [...this.#names]
    if (this.#resets.size > 0) this.#traits.resets = [...this.#resets]
    if (this.#setAgain.size > 0) this.#traits.setAgain = [...this.#setAgain]
    return Object.keys(this.#traits).length > 0 ? this.#traits : NO_TRAITS
  }

  #push(token: string) {
    if (this.#head.length < HEAD_TOKENS) this.#head.push(token)
  }

  #classify(head: string[]) {
    this.#statements += 1
    if (this.#makesTemporary) this.#traits.holdsSession = true
    this.#makesTemporary = false
    const [verb, second, third] = head
    if (verb === 'listen') this.#traits.refused = 'LISTEN'
    else if (verb === 'prepare' && second !== 'transaction') this.#traits.refused = 'PREPARE'
    else if (verb === 'deallocate' || (verb === 'discard' && second === 'all')) this.#traits.clears = true
    if (verb === 'deallocate') this.#deallocate(nameOf(second === 'prepare' ? third : second))
    const changes = changedSettings(head)
    for (const name of changes.names ?? []) this.#set(name)
    for (const name of changes.resets ?? []) this.#reset(name)
  }

  #deallocate(name: string | undefined) {
    if (name === undefined) this.#dropsAll = true
    else if (!this.#dropsAll) this.#deallocations.push({ name, start: this.#start, end: this.#end })
  }

  #set(name: string) {
    this.#names.add(name)
    if (this.#resets.has(name) || this.#resets.has('*')) this.#setAgain.add(name)
  }

  #reset(name: string) {
    this.#resets.add(name)
    if (name === '*') this.#setAgain.clear()
    else this.#setAgain.delete(name)
  }
}

/** The name of the statement; undefined for ALL. */
function nameOf(token: string | undefined): string | undefined {
  if (token === undefined || token === 'all') return undefined
  return token.startsWith('"') ? token.slice(1, -1) : token
}
