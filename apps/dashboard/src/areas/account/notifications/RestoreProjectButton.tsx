import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { restoreProject } from '../../project/projects/projects.queries.ts'

/** The server refuses in words what the project has left behind meanwhile. */
export function RestoreProjectButton({ label, projectRef }: { label: string; projectRef: string }) {
  const { mutate, isPending, isSuccess } = useMutation(restoreProject(projectRef))
  return (
    <Button
      size="sm"
      icon={RotateCw}
      loading={isPending}
      reason={isSuccess ? 'It is being tried again' : undefined}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  )
}
