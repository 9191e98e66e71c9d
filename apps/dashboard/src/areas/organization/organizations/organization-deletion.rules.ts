/**
 * Why an organization cannot be deleted now; undefined when it can. An unknown count of projects is no obstacle:
 * the server refuses what still has some.
 */
export function deletionObstacle(projects: number | undefined): string | undefined {
  if (!projects) return undefined
  return projects === 1 ? 'Delete its project first' : `Delete its ${projects} projects first`
}
