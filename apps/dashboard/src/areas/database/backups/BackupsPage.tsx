import { hasRestoreEnded } from '@basalt/contract/backups/backups.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { PastMomentChoice } from '@basalt/contract/time-machine/time-machine.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive, Lock } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { TimeMachinePanel } from '../time-machine/TimeMachinePanel.tsx'
import { openPast } from '../time-machine/time-machine.queries.ts'
import { BackUpNowDialog } from './BackUpNowDialog.tsx'
import { BackupList } from './BackupList.tsx'
import { backupQueries } from './backups.queries.ts'
import { PointInTimePanel } from './PointInTimePanel.tsx'
import { RestoreDialogs, type RestoreRequest } from './RestoreDialogs.tsx'
import { RestoreNotice } from './RestoreNotice.tsx'
import { safeMoment } from './safe-moment.rules.ts'

type Tab = 'scheduled' | 'pitr' | 'time-machine'

const tabs = [
  { value: 'scheduled', label: 'Backups' },
  { value: 'pitr', label: 'Point in time' },
  { value: 'time-machine', label: 'Time machine' },
] as const

const PAGES = {
  scheduled: '/project/$ref/database/backups/scheduled',
  pitr: '/project/$ref/database/backups/pitr',
  'time-machine': '/project/$ref/database/backups/time-machine',
} as const satisfies Record<Tab, string>

/** The backups of a project, and the moments that it can be returned to. */
export function BackupsPage({
  project,
  tab,
  before,
}: {
  project: Project
  tab: Tab
  /** The moment that the tab of moments begins with, ISO 8601. */
  before?: string | undefined
}) {
  const { ref, organization_slug: slug, status } = project
  const navigate = useNavigate()
  const [isBackingUp, setBackingUp] = useState(false)
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.createBackups, { slug, ref }))
  const reason = refusal ?? (status === 'ACTIVE_HEALTHY' ? undefined : 'Start the project to back it up')
  const { data, dataUpdatedAt } = useQuery(backupQueries.overview(ref))
  const safe = data && safeMoment(data, { isAsleep: project.asleep_since !== null })
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Database backups"
        description="Each backup is restored and checked as soon as it is made."
        aside={
          safe && (
            <Badge tone={safe.tone}>
              {safe.label} <When key={dataUpdatedAt} time={safe.time} />
            </Badge>
          )
        }
        actions={
          <Button
            variant="primary"
            icon={Archive}
            onClick={() => setBackingUp(true)}
            {...(reason !== undefined && { reason })}
          >
            Back up now
          </Button>
        }
      />
      <Tabs
        label="Backups"
        items={tabs}
        value={tab}
        onValueChange={(next) =>
          navigate({
            to: PAGES[next],
            params: { ref },
          })
        }
      >
        <TabPanel value={tab} className="flex flex-col gap-4 pt-4">
          <Contents project={project} tab={tab} before={before} />
        </TabPanel>
      </Tabs>
      <BackUpNowDialog projectRef={ref} open={isBackingUp} onOpenChange={setBackingUp} />
    </div>
  )
}

function Contents({ project, tab, before }: { project: Project; tab: Tab; before: string | undefined }) {
  const { ref, name, organization_slug: slug, status } = project
  const { data: seeing } = useQuery(permissionQueries.refusal(needs.seeBackups, { slug, ref }))
  const { data: restoring } = useQuery(permissionQueries.refusal(needs.restoreBackups, { slug, ref }))
  const { data: creating } = useQuery(permissionQueries.refusal(needs.createBackups, { slug, ref }))
  const { data: removing } = useQuery(permissionQueries.refusal(needs.deleteBackups, { slug, ref }))
  const { data: downloading } = useQuery(permissionQueries.refusal(needs.dumpDatabase, { slug, ref }))
  const { data, error, isFetching, refetch } = useQuery(backupQueries.overview(ref))
  const [request, setRequest] = useState<RestoreRequest>()
  const navigate = useNavigate()
  const open = useMutation(openPast(ref))
  const openBeside = (choice: PastMomentChoice) =>
    open.mutate(choice, {
      onSuccess: () => navigate({ to: PAGES['time-machine'], params: { ref } }),
    })
  const begin = (next: RestoreRequest) => {
    if (next.into === 'past') openBeside(next.origin)
    else setRequest(next)
  }
  if (seeing !== undefined)
    return (
      <EmptyState icon={Lock} title="You don’t have access to the backups">
        {seeing}
      </EmptyState>
    )
  if (!data && error)
    return (
      <ErrorPanel
        title="Failed to load the backups"
        message={error.message}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton className="h-64 w-full" />
  const isOpen = data.restore !== null && !hasRestoreEnded(data.restore.status)
  const refusal =
    restoring ??
    (isOpen
      ? 'Decide on the last restore first'
      : status === 'ACTIVE_HEALTHY'
        ? undefined
        : 'The project can be restored while it is healthy')
  const pointRefusal =
    creating ?? (status === 'ACTIVE_HEALTHY' ? undefined : 'Start the project to make a restore point')
  return (
    <>
      {data.restore && (
        <RestoreNotice
          projectRef={ref}
          restore={data.restore}
          overview={data}
          refusal={restoring}
          onOpen={() => openBeside({ before_restore: data.restore!.id })}
        />
      )}
      {tab === 'time-machine' ? (
        <TimeMachinePanel projectRef={ref} refusal={restoring} />
      ) : tab === 'scheduled' ? (
        <BackupList
          projectRef={ref}
          overview={data}
          refusals={{
            restore: refusal,
            download: downloading,
            make: creating,
            remove: removing,
            schedule: restoring,
          }}
          onRestore={begin}
        />
      ) : (
        <PointInTimePanel
          projectRef={ref}
          overview={data}
          before={before}
          refusals={{ change: restoring, point: pointRefusal, restore: refusal }}
          onRestore={begin}
        />
      )}
      <RestoreDialogs
        projectRef={ref}
        projectName={name}
        overview={data}
        request={request}
        onClose={() => setRequest(undefined)}
      />
    </>
  )
}
