import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import type { QueryRunSnapshot } from '../run/query-run.ts'
import type { QuerySource } from '../run/query-source.ts'
import { type CreatedTable, createdTables } from './created-tables.ts'
import { enableRowLevelSecurity, type OpenTable, openTables } from './open-tables.queries.ts'

/** Warns about tables that a run left open to the publishable key, and enables row level security on them. */
export function OpenTablesNotice({
  projectRef,
  snapshot,
}: {
  projectRef: string
  snapshot: QueryRunSnapshot
}) {
  const { state, source, isRolledBack, startedAt } = snapshot
  const isCommitted =
    state === 'done' && !isRolledBack && !source?.isPreview && source?.database === undefined
  const created = useMemo(
    () => (isCommitted && source ? createdTables(source.sent ?? source.sql) : []),
    [isCommitted, source],
  )
  if (!source || created.length === 0) return null
  return (
    <RunNotice key={startedAt} projectRef={projectRef} runId={startedAt} source={source} created={created} />
  )
}

function RunNotice({
  projectRef,
  runId,
  source,
  created,
}: {
  projectRef: string
  runId: number
  source: QuerySource
  created: readonly CreatedTable[]
}) {
  const { data: tables = [], error } = useQuery(openTables(projectRef, runId, created))
  const fix = useMutation(enableRowLevelSecurity(projectRef, source))
  if (error)
    return (
      <Callout
        tone="warning"
        role="status"
        title="Could not check who can use the new tables"
        className="m-2"
      >
        {error.message}
      </Callout>
    )
  if (fix.isSuccess)
    return (
      <Callout
        tone="success"
        role="status"
        title={`Row level security is on for ${namesOf(fix.variables)}`}
        className="m-2"
      >
        The publishable key cannot access any row until a policy allows it.
      </Callout>
    )
  if (tables.length === 0) return null
  return (
    <Callout
      tone={fix.error ? 'critical' : 'warning'}
      role={fix.error ? 'alert' : 'status'}
      title={
        fix.error ? 'Failed to enable row level security' : `Row level security is off for ${namesOf(tables)}`
      }
      action={
        <Button size="sm" icon={ShieldCheck} loading={fix.isPending} onClick={() => fix.mutate(tables)}>
          Enable row level security
        </Button>
      }
      className="m-2"
    >
      {fix.error?.message ??
        `Anyone with the publishable key can use ${tables.length === 1 ? 'this table' : 'these tables'} through the Data API.`}
    </Callout>
  )
}

const namesOf = (tables: readonly OpenTable[]) =>
  new Intl.ListFormat('en').format(tables.map(({ schema, name }) => `${schema}.${name}`))
