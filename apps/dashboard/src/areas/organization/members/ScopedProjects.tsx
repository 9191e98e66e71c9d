import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ProjectPicker } from './ProjectPicker.tsx'

/** The projects that access is limited to. `aside` renders content beside each, such as a role. */
export function ScopedProjects<Project extends { ref: string; name: string }>({
  slug,
  projects,
  onAdd,
  onRemove,
  error,
  aside,
}: {
  slug: string
  projects: readonly Project[]
  onAdd: (project: { ref: string; name: string }) => void
  onRemove: (ref: string) => void
  error?: string | undefined
  aside?: (project: Project) => ReactNode
}) {
  return (
    <div className="flex flex-col items-start gap-2">
      {projects.length > 0 && (
        <ul
          aria-label="Selected projects"
          className="w-full divide-y divide-line rounded-md border border-line"
        >
          {projects.map((project) => (
            <li key={project.ref} className="flex min-h-10 items-center gap-2 py-1 pr-1 pl-3">
              <span className="min-w-0 flex-1 truncate text-sm">{project.name}</span>
              {aside?.(project)}
              <IconButton
                label={`Remove ${project.name}`}
                icon={X}
                size="sm"
                onClick={() => onRemove(project.ref)}
              />
            </li>
          ))}
        </ul>
      )}
      <ProjectPicker slug={slug} chosen={projects.map(({ ref }) => ref)} onAdd={onAdd} />
      {error !== undefined && (
        <p role="alert" className="text-critical-ink text-xs">
          {error}
        </p>
      )}
    </div>
  )
}
