import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Badge } from '../../../ui/text/Badge.tsx'
import { releaseQueries } from './releases.queries.ts'
import { versionBadge } from './version-badge.rules.ts'

/** The version badge; null while the version is unknown. */
export function VersionButton(props: ComponentProps<'button'>) {
  const { data: release = {} } = useQuery(releaseQueries.versions())
  const badge = versionBadge(release)
  if (!badge) return null
  return (
    <button
      aria-haspopup="dialog"
      {...props}
      type="button"
      aria-label={`Version: ${badge.label}`}
      className="shrink-0 rounded-sm max-sm:hidden"
    >
      <Badge tone={badge.tone}>{badge.label}</Badge>
    </button>
  )
}
