import { Lexer } from '@basalt/sql/lexer.ts'
import { splitStatements } from '@basalt/sql/split-statements.ts'
import { isOver, type QueryRunSnapshot } from '../run/query-run.ts'
import type { QuerySource } from '../run/query-source.ts'
import type { StatementOutcome } from './result-collector.ts'

/** The outcome of a statement in a script. `unknown` when the connection was lost before its transaction ended. */
export type StatementState =
  | 'waiting'
  | 'running'
  | 'ok'
  | 'rolled back'
  | 'failed'
  | 'cancelled'
  | 'not run'
  | 'unknown'

/** One statement of the text that was run. */
export interface ScriptStatement {
  /** Its first words. */
  readonly title: string
  /** Its first line in the text that was run, from 1. */
  readonly line: number
  /** UTF-16 indexes into the text that was run. */
  readonly start: number
  readonly end: number
  readonly state: StatementState
  /** Undefined for a statement that has returned nothing. */
  readonly outcome: StatementOutcome | undefined
}

/** In UTF-16 code units. */
const TITLE_LENGTH = 28

type Run = Pick<QueryRunSnapshot, 'state' | 'source' | 'outcomes' | 'failure' | 'isRolledBack'>

/** The statements of a run with their outcomes, in the order of the text. */
export function scriptStatements({ state, source, outcomes, failure, isRolledBack }: Run): ScriptStatement[] {
  const parts = source ? partsOf(source) : []
  const states = statementStates(
    parts.map(({ text }) => text),
    {
      ended: outcomes.filter(({ end }) => end !== undefined).length,
      ending: endingOf({ state, failure, isRolledBack }),
    },
  )
  return parts.map(({ text: _, ...part }, index) => ({
    ...part,
    state: states[index]!,
    outcome: outcomes[index],
  }))
}

type Part = Omit<ScriptStatement, 'state' | 'outcome'> & { readonly text: string }

/** Cached per source: a run reports rows every frame, and a text may have megabytes. */
const cache = new WeakMap<QuerySource, readonly Part[]>()

/** Linear in the length of the text. */
function partsOf(source: QuerySource): readonly Part[] {
  const cached = cache.get(source)
  if (cached) return cached
  const sent = source.sent ?? source.sql
  let line = 1
  let counted = 0
  const parts = splitStatements(sent).map(({ text, start, end }) => {
    const first = start + leadingLength(text)
    for (; counted < first; counted += 1) if (sent.charCodeAt(counted) === NEWLINE) line += 1
    return { text, title: titleOf(sent, first, end), line, start: first, end }
  })
  cache.set(source, parts)
  return parts
}

/** How the transaction of a run ended. */
export type Ending = 'none yet' | 'committed' | 'left open' | 'failed' | 'cancelled' | 'lost'

function endingOf({ state, failure, isRolledBack }: Pick<Run, 'state' | 'failure' | 'isRolledBack'>): Ending {
  if (!isOver({ state })) return 'none yet'
  if (state === 'cancelled') return 'cancelled'
  if (failure) return failure.sql ? 'failed' : 'lost'
  return isRolledBack ? 'left open' : 'committed'
}

const STOPPED_AS = { failed: 'failed', cancelled: 'cancelled', lost: 'unknown' } as const

/**
 * The outcome of each statement. Statements that are sent together are one transaction up to a COMMIT, also across a
 * BEGIN (PostgreSQL manual, "Multiple Statements in a Simple Query"), so a failure undoes everything since the last
 * one. A ROLLBACK undoes the same, and ROLLBACK TO everything since its savepoint.
 */
export function statementStates(
  texts: readonly string[],
  { ended: endedOf, ending }: { ended: number; ending: Ending },
): StatementState[] {
  const ended = Math.min(endedOf, texts.length)
  const states: StatementState[] = texts.map((_, index) => (index < ended ? 'ok' : 'waiting'))
  const undo = (from: number, to: number, as: StatementState = 'rolled back') => {
    for (let index = from; index < to; index += 1) if (states[index] === 'ok') states[index] = as
  }
  const savepoints = new Map<string, number>()
  let uncommitted = 0
  for (let index = 0; index < ended; index += 1) {
    const [first, ...words] = leadingWords(texts[index]!)
    const last = words.at(-1) ?? ''
    if (first === 'savepoint') savepoints.set(words[0] ?? '', index)
    else if (first === 'commit' || first === 'end') uncommitted = index + 1
    else if ((first === 'rollback' || first === 'abort') && words.includes('to'))
      undo((savepoints.get(last) ?? index) + 1, index)
    else if ((first === 'rollback' || first === 'abort') && words[0] !== 'prepared') {
      undo(uncommitted, index)
      uncommitted = index + 1
    }
  }
  if (ending === 'left open') undo(uncommitted, ended)
  if (ending === 'none yet' && ended < states.length) states[ended] = 'running'
  if (ending === 'failed' || ending === 'cancelled' || ending === 'lost') {
    undo(uncommitted, ended, ending === 'lost' ? 'unknown' : 'rolled back')
    states.fill('not run', ended + 1)
    if (ended < states.length) states[ended] = STOPPED_AS[ending]
  }
  return states
}

/** What a failure means for the other statements, in one sentence; undefined for a single statement. */
export function failureConsequence(statements: readonly ScriptStatement[]): string | undefined {
  const failed = statements.findIndex(({ state }) => state === 'failed')
  if (failed < 0 || statements.length < 2) return undefined
  const where = `Statement ${failed + 1} of ${statements.length} failed, on line ${statements[failed]!.line}.`
  const parts = [
    [numbersOf(statements, 'rolled back'), 'rolled back'],
    [numbersOf(statements, 'not run'), 'not run'],
  ].flatMap(([numbers, what]) =>
    numbers ? `${numbers} ${/[–,]/.test(numbers) ? 'were' : 'was'} ${what}` : [],
  )
  return parts.length === 0 ? where : `${where} ${sentence(parts.join('; '))}`
}

const sentence = (text: string) => `Statement${/^[^ ]*[–,]/.test(text) ? 's' : ''} ${text}.`

/** The numbers of the statements in a state, such as `1–3, 5`; empty when there are none. */
function numbersOf(statements: readonly ScriptStatement[], state: StatementState): string {
  const ranges: [number, number][] = []
  for (const [index, statement] of statements.entries()) {
    if (statement.state !== state) continue
    const last = ranges.at(-1)
    if (last?.[1] === index) last[1] = index + 1
    else ranges.push([index + 1, index + 1])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}

const NEWLINE = 0x0a
/** Enough to recognize `rollback work to savepoint a`. */
const WORDS_READ = 6

/** The first words of a statement in lower case, without comments; quoted names are unchanged. */
function leadingWords(text: string): string[] {
  const lexer = new Lexer(text)
  const words: string[] = []
  while (words.length < WORDS_READ && lexer.next()) {
    if (lexer.kind === 'space' || lexer.kind === 'comment') continue
    const word = text.slice(lexer.start, lexer.end)
    words.push(lexer.kind === 'word' ? word.toLowerCase() : word)
  }
  return words
}

/** The length of the space and comments before a statement's first word. */
function leadingLength(text: string): number {
  const lexer = new Lexer(text)
  while (lexer.next()) if (lexer.kind !== 'space' && lexer.kind !== 'comment') return lexer.start
  return 0
}

function titleOf(text: string, start: number, end: number): string {
  const words = text
    .slice(start, Math.min(end, start + 4 * TITLE_LENGTH))
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > TITLE_LENGTH ? `${words.slice(0, TITLE_LENGTH).trimEnd()}…` : words
}
