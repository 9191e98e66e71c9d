import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { backupQueries, stopRestore } from './backups.queries.ts'
import { unpackedShare } from './unpacked-share.rules.ts'

/** How far a project is that is made from a backup, and a way to cancel it. Nothing for any other new project. */
export function RestoringProject({ projectRef }: { projectRef: string }) {
  const { data } = useQuery(backupQueries.overview(projectRef))
  const cancel = useMutation(stopRestore(projectRef))
  const restore = data?.restore
  if (!restore?.is_new_project) return null
  const { id, progress } = restore
  return (
    <div className="flex w-full max-w-sm flex-col items-center gap-4">
      <div className="w-full">
        <ProgressBar
          label="Restoring the backup"
          {...(progress && progress.total_bytes > 0 ? unpackedShare(progress) : { value: null })}
        />
      </div>
      <Button onClick={() => cancel.mutate(id)} loading={cancel.isPending || cancel.isSuccess}>
        Cancel restore
      </Button>
      <p className="text-ink-muted text-xs">Cancelling deletes this project.</p>
    </div>
  )
}
