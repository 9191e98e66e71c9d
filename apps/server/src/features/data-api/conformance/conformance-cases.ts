import { readFileSync } from 'node:fs'
import path from 'node:path'

/** One request or several in sequence, each with its expected response. */
export interface ConformanceCase {
  /** Its line in the file. */
  line: number
  text: string
  /** Whether our response differs from the reference; the case asserts ours. */
  differs: boolean
  steps: Step[]
}

export interface Step {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  status: number
  /** Expected headers. An empty value means absent, one between slashes is a regular expression. */
  answered: [name: string, value: string][]
  /** Undefined when the body is not checked. */
  expected: Expected | undefined
}

export type Expected =
  | { kind: 'json'; value: unknown }
  /** An object that has at least these fields. */
  | { kind: 'fields'; value: object }
  | { kind: 'text'; value: string }

const HEADER = /^([a-z-]+): ?(.*)$/
const REQUEST = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\S+)$/

/**
 * Reads the cases of one section of the reference. Each is a line:
 *
 *     METHOD path | header: value | body => status | header: value | expected body
 *
 * A body is JSON, `~{…}` for some fields of an object, `0x` and bytes, or `"""` and literal text. `;;` separates the steps of
 * a case, `!` marks a case that differs from the reference, `#` starts a comment.
 */
export function readCases(section: string): ConformanceCase[] {
  const text = readFileSync(path.join(import.meta.dirname, `${section}.cases`), 'utf8')
  return text.split('\n').flatMap((raw, index): ConformanceCase[] => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return []
    const differs = line.startsWith('! ')
    const steps = (differs ? line.slice(2) : line).split(' ;; ')
    return [{ line: index + 1, text: line, differs, steps: steps.map((step) => stepOf(step, index + 1)) }]
  })
}

function stepOf(text: string, line: number): Step {
  const arrow = text.search(/ => \d{3}(?: |$)/)
  if (arrow < 0) throw new Error(`Line ${line} has no =>`)
  const [request = '', ...sent] = text.slice(0, arrow).split(' | ')
  const [status = '', ...came] = text.slice(arrow + 4).split(' | ')
  const [, method, target] = REQUEST.exec(request.trim()) ?? []
  if (!method || !target || !/^\d{3}$/.test(status.trim()))
    throw new Error(`Line ${line} is not a case: ${text}`)
  const sentHeaders = sent.flatMap((part) => headerIn(part))
  const bodies = sent.filter((part) => headerIn(part).length === 0)
  const expected = came.filter((part) => headerIn(part).length === 0)
  if (bodies.length > 1 || expected.length > 1) throw new Error(`Line ${line} has two bodies`)
  return {
    method,
    path: target,
    headers: Object.fromEntries(sentHeaders),
    body: unquoted(bodies[0]),
    status: Number(status),
    answered: came.flatMap((part) => headerIn(part)),
    expected: expected[0] === undefined ? undefined : expectedOf(expected[0], line),
  }
}

const headerIn = (part: string): [string, string][] => {
  const [, name, value] = HEADER.exec(part.trim()) ?? []
  return name === undefined ? [] : [[name, value ?? '']]
}

/** Literal text after three quotes, with \n for line ends. */
const unquoted = (body: string | undefined) =>
  body?.startsWith('"""') ? body.slice(3).replaceAll('\\n', '\n').replaceAll('\\r', '\r') : body

function expectedOf(text: string, line: number): Expected {
  if (text.startsWith('"""')) return { kind: 'text', value: unquoted(text)! }
  try {
    if (text.startsWith('~')) return { kind: 'fields', value: JSON.parse(text.slice(1)) }
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    throw new Error(`Line ${line}: ${text} is no JSON`)
  }
}
