import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { dayAndTime } from '../../../lib/dates.ts'
import { formatDuration } from '../../../lib/duration.ts'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { connectionUse } from './connection.rules.ts'
import { factTilesClass } from './fact-tiles-class.ts'
import { UsageBar } from './UsageBar.tsx'

/** Placeholder for values that need a running database. */
const UNKNOWN = '–'

/** Version, disk, connections and uptime of a database. */
export function InstanceFactTiles({ facts, now }: { facts: InstanceFacts; now: Date }) {
  const { version, database_bytes, disk_bytes, connections, started_at } = facts
  return (
    <dl className={factTilesClass}>
      <FactTile label="PostgreSQL" value={version} />
      <FactTile label="Disk" value={formatBytes(disk_bytes)}>
        {database_bytes === null
          ? 'With write-ahead log'
          : `${formatBytes(database_bytes)} of it in the database`}
      </FactTile>
      <FactTile
        label="Connections now"
        value={
          connections ? (
            <>
              {connections.used}
              <span className="font-normal text-base text-ink-muted"> of {connections.max}</span>
            </>
          ) : (
            UNKNOWN
          )
        }
      >
        {connections && <UsageBar {...connectionUse(connections)} />}
      </FactTile>
      <FactTile
        label="Uptime"
        value={started_at ? formatDuration(now.getTime() - Date.parse(started_at)) : UNKNOWN}
      >
        {started_at && <time dateTime={started_at}>Since {dayAndTime(started_at)}</time>}
      </FactTile>
    </dl>
  )
}

/** One value in large type, with details below. */
function FactTile({
  label,
  value,
  copy,
  children,
}: {
  label: string
  value: ReactNode
  /** Text that a button copies. */
  copy?: string
  children?: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1 bg-surface-1 px-4 py-3">
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className="flex min-h-7 flex-1 flex-col gap-1">
        {copy === undefined ? (
          <span className="font-semibold text-xl tracking-tight">{value}</span>
        ) : (
          <span className="flex items-center gap-1">
            <code className="truncate text-base">{value}</code>
            <CopyButton text={copy} label={`Copy ${label.toLowerCase()}`} />
          </span>
        )}
        {children && <span className="mt-auto text-ink-muted text-xs">{children}</span>}
      </dd>
    </div>
  )
}
