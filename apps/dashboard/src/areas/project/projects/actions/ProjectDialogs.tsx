import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ConfirmedAction } from '../projects.queries.ts'
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx'
import { RenameProjectDialog } from './RenameProjectDialog.tsx'

export type ProjectDialog = 'rename' | ConfirmedAction

/** The dialogs behind a project's buttons and menu items; at most one is open. */
export function ProjectDialogs({
  project,
  open,
  onOpenChange,
}: {
  project: Project
  open: ProjectDialog | undefined
  onOpenChange: (open: ProjectDialog | undefined) => void
}) {
  const bind = (dialog: ProjectDialog) => ({
    project,
    open: open === dialog,
    onOpenChange: (isOpen: boolean) => onOpenChange(isOpen ? dialog : undefined),
  })
  return (
    <>
      <RenameProjectDialog {...bind('rename')} />
      <ConfirmActionDialog action="restart" {...bind('restart')} />
      <ConfirmActionDialog action="pause" {...bind('pause')} />
      <ConfirmActionDialog action="delete" {...bind('delete')} />
    </>
  )
}
