/** The end of a portable file's name. */
export const PORTABLE_EXTENSION = 'basalt'

/** The name of the file that a backup is downloaded as. */
export const portableFileName = (project: string, day: string) =>
  `${project.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'project'}-${day.slice(0, 10)}.${PORTABLE_EXTENSION}`
