import type { Index } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { When } from '../../../../ui/text/When.tsx'
import type { ObjectDetailsProps } from '../object-kind-page.ts'
import { objectQueries } from '../objects.queries.ts'
import { PlannedChangeDialog } from '../PlannedChangeDialog.tsx'
import { IndexBadges } from './IndexBadges.tsx'
import { IndexBuilds } from './IndexBuilds.tsx'
import { indexQueries } from './indexes.queries.ts'

/** How large an index is, how it is used, and what can be done with an unfinished one. */
export function IndexDetails({ projectRef: ref, found, refusal, onClose }: ObjectDetailsProps<Index>) {
  const { draft, table, table_id, bytes, table_bytes, scans, last_used_at, tuples_read } = found
  const { data } = useQuery(indexQueries.builds(ref))
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const isBuilt = data?.builds.some(({ index_id }) => index_id === found.id) ?? false
  const button = (
    <Button
      size="sm"
      icon={RefreshCw}
      onClick={() => setAsking(true)}
      {...((refusal !== undefined && { reason: refusal }) ||
        (!found.is_owned && { reason: `Only ${found.owner}, who owns it, can rebuild it.` }) ||
        (found.is_exclusion && {
          reason: 'PostgreSQL cannot rebuild the index of an exclusion constraint while it is used.',
        }))}
    >
      Rebuild
    </Button>
  )
  return (
    <>
      {isBuilt ? (
        <IndexBuilds projectRef={ref} refusal={refusal} />
      ) : (
        !found.is_valid &&
        !found.is_partitioned && (
          <Callout tone="warning" title="This index is not finished" action={button}>
            Its build failed or was cancelled. Queries do not use it
            {found.is_ready ? ', and every write still maintains it' : ''}. Rebuild it, or delete it.
          </Callout>
        )
      )}
      {isAsking && (
        <PlannedChangeDialog
          projectRef={ref}
          title={`Rebuild ${draft.name}?`}
          confirmLabel="Rebuild index"
          change={{ object: 'index', action: 'rebuild', id: found.id, fingerprint: found.fingerprint }}
          problem={null}
          onDone={async ({ is_running }) => {
            // The rebuilt index is another object, under the same name. The list has to know it before a user is told.
            onClose()
            await client.refetchQueries(
              { queryKey: objectQueries.of(ref), type: 'active' },
              { cancelRefetch: false },
            )
            toast(
              is_running
                ? {
                    title: `${draft.name} is being rebuilt`,
                    description: 'It continues when you close this page.',
                  }
                : { tone: 'success', title: `${draft.name} rebuilt` },
            )
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            The table can be read and written meanwhile. It takes as much disk space as the index once more.
          </p>
        </PlannedChangeDialog>
      )}
      <section aria-label="Use" className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-2">
          <h3 className="font-medium text-sm">Use</h3>
          {found.is_valid && button}
        </div>
        <DescriptionList
          items={[
            {
              label: 'Table',
              value: (
                <TextLink
                  render={
                    <Link
                      to="/project/$ref/editor/$tableId"
                      params={{ ref, tableId: String(table_id) }}
                      search={{ schema: draft.schema }}
                    />
                  }
                >
                  {draft.schema}.{table}
                </TextLink>
              ),
            },
            { label: 'State', value: <IndexBadges item={found} projectRef={ref} isDetailed /> },
            { label: 'Method', value: found.method },
            {
              label: 'Size',
              value: `${formatBytes(bytes)}, the table ${formatBytes(table_bytes)}`,
            },
            { label: 'Scans', value: scans.toLocaleString('en') },
            { label: 'Entries read', value: tuples_read.toLocaleString('en') },
            {
              label: 'Last used',
              value: <When time={last_used_at} never="Not since the statistics began" />,
            },
            ...(found.parent
              ? [{ label: 'Part of', value: `${found.parent.schema}.${found.parent.name}` }]
              : []),
          ]}
        />
      </section>
    </>
  )
}
