import { Lexer } from '@basalt/sql/lexer.ts'
import { changedSettings, type SettingChanges } from './changed-settings.ts'
import { readSetConfig } from './set-config.ts'

/** What a text does to the session it runs in, beyond its transaction. */
export interface StatementTraits extends SettingChanges {
  /** It cannot work where the next transaction may have another session. */
  refused?: 'LISTEN' | 'PREPARE'
  /** It leaves something that only this very server connection has: a temporary table, an advisory lock. */
  isHolding?: true
  /** It asks which value of a sequence the session saw last. */
  asksSequence?: true
  /** It may drop every statement that is prepared on the connection. */
  clears?: true
  /** The text is this one DEALLOCATE and nothing else. */
  deallocates?: string
  /** Every DEALLOCATE of one statement; none behind DEALLOCATE ALL, which leaves none. */
  deallocations?: readonly Deallocation[]
}

/** A DEALLOCATE, and where in the text it begins and ends. */
export interface Deallocation {
  name: string
  start: number
  end: number
}

/** Of most texts. */
export const NO_TRAITS: StatementTraits = {}

/** Texts without any of these have no traits: most texts are done here. */
const WORTH_A_LOOK =
  /\b(?:set|reset|listen|prepare|deallocate|discard|hold|temp|temporary|pg_temp|set_config|currval|lastval|pg_(?:try_)?advisory_lock\w*)\b/i

const LOCKS_SESSION = /^pg_(?:try_)?advisory_lock(?:_shared)?$/
/** Of a statement, enough to know what it is and which setting it names. */
const HEAD_TOKENS = 12

/** Whether nothing in a text could have traits, which is told without reading it token by token. */
export const isPlain = (sql: string): boolean => !WORTH_A_LOOK.test(sql)

/** Reads SQL as bytes: `latin1` of whatever encoding that leaves ASCII alone. */
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
  /** Where the statement begins, and where its last token ends. */
  #start = 0
  #end = 0
  #deallocations: Deallocation[] = []
  #dropsAll = false

  /** Where the next token is. */
  at(start: number, end: number) {
    if (this.#head.length === 0) this.#start = start
    this.#end = end
  }

  word(word: string) {
    this.#push(word)
    const [verb] = this.#head
    if (LOCKS_SESSION.test(word) || word === 'pg_temp') this.#traits.isHolding = true
    else if (word === 'currval' || word === 'lastval') this.#traits.asksSequence = true
    else if (word === 'hold' && verb === 'declare' && this.#previous === 'with') this.#traits.isHolding = true
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
    if (call === 'unknown') this.#traits.isHolding = true
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
    if (this.#makesTemporary) this.#traits.isHolding = true
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

/** Undefined for ALL, which means no statement of that name. */
function nameOf(token: string | undefined): string | undefined {
  if (token === undefined || token === 'all') return undefined
  return token.startsWith('"') ? token.slice(1, -1) : token
}
