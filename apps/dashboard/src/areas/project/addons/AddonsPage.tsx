import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { addonQueries } from './addons.queries.ts'
import { Ipv4Panel } from './Ipv4Panel.tsx'

/** The add-ons of a project. The open panel is in the URL. */
export function AddonsPage({
  project,
  panel,
  onPanelChange,
}: {
  project: Project
  panel: string | undefined
  onPanelChange: (panel: 'ipv4' | undefined) => void
}) {
  const { ref, organization_slug: slug } = project
  const addons = useQuery(addonQueries.of(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeAddons, { slug, ref }))
  const hasIpv4 = addons.data?.selected_addons.some(({ type }) => type === 'ipv4')
  return (
    <div className="relative mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Add-ons" description="Optional features for this project." />
      {addons.isError ? (
        <ErrorPanel
          title="Failed to load the add-ons"
          message={addons.error.message}
          requestId={requestIdOf(addons.error)}
          onRetry={addons.refetch}
          retrying={addons.isFetching}
        />
      ) : hasIpv4 === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <Card
          title={
            <span className="flex items-center gap-2">
              IPv4 address
              <Badge tone={hasIpv4 ? 'success' : 'neutral'}>{hasIpv4 ? 'On' : 'Off'}</Badge>
            </span>
          }
          description={
            hasIpv4
              ? 'The direct connection and the dedicated pooler listen on IPv4.'
              : 'The direct connection and the dedicated pooler listen on IPv6 only. From an IPv4 network, use the shared pooler.'
          }
          actions={<Button onClick={() => onPanelChange('ipv4')}>Change IPv4 address</Button>}
        />
      )}
      {panel === 'ipv4' && hasIpv4 !== undefined && (
        <Ipv4Panel
          projectRef={ref}
          hasIpv4={hasIpv4}
          isRunning={project.status === 'ACTIVE_HEALTHY'}
          refusal={refusal}
          close={() => onPanelChange(undefined)}
        />
      )}
    </div>
  )
}
