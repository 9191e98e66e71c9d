import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { LogRangePicker } from '../../logs/logs/LogRangePicker.port.tsx'
import { snippetQueries } from '../../sql/snippets/snippets.queries.ts'
import { metricQueries } from './metrics.queries.ts'
import type { ReportSearch } from './report-search.rules.ts'

/** The time range of a report, whether it is compared, and a refresh. */
export function ReportControls({
  project,
  search,
  onSearchChange,
  isRefreshing,
}: {
  project: Project
  search: ReportSearch
  onSearchChange: (search: ReportSearch) => void
  isRefreshing: boolean
}) {
  const client = useQueryClient()
  const { compare = false, range, from, to } = search
  return (
    <>
      <div className="self-center">
        <Switch
          label="Compare with before"
          checked={compare}
          onCheckedChange={(isOn) => onSearchChange({ ...search, compare: isOn || undefined })}
        />
      </div>
      <LogRangePicker
        slug={project.organization_slug}
        range={{ range, from, to }}
        onRangeChange={(next) => onSearchChange({ ...(compare && { compare }), ...next })}
      />
      <Button
        icon={RefreshCw}
        loading={isRefreshing}
        onClick={() => {
          for (const queryKey of [metricQueries.all(project.ref), snippetQueries.results(project.ref)])
            void client.invalidateQueries({ queryKey })
        }}
      >
        Refresh
      </Button>
    </>
  )
}
