import { diskFull, meansDiskFull } from '../cluster/disk-full.ts'
import { EngineError } from '../engine.ts'

const PORT_TAKEN = /could not create any TCP\/IP sockets/
const DAMAGE =
  /pg_control|checkpoint record|checksum|corrupt|WAL directory|is not a valid data directory|incompatible|invalid (record|page|magic)|could not (open|read|stat|access|find) (file|directory|the database system)|control file/i

export const meansPortTaken = (lastWords: string) => PORT_TAKEN.test(lastWords)

/** Turns what a server said before it died while starting into what to do about it. */
export function startFailure(ending: string, lastWords: string | undefined): EngineError {
  if (!lastWords)
    return new EngineError('not_ready', `PostgreSQL ${ending} while starting, without a word why.`)
  if (meansDiskFull(new Error(lastWords))) return diskFull(lastWords)
  if (DAMAGE.test(lastWords)) {
    return damaged(lastWords)
  }
  return new EngineError('not_ready', `PostgreSQL could not start: ${lastWords}`)
}

export const damaged = (what: string) =>
  new EngineError(
    'corrupt',
    `The files of this database are damaged: ${what.replace(/\.$/, '')}. Restore it from a backup, or delete it.`,
  )
