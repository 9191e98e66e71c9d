import { storageError } from '../storage-error.ts'

const COUNT = /^-?\d+$/
/** The rules that search engines support, with the pattern of their values; null for rules without a value. */
const rules: Readonly<Record<string, RegExp | null>> = {
  all: null,
  none: null,
  noindex: null,
  nofollow: null,
  nosnippet: null,
  notranslate: null,
  noimageindex: null,
  indexifembedded: null,
  'max-snippet': COUNT,
  'max-video-preview': COUNT,
  'max-image-preview': /^(?:none|standard|large)$/,
  unavailable_after: /./,
}

/** Not the comma in a date: `unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT`. */
const BETWEEN_RULES = /,(?!\s*\d\d?[ -][A-Za-z]{3})/

/**
 * Validates an X-Robots-Tag: comma-separated rules, each for all search engines or prefixed with the name of one.
 * Throws InvalidRobotsTag.
 */
export function checkedRobotsTag(tag: string) {
  for (const part of tag.split(BETWEEN_RULES).map((one) => one.trim())) mustBeRule(part)
  return tag
}

function mustBeRule(part: string, isOfOneEngine = false) {
  const [, name = '', value] = /^([\w-]*)\s*(?::\s*(.*))?$/s.exec(part) ?? []
  const allowed = rules[name.toLowerCase()]
  if (allowed === null && value === undefined) return
  if (allowed && value !== undefined && allowed.test(value)) return
  if (allowed === undefined && value && !isOfOneEngine) return mustBeRule(value, true)
  throw storageError('InvalidRobotsTag', `Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "${part}"`)
}
