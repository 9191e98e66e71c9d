import { diskFull, meansDiskFull } from '../cluster/disk-full.ts'
import { EngineError } from '../engine.ts'

const PORT_TAKEN = /could not create any TCP\/IP sockets/
const DAMAGE =
  /pg_control|checkpoint record|checksum|corrupt|WAL directory|is not a valid data directory|incompatible|invalid (record|page|magic)|could not (open|read|stat|access|find) (file|directory|the database system)|control file/i

export const meansPortTaken = (reason: string) => PORT_TAKEN.test(reason)

/** Converts the last message of a server that failed to start to an error that says what to do. */
export function startFailure(ending: string, reason: string | undefined): EngineError {
  if (!reason)
    return new EngineError('not_ready', `PostgreSQL ${ending} while starting and reported no reason.`)
  if (meansDiskFull(new Error(reason))) return diskFull(reason)
  if (DAMAGE.test(reason)) return damaged(reason)
  return new EngineError('not_ready', `PostgreSQL could not start: ${reason}`)
}

export const damaged = (what: string) =>
  new EngineError(
    'corrupt',
    `The files of this database are damaged: ${what.replace(/\.$/, '')}. Restore it from a backup, or delete it.`,
  )
