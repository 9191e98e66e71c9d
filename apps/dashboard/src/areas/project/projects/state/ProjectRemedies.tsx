import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { type ProjectDialog, ProjectDialogs } from '../actions/ProjectDialogs.tsx'
import { useMayDelete } from '../actions/use-may-delete.ts'
import { restoreProject } from '../projects.queries.ts'
import { projectStates, type Remedy } from './project-state.rules.ts'
import { useProjectRefusals } from './use-project-refusals.ts'

const labels = { restart: 'Restart project', pause: 'Pause project', delete: 'Delete project' }

/** The buttons that help in a state, most helpful first. */
export function ProjectRemedies({ project }: { project: Project & { status: keyof typeof projectStates } }) {
  const [dialog, setDialog] = useState<ProjectDialog>()
  const restore = useMutation(restoreProject(project.ref))
  const mayDelete = useMayDelete()
  const refusals = useProjectRefusals(project)
  const { remedies, restoreLabel } = projectStates[project.status]
  const offered = remedies.filter((remedy) => remedy !== 'delete' || mayDelete)

  const button = (remedy: Remedy, index: number): ReactNode => {
    const variant = index === 0 && remedy !== 'delete' ? 'primary' : 'secondary'
    if (remedy === 'restore')
      return (
        <Button
          key={remedy}
          variant={variant}
          loading={restore.isPending}
          reason={refusals.restore}
          onClick={() => restore.mutate()}
        >
          {restoreLabel}
        </Button>
      )
    return (
      <Button key={remedy} variant={variant} reason={refusals[remedy]} onClick={() => setDialog(remedy)}>
        {labels[remedy]}
      </Button>
    )
  }
  return (
    <>
      {offered.length > 0 && <div className="flex flex-wrap justify-center gap-2">{offered.map(button)}</div>}
      <ProjectDialogs project={project} open={dialog} onOpenChange={setDialog} />
    </>
  )
}
