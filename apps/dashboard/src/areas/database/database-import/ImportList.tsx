import type { DatabaseImport } from '@basalt/contract/database-import/database-import.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { When } from '../../../ui/text/When.tsx'
import { importOrigin, importTitle } from './import-names.rules.ts'

const TONES = { succeeded: 'success', failed: 'critical', cancelled: 'neutral', running: 'brand' } as const
const LABELS = {
  succeeded: 'Imported',
  failed: 'Failed',
  cancelled: 'Cancelled',
  running: 'Running',
} as const

/** Ended imports with what they did. */
export function ImportList({ imports }: { imports: readonly DatabaseImport[] }) {
  if (imports.length === 0) return null
  return (
    <section aria-label="Earlier imports" className="flex flex-col gap-4">
      {imports.map((one) => (
        <Card
          key={one.id}
          title={importTitle(one)}
          description={importOrigin(one)}
          actions={
            <span className="flex items-center gap-3 text-ink-muted text-sm">
              <When time={one.started_at} />
              <Badge tone={TONES[one.status]}>{LABELS[one.status]}</Badge>
            </span>
          }
        >
          {one.error !== null && (
            <Callout tone={one.status === 'failed' ? 'critical' : 'info'}>{one.error}</Callout>
          )}
          {one.status === 'succeeded' && one.report && <Report report={one.report} />}
          {one.source_cleanup !== null && (
            <Callout tone="warning" title="Run this at the source" className="[&>*]:min-w-0">
              <div className="flex flex-col gap-2">
                <p>
                  It could not be reached to remove the replication slot, which keeps WAL until its disk is
                  full.
                </p>
                <CodeBlock code={one.source_cleanup} />
              </div>
            </Callout>
          )}
        </Card>
      ))}
    </section>
  )
}

function Report({ report }: { report: NonNullable<DatabaseImport['report']> }) {
  const { tables, left_out, left_out_count, created_roles } = report
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        {tables.length === 1 ? '1 table' : `${tables.length.toLocaleString('en')} tables`} with{' '}
        {rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`}.
        {created_roles.length > 0 && ` Roles created without login: ${created_roles.join(', ')}.`}
      </p>
      {left_out_count > 0 && (
        <Callout
          tone="warning"
          title={`${left_out_count.toLocaleString('en')} statements were refused and left out`}
        >
          Run them again in the SQL editor once their reason is gone.
        </Callout>
      )}
      {left_out.map(({ sql, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Disclosure key={index} summary={reason}>
          <CodeBlock code={sql} />
        </Disclosure>
      ))}
      <Disclosure summary="Rows of each table">
        <Table
          label="Rows of each table"
          dense
          columns={[
            { key: 'table', header: 'Table', cell: ({ schema, name }) => `${schema}.${name}` },
            { key: 'rows', header: 'Rows', align: 'end', cell: (table) => table.rows.toLocaleString('en') },
          ]}
          rows={tables}
          rowKey={({ schema, name }) => JSON.stringify([schema, name])}
        />
      </Disclosure>
    </div>
  )
}
