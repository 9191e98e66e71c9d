import { z } from 'zod'
import { readPreference, usePreference, writePreference } from '../../lib/preference.ts'

const KEY = 'recent-projects'
export const RECENT_PROJECTS_MAX = 5

const Recent = z.array(z.object({ ref: z.string(), name: z.string() })).max(RECENT_PROJECTS_MAX)
export type RecentProject = z.infer<typeof Recent>[number]
const none: RecentProject[] = []

/** The projects opened last, newest first. */
export const useRecentProjects = () => usePreference(KEY, Recent, none)[0]

const others = (ref: string) => readPreference(KEY, Recent, none).filter((project) => project.ref !== ref)

export const rememberProject = ({ ref, name }: RecentProject) =>
  writePreference(KEY, [{ ref, name }, ...others(ref)].slice(0, RECENT_PROJECTS_MAX))

/** For what is gone, or was never there. */
export const forgetProject = (ref: string) => writePreference(KEY, others(ref))

export const forgetProjects = () => writePreference(KEY, none)
