import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { ReleaseScheduleDialog } from './ReleaseScheduleDialog.tsx'
import { releaseQueries } from './releases.queries.ts'
import { VersionButton } from './VersionButton.tsx'
import { VersionDetails } from './VersionDetails.tsx'
import { versionBadge } from './version-badge.rules.ts'

/** The version badge in the header, with a popover about upgrading. */
export function VersionBadge() {
  const { data: release = {} } = useQuery(releaseQueries.versions())
  const [open, setOpen] = useState<'details' | 'schedule'>()
  if (!versionBadge(release)) return null
  return (
    <>
      <Popover
        align="end"
        title="Version"
        className="w-96"
        open={open === 'details'}
        onOpenChange={(next) => setOpen(next ? 'details' : undefined)}
        trigger={<VersionButton />}
      >
        <VersionDetails
          release={release}
          onSchedule={() => setOpen('schedule')}
          onNavigate={() => setOpen(undefined)}
        />
      </Popover>
      <ReleaseScheduleDialog
        release={release}
        open={open === 'schedule'}
        onOpenChange={(next) => setOpen(next ? 'schedule' : undefined)}
      />
    </>
  )
}
