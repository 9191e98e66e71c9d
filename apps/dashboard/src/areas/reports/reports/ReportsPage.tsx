import { presetReportIds, presetReports } from '@basalt/contract/metrics/metric-charts.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { REPORT_NAME_MAX } from '@basalt/contract/reports/reports.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChartNoAxesColumn, Plus } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { NameDialog } from '../../../ui/dialog/NameDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { createReport, reportQueries } from './reports.queries.ts'

/** The reports that every project has, and those that its members put together. */
export function ReportsPage({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const navigate = useNavigate()
  const reports = useQuery(reportQueries.list(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeReports, { slug, ref }))
  const [isNaming, setNaming] = useState(false)
  const create = useMutation(createReport(ref))
  const newReport = (
    <Button icon={Plus} variant="primary" reason={refusal} onClick={() => setNaming(true)}>
      New report
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Reports"
        description="How the project has been doing, as charts over time."
        actions={newReport}
      />
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {presetReportIds.map((report) => (
          <li key={report} className="bg-surface-1">
            <Link
              to="/project/$ref/reports/$report"
              params={{ ref, report }}
              className="flex h-full flex-col gap-1 px-4 py-3 hover:bg-surface-2"
            >
              <span className="font-medium">{presetReports[report].title}</span>
              <span className="text-ink-muted text-sm">{presetReports[report].description}</span>
            </Link>
          </li>
        ))}
        <li className="bg-surface-1">
          <Link
            to="/project/$ref/reports/query-performance"
            params={{ ref }}
            className="flex h-full flex-col gap-1 px-4 py-3 hover:bg-surface-2"
          >
            <span className="font-medium">Query Performance</span>
            <span className="text-ink-muted text-sm">Which queries take the time, now and in the past</span>
          </Link>
        </li>
      </ul>
      <section className="flex flex-col gap-3">
        <h2 className="font-semibold text-base">Your reports</h2>
        {reports.isError ? (
          <ErrorPanel
            title="Failed to load the reports"
            message={reports.error.message}
            requestId={requestIdOf(reports.error)}
            onRetry={reports.refetch}
            retrying={reports.isFetching}
          />
        ) : reports.isPending ? (
          <TableSkeleton label="Loading reports" columns={3} rows={3} />
        ) : reports.data.length === 0 ? (
          <EmptyState icon={ChartNoAxesColumn} title="No reports of your own" action={newReport}>
            Put charts, saved queries and notes on one page. All members of the project share it.
          </EmptyState>
        ) : (
          <Table
            label="Your reports"
            rows={reports.data}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'name',
                header: 'Name',
                cell: ({ id, name, description }) => (
                  <span className="flex flex-col py-1">
                    <TextLink render={<Link to="/project/$ref/reports/custom/$id" params={{ ref, id }} />}>
                      {name}
                    </TextLink>
                    {description !== '' && <span className="text-ink-muted text-xs">{description}</span>}
                  </span>
                ),
              },
              {
                key: 'by',
                header: 'Saved by',
                width: '16rem',
                wideOnly: true,
                cell: ({ updated_by }) => updated_by ?? 'A deleted account',
              },
              {
                key: 'at',
                header: 'Saved',
                width: '9rem',
                cell: ({ updated_at }) => <When time={updated_at} />,
              },
            ]}
          />
        )}
      </section>
      <NameDialog
        open={isNaming}
        onOpenChange={setNaming}
        title="New report"
        description="All members of the project see it."
        action="Create report"
        maxLength={REPORT_NAME_MAX}
        describeError={formFailure(['name'])}
        onSubmit={async (name) => {
          const { id } = await create.mutateAsync(name)
          await navigate({ to: '/project/$ref/reports/custom/$id', params: { ref, id } })
        }}
      />
    </div>
  )
}
