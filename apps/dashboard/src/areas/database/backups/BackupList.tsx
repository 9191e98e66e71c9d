import type { Backup, BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { useMutation } from '@tanstack/react-query'
import {
  Archive,
  CalendarClock,
  CircleX,
  Download,
  Ellipsis,
  FolderPlus,
  History,
  RotateCcw,
  ShieldCheck,
  Trash2,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { dayAndTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { backupBadge, checkedText, checkProgressText, isInProgress } from './backup-state.rules.ts'
import { checkAgain, downloadBackup, dropBackup, stopBackup, stopCheck } from './backups.queries.ts'
import type { RestoreRequest } from './RestoreDialogs.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { keptText } from './schedule-text.rules.ts'

/** Why the member cannot do something with a backup; undefined for what they can do. */
export interface BackupRefusals {
  restore: string | undefined
  download: string | undefined
  /** Check a backup, or cancel one that is made or checked. */
  make: string | undefined
  remove: string | undefined
  /** Change when backups are made. */
  schedule: string | undefined
}

/** The backups of a project, newest first. */
export function BackupList({
  projectRef,
  overview,
  refusals,
  onRestore,
}: {
  projectRef: string
  overview: BackupOverview
  refusals: BackupRefusals
  onRestore: (request: RestoreRequest) => void
}) {
  const { backups } = overview
  const [removed, setRemoved] = useState<Backup>()
  const remove = useMutation(dropBackup(projectRef))
  if (backups.length === 0)
    return (
      <>
        <Schedule projectRef={projectRef} overview={overview} refusal={refusals.schedule} />
        <EmptyState icon={Archive} title="No backups yet">
          The first one is made <When time={overview.schedule.next_at} />, or when you back up now.
        </EmptyState>
      </>
    )
  return (
    <>
      <Schedule projectRef={projectRef} overview={overview} refusal={refusals.schedule} />
      <ul aria-label="Backups" className="divide-y divide-line rounded-md border border-line bg-surface-1">
        {backups.map((backup) => (
          <BackupItem
            key={backup.id}
            projectRef={projectRef}
            backup={backup}
            refusals={refusals}
            onRestore={onRestore}
            onRemove={() => setRemoved(backup)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoved(undefined)}
        title={`Delete ${removed ? nameOf(removed) : ''}`}
        confirmLabel="Delete backup"
        onConfirm={() => remove.mutateAsync(removed!.id)}
      >
        The project can no longer be restored from it.
      </ConfirmDialog>
    </>
  )
}

/** When backups are made, and a way to change that. */
function Schedule({
  projectRef,
  overview,
  refusal,
}: {
  projectRef: string
  overview: BackupOverview
  refusal: string | undefined
}) {
  const [isChanging, setChanging] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 text-ink-muted text-sm">
        {keptText(overview)} Backups made by hand stay until you delete them.
      </p>
      <Button
        icon={CalendarClock}
        onClick={() => setChanging(true)}
        {...(refusal !== undefined && { reason: refusal })}
      >
        Change schedule
      </Button>
      <ScheduleDialog
        projectRef={projectRef}
        settings={overview}
        open={isChanging}
        onOpenChange={setChanging}
      />
    </div>
  )
}

function BackupItem({
  projectRef,
  backup,
  refusals,
  onRestore,
  onRemove,
}: {
  projectRef: string
  backup: Backup
  refusals: BackupRefusals
  onRestore: (request: RestoreRequest) => void
  onRemove: () => void
}) {
  const {
    id,
    name,
    kind,
    size_bytes,
    read_bytes,
    inserted_at,
    status,
    error,
    is_scheduled,
    verification,
    check,
  } = backup
  const { label, tone } = backupBadge(backup)
  const incomplete = status === 'COMPLETED' ? undefined : 'It is not complete'
  const refusal = incomplete ?? refusals.restore
  const downloadRefusal = incomplete ?? refusals.download
  const download = useMutation(downloadBackup(projectRef))
  const cancel = useMutation(stopBackup(projectRef))
  const checkIt = useMutation(checkAgain(projectRef))
  const cancelCheck = useMutation(stopCheck(projectRef))
  const isChecked = status === 'COMPLETED' && isInProgress(backup)
  const makeRefusal = incomplete ?? refusals.make
  const what = name === null ? `the backup of ${dayAndTime(inserted_at)}` : `the backup ${name}`
  const facts = [
    is_scheduled ? 'Scheduled' : 'Made by hand',
    ...(kind === null ? [] : [kind === 'full' ? 'Full' : 'Changes only']),
    ...(size_bytes === null ? [] : [formatBytes(size_bytes)]),
    ...(read_bytes === null ? [] : [`${formatBytes(read_bytes)} read so far`]),
  ]
  const problem = error ?? verification?.problems[0]
  const request = (into: RestoreRequest['into']) => onRestore({ into, origin: { id }, what })
  return (
    <li
      aria-label={nameOf(backup)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:flex-nowrap"
    >
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="wrap-anywhere font-medium text-sm">{name ?? dayAndTime(inserted_at)}</h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="mt-0.5 text-ink-muted text-xs">
          {[...(name === null ? [] : [dayAndTime(inserted_at)]), ...facts].join(' · ')}
        </p>
        {problem ? (
          <p className="wrap-anywhere mt-0.5 text-critical-ink text-xs">{problem}</p>
        ) : (
          <p className="mt-0.5 text-ink-muted text-xs">
            {check ? checkProgressText(check) : checkedText(backup, new Date())}
          </p>
        )}
      </div>
      <span className="flex gap-1">
        {status === 'RUNNING' ? (
          <Button
            icon={X}
            onClick={() => cancel.mutate(id)}
            loading={cancel.isPending}
            {...(refusals.make !== undefined && { reason: refusals.make })}
          >
            Cancel
          </Button>
        ) : (
          <Button
            icon={RotateCcw}
            onClick={() => request('place')}
            {...(refusal !== undefined && { reason: refusal })}
          >
            Restore
          </Button>
        )}
        <Menu align="end" trigger={<IconButton label={`More for ${nameOf(backup)}`} icon={Ellipsis} />}>
          <MenuItem
            icon={FolderPlus}
            onSelect={() => request('project')}
            {...(refusal !== undefined && { reason: refusal })}
          >
            Restore to a new project…
          </MenuItem>
          <MenuItem
            icon={History}
            onSelect={() => request('past')}
            {...(refusal !== undefined && { reason: refusal })}
          >
            Open beside the present
          </MenuItem>
          <MenuItem
            icon={Download}
            onSelect={() => download.mutate(id)}
            {...(downloadRefusal !== undefined && { reason: downloadRefusal })}
          >
            Download as one file
          </MenuItem>
          {isChecked ? (
            <MenuItem
              icon={CircleX}
              onSelect={() => cancelCheck.mutate(id)}
              {...(makeRefusal !== undefined && { reason: makeRefusal })}
            >
              Cancel check
            </MenuItem>
          ) : (
            <MenuItem
              icon={ShieldCheck}
              onSelect={() => checkIt.mutate(id)}
              {...(makeRefusal !== undefined && { reason: makeRefusal })}
            >
              Check again
            </MenuItem>
          )}
          <MenuItem
            icon={Trash2}
            destructive
            onSelect={onRemove}
            {...(refusals.remove !== undefined && { reason: refusals.remove })}
          >
            Delete…
          </MenuItem>
        </Menu>
      </span>
    </li>
  )
}

const nameOf = ({ name, inserted_at }: Backup) => `Backup ${name ?? dayAndTime(inserted_at)}`
