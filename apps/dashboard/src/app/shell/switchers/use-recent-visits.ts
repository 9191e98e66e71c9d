import { useEffect } from 'react'
import { forgetProject, rememberProject } from '../../../areas/project/projects/recent-projects.state.ts'
import type { Place } from '../place/place.rules.ts'
import type { Surroundings } from '../place/use-surroundings.ts'

/** Remembers the project that is open, and forgets one that turns out not to be there. */
export function useRecentVisits(
  place: Place,
  { project, isMissing }: Pick<Surroundings, 'project' | 'isMissing'>,
) {
  const asked = place.kind === 'project' ? place.ref : undefined
  const { ref, name } = project ?? {}
  useEffect(() => {
    if (asked === undefined) return
    if (isMissing) forgetProject(asked)
    else if (ref === asked && name !== undefined) rememberProject({ ref, name })
  }, [asked, isMissing, ref, name])
}
