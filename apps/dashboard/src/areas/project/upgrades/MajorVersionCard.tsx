import type { UpgradeNeeds } from '@basalt/contract/upgrades/upgrades.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { moveTime } from './move-time.rules.ts'
import { upgradeQueries } from './upgrades.queries.ts'

/** What a project would need to move to another major version of PostgreSQL. Looked up when it is asked for: that wakes it. */
export function MajorVersionCard({ projectRef }: { projectRef: string }) {
  const [isAsked, setAsked] = useState(false)
  const needs = useQuery({ ...upgradeQueries.needs(projectRef), enabled: isAsked })
  const content = () => {
    if (!isAsked) return null
    if (needs.isPending) return <Skeleton className="h-64 rounded-md" />
    if (!needs.data)
      return (
        <ErrorPanel
          title="Failed to check the project"
          message={needs.error.message}
          requestId={requestIdOf(needs.error)}
          retrying={needs.isFetching}
          onRetry={() => needs.refetch()}
        />
      )
    return <Needs needs={needs.data} />
  }
  return (
    <Card
      title="Another major version"
      description="Minor versions of PostgreSQL come by themselves, after a backup. A major version needs a dump and a load."
      actions={
        <Button
          icon={ListChecks}
          loading={isAsked && needs.isFetching}
          onClick={() => (isAsked ? void needs.refetch() : setAsked(true))}
        >
          Check this project
        </Button>
      }
      footer={
        <TextLink render={<Link to="/docs/$guide" params={{ guide: 'upgrade' }} />}>
          How to move to a major version
        </TextLink>
      }
    >
      {content()}
    </Card>
  )
}

function Needs({
  needs: { current_version, next_start_version, database_bytes, move_seconds, steps, findings },
}: {
  needs: UpgradeNeeds
}) {
  return (
    <div className="flex flex-col gap-6">
      <DescriptionList
        items={[
          { label: 'PostgreSQL now', value: current_version },
          { label: 'At the next start', value: next_start_version },
          { label: 'To dump and load', value: formatBytes(database_bytes) },
          { label: 'Takes about', value: moveTime(move_seconds) },
        ]}
      />
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">What to look at before</h3>
        {findings.length === 0 ? (
          <p className="text-ink-muted text-sm">Nothing: a dump and a load is all that it needs.</p>
        ) : (
          <ul className="flex flex-col gap-2 text-sm">
            {findings.map(({ topic, name, action }) => (
              <li key={`${topic} ${name}`}>
                <code className="wrap-anywhere text-xs">{name}</code>
                <p className="text-ink-muted">{action}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">The steps</h3>
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-sm">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </div>
  )
}
