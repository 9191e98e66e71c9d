/**
 * Why an organization cannot be deleted; undefined when it can. An unknown number of projects is allowed, because the
 * server checks it.
 */
export function deletionBlocker(projects: number | undefined): string | undefined {
  if (!projects) return undefined
  return projects === 1 ? 'Delete its project first' : `Delete its ${projects} projects first`
}
