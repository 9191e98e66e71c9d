import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { type ConfirmedAction, confirmedAction } from '../projects.queries.ts'

export function ConfirmActionDialog({
  project,
  action,
  ...dialog
}: {
  project: Project
  action: ConfirmedAction
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const act = useMutation(confirmedAction(project.ref, action))
  const { consequences, ...question } = actionConfirmations[action](project)
  return (
    <ConfirmDialog
      {...dialog}
      {...question}
      typeToConfirm={action === 'delete' ? project.name : undefined}
      onConfirm={() => act.mutateAsync()}
    >
      {consequences}
    </ConfirmDialog>
  )
}

interface Confirmation {
  title: string
  consequences: ReactNode
  confirmLabel: string
  tone: 'danger' | 'primary'
}

/** The confirmation texts of each action, with its consequences. */
const actionConfirmations: Record<ConfirmedAction, (project: Project) => Confirmation> = {
  restart: ({ name }) => ({
    title: `Restart ${name}?`,
    consequences:
      'Open connections end and running queries are cancelled. It takes a few seconds; no data is lost.',
    confirmLabel: 'Restart project',
    tone: 'primary',
  }),
  pause: ({ name }) => ({
    title: `Pause ${name}?`,
    consequences: (
      <>
        <p>The database stops: open connections end, and nobody can connect until you restore the project.</p>
        <p className="mt-2">All data and settings are kept.</p>
      </>
    ),
    confirmLabel: 'Pause project',
    tone: 'primary',
  }),
  delete: ({ name }) => ({
    title: `Delete ${name}?`,
    consequences: 'The database is deleted with all its data. This cannot be undone.',
    confirmLabel: 'Delete project',
    tone: 'danger',
  }),
}
