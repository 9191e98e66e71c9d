import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ProjectHeader } from './ProjectHeader.tsx'
import { FreshPassword } from './password/FreshPassword.tsx'
import { projectQueries } from './projects.queries.ts'
import { ProjectStatePanel } from './state/ProjectStatePanel.tsx'
import { hasLog } from './state/project-state.rules.ts'
import { SleepNote } from './state/SleepNote.tsx'

/** The first page of a project. `facts` stand there while it answers queries, `log` while it has one. */
export function ProjectOverview({
  projectRef,
  facts,
  log,
}: {
  projectRef: string
  facts: ReactNode
  log: ReactNode
}) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(projectRef))
  const { status, asleep_since } = project
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 sm:px-6">
      <ProjectHeader project={project} />
      <FreshPassword projectRef={projectRef} />
      {asleep_since !== null && <SleepNote since={asleep_since} />}
      {status === 'ACTIVE_HEALTHY' ? (
        // What only a running database knows is asked for again when it sleeps or wakes.
        <Fragment key={asleep_since}>{facts}</Fragment>
      ) : (
        <ProjectStatePanel project={{ ...project, status }} />
      )}
      {/* Every change of status or failure leaves traces in the log: a new key reads it again. */}
      {hasLog(status) && <Fragment key={`${status} ${project.failure}`}>{log}</Fragment>}
    </div>
  )
}
