interface Redaction {
  /** What it removes, described for the user who is about to send a bundle. */
  what: string
  pattern: RegExp
  replacement: string | ((...match: string[]) => string)
}

export const REDACTED = '[redacted]'

const SECRET_NAME =
  'pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|authorization|cookie|session|otp|recovery[_-]?code'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isLoopback = (address: string) =>
  /^(?:127\.|0\.0\.0\.0$)/.test(address) || address === '::1' || address === '::'
/** Whether it has eight groups, or fewer around one `::`; a time such as 10:20:30 does not. */
const isIpv6 = (text: string) =>
  text.includes('::') ? text.split(':').length <= 9 : text.split(':').length === 8

/** In order: patterns with context come before those that only match a form. */
export const redactions: readonly Redaction[] = [
  {
    what: 'Private keys and certificates',
    pattern: /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
    replacement: REDACTED,
  },
  {
    what: 'Connection strings',
    pattern: /\b(postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?|amqps?|smtps?):\/\/[^\s"'`<>]+/gi,
    replacement: `$1://${REDACTED}`,
  },
  {
    what: 'Credentials in URLs',
    pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/"'`<>]+@/gi,
    replacement: `$1${REDACTED}@`,
  },
  {
    what: 'Bearer and basic credentials',
    pattern: /\b(Bearer|Basic)\s+[\w~+/.=-]{6,}/gi,
    replacement: `$1 ${REDACTED}`,
  },
  {
    what: 'Named passwords, secrets, tokens and cookies',
    pattern: new RegExp(
      `\\b([\\w-]*?(?:${SECRET_NAME})s?)(\\\\?["']?\\s*(?:=>|[=:])\\s*|\\s+(?=["']))(\\[redacted\\]|\\\\?"(?:[^"\\\\]|\\\\.)*"|'(?:[^']|'')*'|[^\\s,;&})\\]]+)`,
      'gi',
    ),
    replacement: `$1$2${REDACTED}`,
  },
  {
    what: 'Access tokens and keys',
    pattern: /\b(?:bst|sbp|ghp|gho|sk|pk|xox[a-z])_[\w-]{8,}/g,
    replacement: REDACTED,
  },
  { what: 'Signed tokens', pattern: /\beyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*)?/g, replacement: REDACTED },
  {
    what: 'Email addresses',
    pattern: /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}.-]{1,200}\.\p{L}{2,24}/gu,
    replacement: '[email]',
  },
  {
    what: 'IPv4 addresses except loopback',
    pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)/g,
    replacement: (address) => (isLoopback(address) ? address : '[address]'),
  },
  {
    what: 'IPv6 addresses except loopback',
    pattern: /(?<![\w:.])(?:[0-9a-f]{0,4}:){2,8}[0-9a-f]{0,4}(?![\w:])/gi,
    replacement: (text) => (isIpv6(text) && !isLoopback(text) ? '[address]' : text),
  },
  {
    what: 'User names in file paths',
    pattern: /(\/home|\/Users)\/[^\s/:"']+/g,
    replacement: '$1/[user]',
  },
  {
    what: 'Values in database errors',
    pattern: /(invalid (?:input|byte)[^:"]*: )".*"/gi,
    replacement: '$1"[value]"',
  },
  {
    what: 'Key values in database errors',
    pattern: /(Key \([^)]*\)=)\(.*?\)(?= |$)/g,
    replacement: '$1([value])',
  },
  {
    what: 'Long strings that look like keys',
    pattern: /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}(?![\w-])/gi,
    replacement: (text) => (UUID.test(text) ? text : REDACTED),
  },
]

/** A text with secrets and personal data replaced. */
export const redact = (text: string): string =>
  redactions.reduce(
    (safe, { pattern, replacement }) =>
      typeof replacement === 'string'
        ? safe.replace(pattern, replacement)
        : safe.replace(pattern, replacement),
    text,
  )

const isSecretName = (name: string) => new RegExp(`(?:${SECRET_NAME})s?$`, 'i').test(name)

/** A value with all its strings redacted, completely so under a secret's name. */
export function redactAll<T>(value: T): T
export function redactAll(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => redactAll(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && isSecretName(name) ? REDACTED : redactAll(inner),
    ]),
  )
}
