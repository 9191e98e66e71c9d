import { notFound } from '../../http/app-error.ts'

/** Finds the database of a project that a call names. Throws `not_found`. */
export type ResolveDatabase = (ref: string, identifier: string | undefined) => Promise<string>

/**
 * The identifier of the database that a call names; the primary's, which is the project's ref, when it names none. Every
 * call that takes an identifier uses this, so that replicas need to be added only here.
 */
export const resolveDatabase: ResolveDatabase = async (ref, identifier = ref) => {
  if (identifier !== ref) throw notFound('Database', identifier)
  return identifier
}
