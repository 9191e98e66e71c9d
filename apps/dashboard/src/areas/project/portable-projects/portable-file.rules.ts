import { PORTABLE_EXTENSION } from '@basalt/contract/portable-projects/portable-projects.rules.ts'
import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'

const ENDING = new RegExp(`(?:-\\d{4}-\\d{2}-\\d{2})?(?: \\(\\d+\\))?\\.${PORTABLE_EXTENSION}$`)

/** The name that a project gets from its file, without the day and what a browser adds to equal names. Names have no dots. */
export const nameOfFile = (file: string) =>
  file.replace(ENDING, '').replaceAll('.', ' ').slice(0, PROJECT_NAME_MAX)
