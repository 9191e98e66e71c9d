import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { useHoldDialog } from '../../../ui/dialog/dialog-hold.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { BreakableName } from '../../../ui/text/BreakableName.tsx'
import { refreshUsers, userActions } from './auth.queries.ts'
import { BanDialog } from './BanDialog.tsx'
import { type BulkAction, type BulkOutcome, bulkTexts, forEachUser } from './bulk-users.rules.ts'
import { nameOf } from './UserState.tsx'

interface Run {
  users: readonly AuthUser[]
  outcomes: readonly BulkOutcome[]
  isOver: boolean
}

/** Asks, does something with several users one after the other, and says for whom it did not work. */
export function BulkDialog({
  projectRef: ref,
  action,
  users,
  onDone,
  onClose,
}: {
  projectRef: string
  action: BulkAction
  users: readonly AuthUser[]
  /** Called at the end, with those for whom it did not work. */
  onDone: (failed: readonly AuthUser[]) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const [run, setRun] = useState<Run>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const { question, confirm, consequences, done } = bulkTexts[action]

  const begin = async (banHours: number) => {
    const stopper = new AbortController()
    stop.current = stopper
    const outcomes: BulkOutcome[] = []
    // The list behind may show other users meanwhile.
    setRun({ users, outcomes, isOver: false })
    const work = userActions(ref)[action]
    await forEachUser(users, {
      action,
      work: (user) => work(user, banHours),
      stopped: stopper.signal,
      onOutcome: (outcome) => {
        outcomes.push(outcome)
        setRun({ users, outcomes: [...outcomes], isOver: false })
      },
    })
    void refreshUsers(client, ref)
    const failed = outcomes.filter(({ failure }) => failure !== undefined)
    onDone(failed.map(({ user }) => user))
    setRun({ users, outcomes, isOver: true })
    if (failed.length > 0 || outcomes.length < users.length) return
    toast({ tone: 'success', title: done(outcomes.length) })
    onClose()
  }

  if (run)
    return (
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={question(run.users.length)}
        size="sm"
      >
        <Outcome action={action} run={run} onStop={() => stop.current?.abort()} onClose={onClose} />
      </Dialog>
    )
  const asking = {
    open: true,
    // A question that was confirmed closes too.
    onOpenChange: (isOpen: boolean) => void (!isOpen && stop.current === undefined && onClose()),
    title: question(users.length),
    confirmLabel: confirm(users.length),
  }
  if (action === 'ban') return <BanDialog {...asking} onConfirm={(hours) => void begin(hours)} />
  return (
    <ConfirmDialog
      {...asking}
      tone={action === 'delete' ? 'danger' : 'primary'}
      onConfirm={() => void begin(0)}
    >
      {consequences}
    </ConfirmDialog>
  )
}

function Outcome({
  action,
  run: { users, outcomes, isOver },
  onStop,
  onClose,
}: {
  action: BulkAction
  run: Run
  onStop: () => void
  onClose: () => void
}) {
  useHoldDialog(!isOver)
  const { progress, done } = bulkTexts[action]
  if (!isOver)
    return (
      <>
        <DialogBody>
          <ProgressBar
            label={progress}
            value={(outcomes.length / users.length) * 100}
            valueText={`${outcomes.length.toLocaleString('en')} of ${users.length.toLocaleString('en')}`}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onStop}>Stop</Button>
        </DialogFooter>
      </>
    )
  const failed = outcomes.filter(({ failure }) => failure !== undefined)
  const left = users.length - outcomes.length
  return (
    <>
      <DialogBody>
        <p className="text-sm" role="status">
          {[
            `${done(outcomes.length - failed.length)}.`,
            ...(failed.length > 0 ? [`${failed.length.toLocaleString('en')} did not work.`] : []),
            ...(left > 0 ? [`Stopped before the other ${left.toLocaleString('en')}.`] : []),
          ].join(' ')}
        </p>
        {failed.length > 0 && (
          <ul
            aria-label="What did not work"
            className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
          >
            {failed.map(({ user, failure }) => (
              <li key={user.id} className="wrap-anywhere px-3 py-2 text-sm">
                <BreakableName name={nameOf(user)} />
                <span className="block text-ink-muted text-xs">{failure}</span>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}
