export interface ErrorDetails {
  severity?: 'ERROR' | 'FATAL'
  detail?: string
  hint?: string
}

/** An error in PostgreSQL's terms. FATAL unless stated, which ends the connection. */
export class PostgresError extends Error {
  readonly sqlstate: string
  readonly severity: 'ERROR' | 'FATAL'
  readonly detail: string | undefined
  readonly hint: string | undefined

  constructor(sqlstate: string, message: string, { severity = 'FATAL', detail, hint }: ErrorDetails = {}) {
    super(message)
    this.name = 'PostgresError'
    this.sqlstate = sqlstate
    this.severity = severity
    this.detail = detail
    this.hint = hint
  }
}

/** The fields of an ErrorResponse or NoticeResponse by their letters: `S` severity, `C` code, `M` message … */
export function errorFields(message: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  let at = 5
  while (at < message.length && message[at] !== 0) {
    const end = message.indexOf(0, at + 1)
    if (end < 0) break
    fields.set(String.fromCharCode(message[at]!), message.toString('utf8', at + 1, end))
    at = end + 1
  }
  return fields
}

/** An ErrorResponse as an error with the same text that ends the connection. */
export function serverError(message: Buffer): PostgresError {
  const fields = errorFields(message)
  const detail = fields.get('D')
  const hint = fields.get('H')
  return new PostgresError(fields.get('C') ?? 'XX000', fields.get('M') ?? 'The server gave no reason.', {
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
  })
}
