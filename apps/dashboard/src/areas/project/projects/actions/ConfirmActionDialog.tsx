import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { type ConfirmedAction, confirmedAction } from '../projects.queries.ts'
import { actionQuestions } from './action-questions.tsx'

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
  const { consequences, ...question } = actionQuestions[action](project)
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
