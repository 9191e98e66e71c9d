import { BACKUP_NAME_MAX, type RestorePointReason } from '@basalt/contract/backups/backups.rules.ts'
import type { BackupOverview, RestorePoint } from '@basalt/contract/backups/backups.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis, FolderPlus, History, MapPin, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formFailure } from '../../../api/form-failure.ts'
import { exactTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { makeRestorePoint } from './backups.queries.ts'
import type { RestoreRequest } from './RestoreDialogs.tsx'
import { isRestorable } from './restorable-timeline.rules.ts'

const reasons: Record<RestorePointReason, string> = {
  manual: 'Made by hand',
  merge: 'Before a merge',
  statement: 'Before a statement that removes data',
  bring_back: 'Before past rows were brought back',
}

const describeError = formFailure(['name'])

/** The moments of a project that have a name, newest first. */
export function RestorePoints({
  projectRef,
  pitr: { enabled, ranges, restore_points: points },
  refusals,
  onRestore,
}: {
  projectRef: string
  pitr: BackupOverview['pitr']
  /** Why the member cannot make or restore one. */
  refusals: { make: string | undefined; restore: string | undefined }
  onRestore: (request: RestoreRequest) => void
}) {
  const [isNaming, setNaming] = useState(false)
  const { mutateAsync } = useMutation(makeRestorePoint(projectRef))
  const refusal = refusals.make ?? (enabled ? undefined : 'Switch on point-in-time recovery first')
  return (
    <Card
      title="Restore points"
      description="Made before merges and statements that remove data, or by hand."
      actions={
        <Button
          icon={MapPin}
          onClick={() => setNaming(true)}
          {...(refusal !== undefined && { reason: refusal })}
        >
          Make restore point
        </Button>
      }
    >
      {points.length === 0 ? (
        <p className="text-ink-muted text-sm">No restore points yet.</p>
      ) : (
        <ul aria-label="Restore points" className="divide-y divide-line">
          {points.map((point) => (
            <PointItem
              key={point.id}
              point={point}
              refusal={
                refusals.restore ??
                (isRestorable(ranges, point.made_at) ? undefined : 'Its changes have not arrived yet')
              }
              onRestore={onRestore}
            />
          ))}
        </ul>
      )}
      <NameDialog
        title="Make restore point"
        description="The database can be returned to exactly this moment."
        placeholder="Before the migration"
        action="Make restore point"
        maxLength={BACKUP_NAME_MAX}
        describeError={describeError}
        open={isNaming}
        onOpenChange={setNaming}
        onSubmit={mutateAsync}
      />
    </Card>
  )
}

function PointItem({
  point: { id, name, reason, made_at },
  refusal,
  onRestore,
}: {
  point: RestorePoint
  refusal: string | undefined
  onRestore: (request: RestoreRequest) => void
}) {
  const request = (into: RestoreRequest['into']) =>
    onRestore({ into, origin: { restore_point: id }, what: `the state at “${name}”` })
  const blocked = refusal === undefined ? {} : { reason: refusal }
  return (
    <li
      aria-label={`Restore point ${name}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 first:pt-0 last:pb-0 sm:flex-nowrap"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="wrap-anywhere font-medium text-sm">{name}</h3>
        <p className="mt-0.5 text-ink-muted text-xs tabular-nums">
          {exactTime(made_at)} · {reasons[reason]}
        </p>
      </div>
      <span className="flex gap-1">
        <Button icon={RotateCcw} onClick={() => request('place')} {...blocked}>
          Restore
        </Button>
        <Menu align="end" trigger={<IconButton label={`More for ${name}`} icon={Ellipsis} />}>
          <MenuItem icon={FolderPlus} onSelect={() => request('project')} {...blocked}>
            Restore to a new project…
          </MenuItem>
          <MenuItem icon={History} onSelect={() => request('past')} {...blocked}>
            Open beside the present
          </MenuItem>
        </Menu>
      </span>
    </li>
  )
}
