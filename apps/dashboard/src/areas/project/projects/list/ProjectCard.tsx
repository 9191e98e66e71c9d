import type { Project, ProjectActivity } from '@basalt/contract/projects/projects.schema.ts'
import { Link } from '@tanstack/react-router'
import { Database, GitBranch } from 'lucide-react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { When } from '../../../../ui/text/When.tsx'
import { regionLabel } from '../region-label.rules.ts'
import { ProjectStatusDot } from '../state/ProjectStatusDot.tsx'
import { Sparkline } from './Sparkline.tsx'

/** A project in the grid with its status, size and requests of the last day. */
export function ProjectCard({
  project,
  activity,
}: {
  project: Project
  /** Undefined while it loads or is unavailable; then omitted. */
  activity: ProjectActivity | undefined
}) {
  const { ref, name, region, asleep_since } = project
  const requests = activity?.requests.reduce((sum, one) => sum + one, 0)
  return (
    <li className="relative flex flex-col gap-2 rounded-md border border-line bg-surface-1 px-4 py-3 transition-colors hover:border-line-strong hover:bg-surface-2 md:h-29">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 truncate font-medium">
          <Link
            to="/project/$ref"
            params={{ ref }}
            className="rounded-md after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {name}
          </Link>
        </h2>
        <span className="shrink-0 text-ink-muted">
          <ProjectStatusDot project={project} />
        </span>
      </div>
      <p className="flex items-center gap-2 text-ink-muted text-xs">
        <span className="truncate">{regionLabel(region)}</span>
        <code className="min-w-0 truncate text-ink-faint">{ref}</code>
      </p>
      <div className="mt-auto flex items-end justify-between gap-3 text-ink-muted text-xs">
        <div className="flex min-w-0 items-center gap-3">
          <span className="flex items-center gap-1" title="Database size">
            <Database className="size-3.5" aria-hidden />
            <span className="sr-only">Database size</span>
            {activity?.database_bytes == null ? '–' : formatBytes(activity.database_bytes)}
          </span>
          {activity && activity.branches > 1 && (
            <span className="flex items-center gap-1" title="Branches">
              <GitBranch className="size-3.5" aria-hidden />
              {activity.branches} branches
            </span>
          )}
          {asleep_since !== null && (
            <span className="truncate">
              asleep <When time={asleep_since} />
            </span>
          )}
        </div>
        {activity && requests !== undefined && (
          <div className="flex shrink-0 flex-col items-end gap-0.5">
            {requests > 0 && (
              <Sparkline values={activity.requests} label="API requests in each of the last 24 hours" />
            )}
            <span className="tabular-nums">
              {requests.toLocaleString('en')} {requests === 1 ? 'request' : 'requests'} in 24 h
            </span>
          </div>
        )}
      </div>
    </li>
  )
}
