import { notFound } from '../../http/app-error.ts'

/** Finds the database of a project that a call names. Throws `not_found`. */
export type FindDatabase = (ref: string, identifier: string | undefined) => Promise<string>

/**
 * The identifier of the database that a call names: the primary's is the ref of the project, and is meant where none
 * is named. Every call that takes an identifier asks here, so that this is where others become known.
 */
export const databaseNamed: FindDatabase = async (ref, identifier = ref) => {
  if (identifier !== ref) throw notFound('Database', identifier)
  return identifier
}
