import { Lexer } from './lexer.ts'

/** Replaces a string that was removed. */
const REMOVED = "'…'"

const SECRET = 'pass(?:word|wd|phrase)|secret|token|credential|(?:api|private|access|encryption)_?key'
/** A cheap first check of the whole script, because most have no secret. */
const HINT = new RegExp(`${SECRET}|crypt|hmac|://`, 'i')
/** A name that suggests a secret, such as a column, an option, a setting or a keyword. */
const SECRET_NAME = new RegExp(SECRET, 'i')
/** Functions that take a secret as a string. */
const SECRET_CALL =
  /^(?:crypt|encrypt|encrypt_iv|decrypt|decrypt_iv|hmac|pgp_(?:sym|pub)_(?:en|de)crypt(?:_bytea)?)$/i
/** `password=x` in a connection string or comment, a body with `password 'x'`, and `scheme://user:password@host`. */
const SECRET_TEXT = new RegExp(`(?:${SECRET})[\\w"]*\\s*(?:[=:]|to\\b|E?')|://[^\\s/:@']+:[^\\s/@']+@`, 'i')

/**
 * A script that is safe to store and display: every string and comment of a statement with passwords, tokens or keys is
 * replaced, such as in ALTER ROLE … PASSWORD, CREATE USER MAPPING, and CONNECTION '…password=…'. Returns the script itself
 * when there is none. Removes too much rather than too little, also from invalid SQL. Linear.
 */
export function withoutSecrets(script: string): string {
  if (!HINT.test(script)) return script
  const lexer = new Lexer(script)
  let redacted = ''
  let statement = new StatementText(script)
  while (lexer.next()) {
    statement.add(lexer)
    if (lexer.kind !== 'symbol' || script.charAt(lexer.start) !== ';') continue
    redacted += statement.redacted()
    statement = new StatementText(script, lexer.end)
  }
  return redacted + statement.redacted()
}

/**
 * PostgreSQL's message about a script, without quotes from a script with secrets: a syntax error quotes the text it
 * failed at.
 */
export const messageWithoutSecrets = (message: string, script: string): string =>
  withoutSecrets(script) === script
    ? message
    : message.replace(/"[^"]*"/g, '"…"').replace(/'[^']*'/g, REMOVED)

/** The statement being read, with the parts to remove if it has secrets. */
class StatementText {
  readonly #script: string
  readonly #start: number
  readonly #parts: { start: number; end: number; instead: string }[] = []
  #end: number
  #isSecret = false
  /** Whether the last token was the keyword PASSWORD: the next one is then a secret in any notation. */
  #isAfterPassword = false

  constructor(script: string, start = 0) {
    this.#script = script
    this.#start = start
    this.#end = start
  }

  add({ kind, start, end, isClosed }: Lexer) {
    this.#end = end
    if (kind === 'space') return
    const text = this.#script.slice(start, end)
    if (kind === 'comment') {
      if (SECRET_TEXT.test(text)) this.#isSecret = true
      const instead = text.startsWith('--') ? '-- …' : '/* … */'
      this.#parts.push({ start, end, instead })
      return
    }
    if (kind === 'string' || !isClosed) {
      if (SECRET_TEXT.test(text) || SECRET_NAME.test(text)) this.#isSecret = true
      this.#take(start, end)
    } else if (kind === 'word' || kind === 'quoted') {
      const isWithoutPassword = /^(?:null|encrypted|unencrypted)$/i.test(text)
      if (this.#isAfterPassword && (kind === 'quoted' || !isWithoutPassword)) this.#take(start, end)
      if (SECRET_NAME.test(text) || SECRET_CALL.test(text)) this.#isSecret = true
    } else if (kind === 'number' && this.#isAfterPassword) this.#take(start, end)
    this.#isAfterPassword =
      /^password$/i.test(text) && ROLE_STATEMENT.test(this.#script.slice(this.#start, start))
  }

  /** Removes a range; adjacent strings become one. */
  #take(start: number, end: number) {
    const last = this.#parts.at(-1)
    if (last?.end === start && last.instead === REMOVED) last.end = end
    else this.#parts.push({ start, end, instead: REMOVED })
  }

  redacted(): string {
    if (!this.#isSecret) return this.#script.slice(this.#start, this.#end)
    let text = ''
    let at = this.#start
    for (const { start, end, instead } of this.#parts) {
      text += this.#script.slice(at, start) + instead
      at = end
    }
    return text + this.#script.slice(at, this.#end)
  }
}

const ROLE_STATEMENT = /^[^;]{0,200}?\b(?:alter|create)\s+(?:role|user|group)\b/i
