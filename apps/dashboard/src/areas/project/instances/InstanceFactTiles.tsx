import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { dayAndTime } from '../../../lib/dates.ts'
import { formatDuration } from '../../../lib/duration.ts'
import { connectionUse } from './connection.rules.ts'
import { FactTile } from './FactTile.tsx'
import { factTilesClass } from './fact-tiles-class.ts'
import { UsageBar } from './UsageBar.tsx'

/** Stands for what only a running database knows. */
const UNKNOWN = '–'

/** Version, size, connections and uptime of a database. */
export function InstanceFactTiles({ facts, now }: { facts: InstanceFacts; now: Date }) {
  const { version, database_bytes, disk_bytes, connections, started_at } = facts
  return (
    <dl className={factTilesClass}>
      <FactTile label="PostgreSQL" value={version} />
      <FactTile label="Database size" value={database_bytes === null ? UNKNOWN : formatBytes(database_bytes)}>
        {formatBytes(disk_bytes)} on the disk, with write-ahead log
      </FactTile>
      <FactTile
        label="Connections"
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
