import { isRestoreInProgress } from '@basalt/contract/backups/backups.rules.ts'
import type { BackupOverview, Restore } from '@basalt/contract/backups/backups.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { exactTime } from '../../../lib/dates.ts'
import { usePreference } from '../../../lib/preference.ts'
import { aText } from '../../../lib/shape.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { When } from '../../../ui/text/When.tsx'
import { decide, stopRestore } from './backups.queries.ts'
import { estimateText, restoreEstimate } from './restore-estimate.rules.ts'
import { unpackedShare } from './unpacked-share.rules.ts'

type Keep = 'restored' | 'previous'

const questions: Record<Keep, { title: string; label: string; text: string }> = {
  restored: {
    title: 'Keep the restored data',
    label: 'Keep restored data',
    text: 'The data from before the restore is deleted. This cannot be undone.',
  },
  previous: {
    title: 'Return to the data from before',
    label: 'Undo restore',
    text: 'The database restarts with the data from before the restore. What was written since then is deleted.',
  },
}

/** How far the last restore is, and the decision that it waits for. */
export function RestoreNotice({
  projectRef,
  restore,
  overview,
  refusal,
  onOpen,
}: {
  projectRef: string
  restore: Restore
  overview: Pick<BackupOverview, 'backups' | 'pitr'>
  refusal: string | undefined
  /** Opens the data from before beside the restored one. */
  onOpen: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const [dismissed, setDismissed] = usePreference(`dismissed-restore-${projectRef}`, aText, '')
  const isDismissed = dismissed === restore.id
  // The restore that the question is about: another one may take its place while it is open.
  const [asked, setAsked] = useState<{ keep: Keep; id: string }>({ keep: 'restored', id: restore.id })
  const decision = useMutation(decide(projectRef))
  const cancel = useMutation(stopRestore(projectRef))
  const { status, seconds, error, recovery_time_target: moment } = restore
  const ask = (keep: Keep) => {
    setAsked({ keep, id: restore.id })
    setAsking(true)
  }
  const estimate = restoreEstimate(
    overview,
    moment === null ? { id: restore.backup_id } : { recovery_time_target: moment },
  )
  const what = moment === null ? 'a backup' : `the state of ${exactTime(moment)}`
  if (restore.is_new_project) return null
  const blocked = refusal === undefined ? {} : { reason: refusal }
  if (status === 'FAILED')
    return isDismissed ? null : (
      <Callout
        tone="critical"
        title="The last restore failed. The project is as it was."
        action={<Button onClick={() => setDismissed(restore.id)}>Dismiss</Button>}
      >
        {error}
      </Callout>
    )
  if (status === 'CANCELLING')
    return <Callout role="status" title="Cancelling the restore. The project stays as it is." />
  if (isRestoreInProgress(status))
    return (
      <Callout
        role="status"
        title={status === 'PREPARING' ? `Preparing ${what}` : 'Replacing the database'}
        action={
          status === 'PREPARING' && (
            <Button onClick={() => cancel.mutate(restore.id)} loading={cancel.isPending} {...blocked}>
              Cancel restore
            </Button>
          )
        }
      >
        {status === 'PREPARING' ? (
          <>
            Begun <When time={restore.started_at} />. {estimate && estimateText(estimate)} The project stays
            in use until the restored database is ready.
            {restore.progress && restore.progress.total_bytes > 0 && (
              <span className="mt-2 block max-w-sm">
                <ProgressBar label="Unpacking" {...unpackedShare(restore.progress)} />
              </span>
            )}
          </>
        ) : (
          'Connections end while the database restarts.'
        )}
      </Callout>
    )
  if (status !== 'RESTORED') return null
  return (
    <Callout
      tone="warning"
      title={`Restored ${what}${seconds === null ? '' : ` in ${seconds.toFixed(1)} s`}`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button icon={History} onClick={onOpen} {...blocked}>
            Open data from before
          </Button>
          <Button onClick={() => ask('previous')} {...blocked}>
            Undo restore
          </Button>
          <Button variant="primary" onClick={() => ask('restored')} {...blocked}>
            Keep restored data
          </Button>
        </div>
      }
    >
      The data from before is kept until you decide, and uses disk space until then. Open it read-only to
      compare both first.
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(isOpen) => !isOpen && setAsking(false)}
        title={questions[asked.keep].title}
        confirmLabel={questions[asked.keep].label}
        onConfirm={() => decision.mutateAsync(asked)}
      >
        {questions[asked.keep].text}
      </ConfirmDialog>
    </Callout>
  )
}
