import type { ProtocolClient, TransactionStatus } from './protocol.ts'

/** What survives DISCARD ALL: the seed of random(), loaded libraries, named connections of dblink. */
const LEAVES_TRACES = /\b(?:setseed|load|dblink_connect)\b/i

/**
 * Makes a connection as new after a text, and says whether that could be done: nothing the text did to its session,
 * such as settings, temporary tables, prepared statements, advisory locks or an open transaction, may meet the next.
 */
export async function resetSession(client: ProtocolClient, text: string, status: TransactionStatus) {
  if (LEAVES_TRACES.test(text)) return false
  try {
    if (status !== 'I') await client.query('rollback')
    await client.query('discard all')
    return true
  } catch {
    return false
  }
}
