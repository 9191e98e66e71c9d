import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { Replication } from '@basalt/contract/replication/replication.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus, RefreshCcwDot } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { connectQueries } from '../../connect/connect/connect.queries.ts'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { replicationQueries } from './replication.queries.ts'
import { SlotTable } from './SlotTable.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'
import { SubscriptionDialog, type SubscriptionForm } from './SubscriptionDialog.tsx'

/** Logical replication to and from other PostgreSQL servers. */
export function ReplicationPage({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const refusal = useChangeRefusal(needs.runAnySql, { slug, ref })
  const [form, setForm] = useState<SubscriptionForm>()
  const reason =
    refusal ?? (project.status === 'ACTIVE_HEALTHY' ? undefined : 'Start the project to replicate')
  return (
    <div className="relative mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Replication"
        description="Row changes sent to other PostgreSQL servers, and received from them."
        actions={
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => setForm({ kind: 'new' })}
            {...(reason !== undefined && { reason })}
          >
            Create a subscription
          </Button>
        }
      />
      <Contents project={project} refusal={reason} onOpen={setForm} />
      <SubscriptionDialog projectRef={ref} form={form} onClose={() => setForm(undefined)} />
    </div>
  )
}

function Contents({
  project,
  refusal,
  onOpen,
}: {
  project: Project
  refusal: string | undefined
  onOpen: (form: SubscriptionForm) => void
}) {
  const { data, error, isFetching, refetch } = useQuery(replicationQueries.all(project.ref))
  if (!data && error)
    return (
      <ErrorPanel
        title="Failed to load replication"
        message={error.message}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton className="h-64 w-full" />
  return (
    <>
      <section aria-label="Subscriptions" className="flex flex-col gap-4">
        <h2 className="font-semibold text-base">From other servers</h2>
        {data.subscriptions.length === 0 && (
          <EmptyState icon={RefreshCcwDot} title="No subscriptions">
            A subscription receives the rows of publications of another server.
          </EmptyState>
        )}
        {data.subscriptions.map((subscription) => (
          <SubscriptionCard
            key={subscription.name}
            projectRef={project.ref}
            subscription={subscription}
            refusal={refusal}
            onOpen={(kind) => onOpen({ kind, subscription })}
          />
        ))}
      </section>
      <section aria-label="Slots" className="flex flex-col gap-4">
        <h2 className="font-semibold text-base">To other servers</h2>
        <ForSubscribers project={project} replication={data} />
        {data.slots.length === 0 ? (
          <EmptyState icon={RefreshCcwDot} title="No replication slots">
            Each subscriber of this project has a slot, which keeps the WAL that it has not received.
          </EmptyState>
        ) : (
          <SlotTable projectRef={project.ref} replication={data} refusal={refusal} />
        )}
      </section>
    </>
  )
}

/** The statement with which another server subscribes to this project. */
function ForSubscribers({ project, replication }: { project: Project; replication: Replication }) {
  const { data: databases } = useQuery(connectQueries.databases(project.ref))
  const [primary] = databases ?? []
  const { publications, slots, max_slots } = replication
  const publication = publications[0] ?? '[publication]'
  const conninfo = primary
    ? `host=${primary.db_host} port=${primary.db_port} dbname=${primary.db_name} user=${primary.db_user} password=[YOUR-PASSWORD]`
    : undefined
  return (
    <Card
      title="Subscribe from another server"
      description={
        publications.length === 0
          ? 'Create a publication first; it says which tables are sent.'
          : `Run this there, once the tables exist. Publications: ${publications.join(', ')}.`
      }
      footer={`${slots.length} of ${max_slots} replication slots are used.`}
    >
      {conninfo === undefined ? (
        <Skeleton className="h-16 w-full" />
      ) : (
        <CodeBlock
          wrap
          code={`create subscription ${project.ref}\n  connection '${conninfo}'\n  publication "${publication.replaceAll('"', '""')}";`}
        />
      )}
    </Card>
  )
}
