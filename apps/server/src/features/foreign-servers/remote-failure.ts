import { FOREIGN_READ_SECONDS } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'

/** PostgreSQL's codes of failures between it and another server. */
const UNREACHABLE = ['08001', '08006', '08000', '2F003']
const STATEMENT_TIMEOUT = '57014'
/** What libpq puts before the words of the relay, with a path of the machine. */
const OF_THE_RELAY = /^connection to server on socket "[^"]*" failed: (?:FATAL: +)?/
const NO_MAPPING = /^user mapping not found for user "([^"]*)"/

/** Why another server could not be used, in PostgreSQL's words; undefined when the failure has another cause. */
export function remoteFailure(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (error.code === STATEMENT_TIMEOUT)
    return `It did not answer within ${FOREIGN_READ_SECONDS} seconds. A firewall may be in between.`
  const mapping = NO_MAPPING.exec(error.message)
  if (mapping) return `${mapping[1]} has no login there. Add one to the server.`
  if (!UNREACHABLE.includes(error.code ?? '')) return undefined
  // libpq continues on lines of their own.
  return sentence(
    (error.detail ?? error.message)
      .replace(OF_THE_RELAY, '')
      .trim()
      .replace(/[.?!]?\s*\n\s*/g, '. '),
  )
}

/** As an error for the caller: `upstream_failed` when the other server is the reason, else what PostgreSQL refused. */
export function foreignFailure(error: unknown): unknown {
  const reason = remoteFailure(error)
  if (reason !== undefined) return new AppError('upstream_failed', reason, { cause: error })
  if (!(error instanceof pg.DatabaseError)) return error
  const parts = [error.message, error.hint].filter((part) => part !== undefined)
  return new AppError('sql_failed', parts.map(sentence).join(' '), { cause: error })
}

const sentence = (text: string) => {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
