import { metricCharts, presetReportIds, presetReports } from '@basalt/contract/metrics/metric-charts.rules.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { Submenu } from '../../../ui/menu/Submenu.tsx'
import { snippetQueries } from '../../sql/snippets/snippets.queries.ts'
import type { BlockContent } from './report-draft.rules.ts'

/** Buttons that add blocks to a report. */
export function AddBlock({
  projectRef,
  onAdd,
}: {
  projectRef: string
  onAdd: (content: BlockContent) => void
}) {
  return (
    <>
      <Menu align="end" trigger={<Button icon={Plus}>Chart</Button>}>
        {presetReportIds.map((report) => (
          <Submenu key={report} label={presetReports[report].title}>
            {presetReports[report].charts.map((chart) => (
              <MenuItem key={chart} onSelect={() => onAdd({ kind: 'chart', chart })}>
                {metricCharts[chart].title}
              </MenuItem>
            ))}
          </Submenu>
        ))}
      </Menu>
      <AddQuery projectRef={projectRef} onAdd={onAdd} />
      <Button icon={Plus} onClick={() => onAdd({ kind: 'text', text: '## Heading\n\nWhat this is about.' })}>
        Text
      </Button>
    </>
  )
}

/** Only shared queries: a private one would be empty for the other members. */
function AddQuery({ projectRef, onAdd }: { projectRef: string; onAdd: (content: BlockContent) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const snippets = useInfiniteQuery({
    ...snippetQueries.list(projectRef, 'name', {
      visibility: 'project',
      ...(search.trim() !== '' && { name: search.trim() }),
    }),
    enabled: isOpen,
  })
  const found = snippets.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <SearchMenu
      label="Shared queries"
      placeholder="Find a shared query..."
      // The text of a combobox is its value, not its name.
      trigger={
        <Button icon={Plus} aria-label="Query">
          Query
        </Button>
      }
      options={found.map(({ id, name }) => ({ value: id, label: name }))}
      value=""
      onSelect={(snippet_id) => onAdd({ kind: 'sql', snippet_id })}
      onSearch={setSearch}
      onOpenChange={setOpen}
      onEndReached={() => snippets.hasNextPage && !snippets.isFetching && snippets.fetchNextPage()}
      message={
        snippets.isError
          ? 'Failed to load the queries'
          : snippets.isSuccess &&
            found.length === 0 &&
            'No shared queries. Share one in the SQL editor first.'
      }
    />
  )
}
