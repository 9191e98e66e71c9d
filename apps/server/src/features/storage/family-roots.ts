import { notFound } from '../../http/app-error.ts'

/** Which project the bytes of a project's files belong to. It never changes, so it is read once for each project. */
export function familyRoots(parentOf: (ref: string) => Promise<string | undefined>) {
  const known = new Map<string, Promise<string>>()
  const read = async (ref: string) => {
    const parent = await parentOf(ref)
    // A project that is unknown must not be taken for one without branches.
    if (parent === undefined) throw notFound('Project', ref)
    return parent
  }
  return {
    /** Itself for a project that is no branch. Throws `not_found`. */
    of(ref: string): Promise<string> {
      const found = known.get(ref)
      if (found) return found
      const root = read(ref)
      known.set(ref, root)
      root.catch(() => known.delete(ref))
      return root
    },

    forget: (ref: string) => void known.delete(ref),
  }
}
