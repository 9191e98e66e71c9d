import type { LogField } from './logs.rules.ts'

/** What a value has to be; several are alternatives. */
export type LogMatch =
  | { kind: 'is'; value: string }
  /** `*` stands for any text. */
  | { kind: 'like'; pattern: string }
  | { kind: 'compare'; operator: '<' | '<=' | '>' | '>='; value: number }
  /** Both ends included. */
  | { kind: 'between'; from: number; to: number }

export type LogTerm =
  | { kind: 'text'; text: string; isNegated: boolean }
  | { kind: 'field'; field: string; isNegated: boolean; matches: LogMatch[] }

export type LogSearch = { terms: LogTerm[] } | { problem: string }

/** A word, a quoted text, or a field with a value; a minus in front negates it. */
const TOKEN = /(-?)(?:([A-Za-z_]\w*):)?("(?:[^"\\]|\\.)*"?|[^\s"]*)/y

/**
 * Parses a search such as `status:5xx path:/rest/* -method:GET,HEAD duration_ms:>100 "duplicate key"`. All terms have to
 * hold; a comma separates alternatives.
 * @returns the terms, or a problem in words that says what to do
 */
export function parseLogSearch(text: string, fields: Readonly<Record<string, LogField>>): LogSearch {
  const terms: LogTerm[] = []
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at]!)) {
      at += 1
      continue
    }
    TOKEN.lastIndex = at
    const [whole = '', minus, name, value = ''] = TOKEN.exec(text) ?? []
    if (whole === '') {
      at += 1
      continue
    }
    at += whole.length
    const isNegated = minus === '-'
    if (name === undefined) {
      const word = unquoted(value)
      if (word !== '') terms.push({ kind: 'text', text: word, isNegated })
      continue
    }
    const field = Object.hasOwn(fields, name.toLowerCase()) ? fields[name.toLowerCase()] : undefined
    if (!field)
      return {
        problem: `There is no field ${name}. Use ${Object.keys(fields).join(', ')}; put text that has a colon in quotes.`,
      }
    const matches = matchesOf(value, field)
    if ('problem' in matches) return { problem: `${name}: ${matches.problem}` }
    terms.push({ kind: 'field', field: name.toLowerCase(), isNegated, matches: matches.list })
  }
  return { terms }
}

const unquoted = (value: string) =>
  value.startsWith('"') ? value.slice(1, endOfQuote(value)).replace(/\\(.)/gs, '$1') : value

const endOfQuote = (value: string) => (value.length > 1 && value.endsWith('"') ? -1 : undefined)

function matchesOf(value: string, { type }: LogField): { list: LogMatch[] } | { problem: string } {
  if (value === '') return { problem: 'write a value after the colon.' }
  if (value.startsWith('"')) {
    const text = unquoted(value)
    if (type === 'number' && !isNumber(text)) return { problem: NUMBERS }
    return { list: [{ kind: 'is', value: text }] }
  }
  const list: LogMatch[] = []
  for (const part of value.split(',').filter(Boolean)) {
    const match = type === 'number' ? numberMatch(part) : textMatch(part)
    if (!match) return { problem: NUMBERS }
    list.push(match)
  }
  return list.length > 0 ? { list } : { problem: 'write a value after the colon.' }
}

const NUMBERS = 'write a number such as 500, 5xx, >=100 or 400..499.'

const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text)

const textMatch = (part: string): LogMatch =>
  part.includes('*') ? { kind: 'like', pattern: part } : { kind: 'is', value: part }

function numberMatch(part: string): LogMatch | undefined {
  const hundred = /^([1-9])xx$/i.exec(part)
  if (hundred) {
    const from = Number(hundred[1]) * 100
    return { kind: 'between', from, to: from + 99 }
  }
  const compared = /^(<=?|>=?)(-?\d+(?:\.\d+)?)$/.exec(part)
  if (compared)
    return {
      kind: 'compare',
      operator: compared[1] as '<' | '<=' | '>' | '>=',
      value: Number(compared[2]),
    }
  const range = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(part)
  if (range) return { kind: 'between', from: Number(range[1]), to: Number(range[2]) }
  return isNumber(part) ? { kind: 'is', value: part } : undefined
}

/** A field and a value as a term of a search. */
export function logTerm(field: string, value: string | number, isNegated = false): string {
  const text = String(value)
  const isPlain = /^[^\s",*]+$/.test(text) && !/^[<>]/.test(text)
  return `${isNegated ? '-' : ''}${field}:${isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`}`
}

/** A search with one more term, unless it has that one. */
export function withLogTerm(search: string, term: string): string {
  const terms = search.trim()
  return ` ${terms} `.includes(` ${term} `) ? terms : `${terms} ${term}`.trim()
}
