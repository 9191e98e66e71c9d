import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Lock, Plus, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { DrainCard } from './DrainCard.tsx'
import { DrainFormSheet } from './DrainFormSheet.tsx'
import { logDrainQueries, removeLogDrain, switchLogDrain, tryLogDrain } from './log-drains.queries.ts'
import type { LogDrainsSearch } from './log-drains-url.rules.ts'

/** Where the logs of a project are sent. */
export function LogDrainsPage({ project, search }: { project: Project; search: LogDrainsSearch }) {
  const { ref, organization_slug: slug } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.readLogs, { slug, ref }))
  const { data: changeRefusal } = useQuery(permissionQueries.refusal(needs.changeLogDrains, { slug, ref }))
  const navigate = useNavigate()
  const go = (change: LogDrainsSearch, replace = false) =>
    void navigate({ to: '.', search: change, replace, resetScroll: false })
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      reason={refusal ?? changeRefusal}
      onClick={() => go({ panel: 'new' })}
    >
      New log drain
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Log drains"
        description="Send the events of this project to another system. Each arrives at least once, also after a failure."
        actions={create}
      />
      {refusal === undefined ? (
        <Drains projectRef={ref} search={search} refusal={changeRefusal} create={create} onGo={go} />
      ) : (
        <EmptyState icon={Lock} title="You don’t have access to the logs">
          {refusal}
        </EmptyState>
      )}
    </div>
  )
}

function Drains({
  projectRef: ref,
  search,
  refusal,
  create,
  onGo,
}: {
  projectRef: string
  search: LogDrainsSearch
  refusal: string | undefined
  create: ReactNode
  onGo: (search: LogDrainsSearch, replace?: boolean) => void
}) {
  const drains = useQuery(logDrainQueries.list(ref))
  const test = useMutation(tryLogDrain(ref))
  const { mutate: toggle } = useMutation(switchLogDrain(ref))
  const { mutateAsync: remove } = useMutation(removeLogDrain(ref))
  if (drains.isPending) return <Skeleton className="h-32" />
  if (drains.isError && !drains.data)
    return (
      <ErrorPanel
        title="Failed to load the log drains"
        message={drains.error.message}
        requestId={requestIdOf(drains.error)}
        onRetry={drains.refetch}
        retrying={drains.isFetching}
      />
    )
  const close = () => onGo({}, true)
  const open = drains.data.find(({ id }) => id === search.id)
  return (
    <>
      {drains.data.length === 0 && (
        <EmptyState icon={Waypoints} title="No log drains yet" action={refusal === undefined && create}>
          A log drain sends events over HTTP, OpenTelemetry, Loki or syslog, to search them together with
          those of your other systems or to keep them for longer.
        </EmptyState>
      )}
      {drains.data.map((drain) => (
        <DrainCard
          key={drain.id}
          drain={drain}
          refusal={refusal}
          isTesting={test.isPending && test.variables.id === drain.id}
          onTest={() => test.mutate(drain)}
          onAction={(action) => (action === 'switch' ? toggle(drain) : onGo({ panel: action, id: drain.id }))}
        />
      ))}
      {search.panel === 'new' && refusal === undefined && (
        <DrainFormSheet projectRef={ref} drain={undefined} onClose={close} />
      )}
      {open && search.panel === 'edit' && refusal === undefined && (
        <DrainFormSheet key={open.id} projectRef={ref} drain={open} onClose={close} />
      )}
      <ConfirmDialog
        open={open !== undefined && search.panel === 'delete' && refusal === undefined}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={`Delete ${open?.name ?? 'log drain'}`}
        confirmLabel="Delete log drain"
        onConfirm={() => open && remove(open.id)}
      >
        Events that wait are not sent. The logs of this project stay as they are.
      </ConfirmDialog>
    </>
  )
}
