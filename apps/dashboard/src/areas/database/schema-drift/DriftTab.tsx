import type { SchemaDrift } from '@basalt/contract/schema-drift/schema-drift.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { FileDiff, FilePlus2, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { DriftMigrationDialog } from './DriftMigrationDialog.tsx'
import { driftSql, driftTitle } from './drift-text.rules.ts'
import { schemaDriftQueries } from './schema-drift.queries.ts'

/** Compares the schema with its migrations, and makes a migration of what differs. */
export function DriftTab({ projectRef, refusal }: { projectRef: string; refusal: string | undefined }) {
  const drift = useQuery(schemaDriftQueries.one(projectRef))
  const compare = () => void drift.refetch()
  if (drift.isFetching)
    return (
      <div className="grid min-h-48 place-items-center">
        <Spinner label="Applying the migrations to an empty database and comparing" />
      </div>
    )
  if (drift.isError)
    return (
      <ErrorPanel
        title="The schema could not be compared"
        message={drift.error.message}
        requestId={requestIdOf(drift.error)}
        onRetry={compare}
        retrying={false}
      />
    )
  if (!drift.data)
    return (
      <EmptyState
        icon={FileDiff}
        title="Compare the schema with its migrations"
        action={
          <Button variant="primary" onClick={compare} reason={refusal}>
            Compare
          </Button>
        }
      >
        Applies all migrations to an empty database on a server of its own, and shows what differs as SQL. It
        takes some seconds.
      </EmptyState>
    )
  return <Result projectRef={projectRef} drift={drift.data} refusal={refusal} onCompare={compare} />
}

function Result({
  projectRef,
  drift,
  refusal,
  onCompare,
}: {
  projectRef: string
  drift: SchemaDrift
  refusal: string | undefined
  onCompare: () => void
}) {
  const [isMaking, setMaking] = useState(false)
  const { statements, not_compared } = drift
  const sql = driftSql(drift)
  const destructive = statements.filter(({ is_destructive }) => is_destructive).length
  const isEqual = statements.length === 0
  return (
    <div className="flex flex-col gap-4">
      <Callout
        tone={isEqual ? 'success' : 'warning'}
        role="status"
        title={driftTitle(drift)}
        action={
          <Button size="sm" icon={RefreshCw} onClick={onCompare} reason={refusal}>
            Compare again
          </Button>
        }
      >
        {isEqual
          ? 'Roles and webhooks are not compared.'
          : 'A migration of them makes the same schema elsewhere. Here they exist already. Roles and webhooks are not compared.'}
      </Callout>
      {not_compared.length > 0 && (
        <Callout tone="info" title="Not everything is compared">
          The database also has objects that no migration made and that cannot be shown as SQL here:{' '}
          {not_compared.join(', ')}.
        </Callout>
      )}
      {!isEqual && (
        <>
          {destructive > 0 && (
            <Callout tone="warning" title="It drops objects or rows elsewhere">
              {destructive === 1 ? 'One statement drops' : `${destructive} statements drop`} what migrations
              made and this database no longer has.
            </Callout>
          )}
          <CodeBlock title="What no migration made" label="SQL of the difference" code={sql} wrap />
          <Button
            variant="primary"
            icon={FilePlus2}
            className="self-start"
            onClick={() => setMaking(true)}
            reason={refusal}
          >
            Make a migration of it
          </Button>
          <DriftMigrationDialog
            projectRef={projectRef}
            sql={sql}
            open={isMaking}
            onOpenChange={setMaking}
            onMade={onCompare}
          />
        </>
      )}
    </div>
  )
}
