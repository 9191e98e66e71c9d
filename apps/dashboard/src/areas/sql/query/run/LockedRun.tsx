import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { UnlockForm } from '../../../project/production-lock/UnlockForm.port.tsx'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { RunOnBranch } from './RunOnBranch.tsx'

/** Says that SQL would change production, which is locked, and offers what can be done instead. */
export function LockedRun({
  projectRef,
  sql,
  isOpen,
  onClose,
}: {
  projectRef: string
  sql: string
  isOpen: boolean
  onClose: () => void
}) {
  const { data: project } = useQuery({ ...projectQueries.detail(projectRef), enabled: false })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="Production is locked"
      description="This SQL would change it. Nothing was run."
      size="sm"
    >
      <DialogBody>
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm">Try it on a branch, with the same data.</p>
          <RunOnBranch projectRef={projectRef} sql={sql} onOpen={onClose} />
        </div>
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm">Or unlock production for a while, and run it again.</p>
          {project && (
            <UnlockForm projectRef={projectRef} slug={project.organization_slug} onUnlocked={onClose} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
      </DialogFooter>
    </Dialog>
  )
}
