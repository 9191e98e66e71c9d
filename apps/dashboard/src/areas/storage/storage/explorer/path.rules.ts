/** Folder paths have no leading or trailing slash; the root is the empty path. */
export const segmentsOf = (path: string) => path.split('/').filter((part) => part !== '')

/** Normalizes a typed path: removes extra slashes and spaces. */
export const pathFrom = (typed: string) =>
  segmentsOf(typed)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')

export const joined = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The root and all folders on the way to a path. */
export const foldersTo = (path: string) => [
  '',
  ...segmentsOf(path).map((_, index, parts) => parts.slice(0, index + 1).join('/')),
]

const CRUMBS_MAX = 5

/** The breadcrumbs of a folder; a long path has a gap in the middle. */
export function crumbsTo(path: string): ({ path: string; name: string } | 'gap')[] {
  const crumbs = foldersTo(path).map((folder) => ({ path: folder, name: nameOf(folder) }))
  return crumbs.length <= CRUMBS_MAX ? crumbs : [...crumbs.slice(0, 2), 'gap', ...crumbs.slice(-2)]
}
