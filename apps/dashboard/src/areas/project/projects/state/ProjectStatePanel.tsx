import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isInTransition, type ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import { CircleAlert, CirclePause, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import type { Icon } from '../../../../ui/text/icon.ts'
import { ProjectRemedies } from './ProjectRemedies.tsx'
import { projectStates } from './project-state.rules.ts'

const icons: Partial<Record<ProjectStatus, Icon>> = { INACTIVE: CirclePause, REMOVED: Trash2 }

/** Replaces a project's content while it is unavailable: the state, the reason and remedies. */
export function ProjectStatePanel({
  project,
  progress,
}: {
  project: Project & { status: keyof typeof projectStates }
  /** How far it is. */
  progress?: ReactNode
}) {
  const { title, explanation } = projectStates[project.status]
  const StateIcon = icons[project.status] ?? CircleAlert
  return (
    <section
      aria-label={title}
      className="flex flex-col items-center gap-5 rounded-md border border-line bg-surface-1 px-6 py-14 text-center"
    >
      <span className="grid size-10 place-items-center rounded-md border border-line bg-surface-2 text-ink-muted">
        {isInTransition(project.status) ? <Spinner /> : <StateIcon className="size-5" aria-hidden />}
      </span>
      <div className="max-w-lg">
        <h2 className="font-semibold text-lg">{title}</h2>
        <p className="mt-1 text-ink-muted">{explanation}</p>
      </div>
      {project.failure && (
        <p
          role="alert"
          className="wrap-anywhere w-full max-w-lg whitespace-pre-wrap rounded-md border border-critical-line bg-critical-subtle px-3 py-2 text-left text-sm"
        >
          {project.failure}
        </p>
      )}
      {progress}
      <ProjectRemedies project={project} />
    </section>
  )
}
