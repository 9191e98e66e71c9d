import { sourceLine } from './source-line.ts'

/** The server's error for a failed statement; positions are 1-based and count characters. */
export interface ServerError {
  readonly severity: string
  readonly sqlstate: string
  readonly message: string
  readonly detail?: string | undefined
  readonly hint?: string | undefined
  readonly context?: string | undefined
  /** In the text of the statement. */
  readonly position?: number | undefined
  /** The internally generated statement that failed, such as one of a PL/pgSQL function, and the position in it. */
  readonly internalQuery?: string | undefined
  readonly internalPosition?: number | undefined
}

/** The error as psql prints it with VERBOSITY verbose: severity, SQLSTATE and message, the line with a caret, the rest. */
export function formatError(error: ServerError, text: string): string {
  const place =
    error.position !== undefined
      ? sourceLine(text, error.position)
      : error.internalQuery !== undefined && error.internalPosition !== undefined
        ? sourceLine(error.internalQuery, error.internalPosition)
        : undefined
  return [
    `${error.severity}:  ${error.sqlstate}: ${error.message}`,
    place,
    error.detail && `DETAIL:  ${error.detail}`,
    error.hint && `HINT:  ${error.hint}`,
    error.internalQuery && `QUERY:  ${error.internalQuery}`,
    error.context && `CONTEXT:  ${error.context}`,
  ]
    .filter(Boolean)
    .join('\n')
}
