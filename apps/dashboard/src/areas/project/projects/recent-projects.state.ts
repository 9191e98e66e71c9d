import { readPreference, usePreference, writePreference } from '../../../lib/preference.ts'
import { aText, listOf, objectOf, type ValueOf } from '../../../lib/shape.ts'

const KEY = 'recent-projects'
export const RECENT_PROJECTS_MAX = 5

const Recent = listOf(objectOf({ ref: aText, name: aText }), RECENT_PROJECTS_MAX)
export type RecentProject = ValueOf<typeof Recent>[number]
const none: RecentProject[] = []

/** The projects opened last, newest first. */
export const useRecentProjects = () => usePreference(KEY, Recent, none)[0]

const others = (ref: string) => readPreference(KEY, Recent, none).filter((project) => project.ref !== ref)

export const rememberProject = ({ ref, name }: RecentProject) =>
  writePreference(KEY, [{ ref, name }, ...others(ref)].slice(0, RECENT_PROJECTS_MAX))

/** For projects that do not exist. */
export const forgetProject = (ref: string) => writePreference(KEY, others(ref))

export const forgetProjects = () => writePreference(KEY, none)
