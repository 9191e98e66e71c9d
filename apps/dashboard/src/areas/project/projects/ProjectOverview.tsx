import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Moon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { When } from '../../../ui/text/When.tsx'
import { ProjectActions } from './actions/ProjectActions.tsx'
import { clearFreshPassword, freshPassword } from './password/fresh-password.ts'
import { projectQueries } from './projects.queries.ts'
import { regionLabel } from './region-label.rules.ts'
import { ProjectStatePanel } from './state/ProjectStatePanel.tsx'
import { ProjectStatusDot } from './state/ProjectStatusDot.tsx'
import { hasLog } from './state/project-state.rules.ts'

/** The first page of a project. `facts` are displayed while it is healthy, `making` while it is set up, `log` if it has one. */
export function ProjectOverview({
  projectRef,
  facts,
  making,
  log,
}: {
  projectRef: string
  facts: ReactNode
  making?: ReactNode
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
        // Remounted to refetch when the database sleeps or wakes.
        <Fragment key={asleep_since}>{facts}</Fragment>
      ) : (
        <ProjectStatePanel project={{ ...project, status }} progress={status === 'COMING_UP' && making} />
      )}
      {/* Status changes and failures are logged: a new key refetches the log. */}
      {hasLog(status) && <Fragment key={`${status} ${project.failure}`}>{log}</Fragment>}
    </div>
  )
}

function ProjectHeader({ project }: { project: Project }) {
  return (
    <PageHeader
      title={project.name}
      aside={
        // Announces status changes.
        <span role="status" className="text-ink-muted">
          <ProjectStatusDot project={project} />
        </span>
      }
      description={
        <span className="flex flex-wrap items-center gap-x-3 text-sm">
          {regionLabel(project.region)}
          <span className="inline-flex items-center gap-0.5">
            <code className="text-xs">{project.ref}</code>
            <CopyButton text={project.ref} label="Copy project ref" />
          </span>
        </span>
      }
      actions={<ProjectActions project={project} />}
    />
  )
}

/** After creation: the password, until the user confirms having saved it. */
function FreshPassword({ projectRef }: { projectRef: string }) {
  const client = useQueryClient()
  const { data: password } = useQuery(freshPassword(projectRef))
  if (!password) return null
  return (
    <Callout
      tone="warning"
      title="Save the database password"
      action={<Button onClick={() => clearFreshPassword(client, projectRef)}>I have saved it</Button>}
    >
      <p>Only this browser tab has it, until you reload or close the tab. It cannot be displayed again.</p>
      <CodeBlock code={password} label="Database password" className="mt-2 max-w-md" />
    </Callout>
  )
}

/** Explains that a sleeping project needs no action. */
function SleepNote({ since }: { since: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-surface-1 px-4 py-3 text-ink-muted text-sm">
      <Moon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        This project fell asleep <When time={since} />. The next query, API call or connection wakes it.
      </span>
    </p>
  )
}
