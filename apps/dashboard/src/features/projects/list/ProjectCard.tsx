import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link } from '@tanstack/react-router'
import { regionLabel } from '../region-label.rules.ts'
import { ProjectStatusDot } from '../state/ProjectStatusDot.tsx'

/** One project of the grid. A healthy one has no status line: only what is out of the ordinary is said. */
export function ProjectCard({ project }: { project: Project }) {
  return (
    <li className="relative flex flex-col rounded-md md:h-29 border border-line bg-surface-1 px-4 py-3 transition-colors hover:border-line-strong hover:bg-surface-2">
      <h2 className="truncate font-medium">
        <Link
          to="/project/$ref"
          params={{ ref: project.ref }}
          className="rounded-md after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {project.name}
        </Link>
      </h2>
      <p className="truncate text-ink-muted text-sm">{regionLabel(project.region)}</p>
      <code className="mt-1 truncate text-ink-faint text-xs">{project.ref}</code>
      {(project.status !== 'ACTIVE_HEALTHY' || project.asleep_since !== null) && (
        <p className="mt-2 text-ink-muted md:mt-auto">
          <ProjectStatusDot project={project} />
        </p>
      )}
    </li>
  )
}
