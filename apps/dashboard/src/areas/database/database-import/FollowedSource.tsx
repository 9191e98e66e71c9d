import type { FollowedTableState } from '@basalt/contract/database-import/database-import.rules.ts'
import type {
  DatabaseImport,
  ImportFollowing,
} from '@basalt/contract/database-import/database-import.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import type { Tone } from '../../../ui/text/tone.ts'
import { databaseImportQueries, switchOver } from './database-import.queries.ts'
import { lagText, stateCounts } from './followed-source.rules.ts'
import { importTitle } from './import-names.rules.ts'

const STATES: Readonly<Record<FollowedTableState, { label: string; tone: Tone; busy?: boolean }>> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  copying: { label: 'Copying', tone: 'brand', busy: true },
  catching_up: { label: 'Catching up', tone: 'brand', busy: true },
  streaming: { label: 'Streaming', tone: 'success' },
}

/** How far the project is behind the source that it follows, with the button that ends this. */
export function FollowedSource({
  project,
  running,
  refusal,
}: {
  project: Project
  running: DatabaseImport
  refusal: string | undefined
}) {
  const { data, error, isFetching, refetch } = useQuery(
    databaseImportQueries.following(project.ref, running.id),
  )
  if (!data && error)
    return (
      <ErrorPanel
        title="Failed to load how far the import is"
        message={error.message}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton className="h-32 w-full" />
  return (
    <div className="flex flex-col gap-4">
      {running.notice !== null && (
        <Callout tone="warning" title="Not switched over">
          {running.notice}
        </Callout>
      )}
      {data.source_error !== null && (
        <Callout tone="critical" title="The source cannot be followed">
          {data.source_error}
        </Callout>
      )}
      {data.failures > 0 && !data.is_ready && (
        <Callout tone="critical" title="PostgreSQL refuses changes of the source, and tries again">
          {data.latest_failure ?? 'The reason is in the log of this project’s PostgreSQL.'}
        </Callout>
      )}
      <DescriptionList
        items={[
          { label: 'Tables', value: stateCounts(data.tables.map(({ state }) => STATES[state].label)) },
          { label: 'Behind the source', value: lagText(data) },
        ]}
      />
      <SwitchOver project={project} running={running} following={data} refusal={refusal} />
      <Disclosure summary="State of each table">
        <Table
          label="State of each table"
          dense
          columns={[
            { key: 'table', header: 'Table', cell: ({ schema, name }) => `${schema}.${name}` },
            {
              key: 'state',
              header: 'State',
              cell: ({ state }) => {
                const { label, tone, busy = false } = STATES[state]
                return (
                  <StatusDot tone={tone} busy={busy}>
                    {label}
                  </StatusDot>
                )
              },
            },
          ]}
          rows={data.tables}
          rowKey={({ schema, name }) => JSON.stringify([schema, name])}
        />
      </Disclosure>
    </div>
  )
}

function SwitchOver({
  project,
  running,
  following,
  refusal,
}: {
  project: Project
  running: DatabaseImport
  following: ImportFollowing
  refusal: string | undefined
}) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync } = useMutation(switchOver(project.ref))
  const reason =
    refusal ?? (following.is_ready ? undefined : 'Every table has to be streaming before the switch-over')
  return (
    <div>
      <Button variant="primary" onClick={() => setConfirming(true)} {...(reason !== undefined && { reason })}>
        Switch over
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Switch over from ${importTitle(running)}?`}
        tone="primary"
        confirmLabel="Switch over"
        onConfirm={() => mutateAsync(running.id)}
      >
        <p>
          Stop what writes to the source first. Its tables are locked until their last change has arrived
          here; then the source is no longer followed, and what is written there stays there.
        </p>
        <p className="mt-2">
          Sequences continue after their value in the source. Connect your applications to this project
          afterwards.
        </p>
      </ConfirmDialog>
    </div>
  )
}
