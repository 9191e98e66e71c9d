import { listSchemaIndexes, readIndex } from '@basalt/contract/database-objects/indexes/indexes.endpoints.ts'
import type { Index, ListedIndex } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { SearchCode } from 'lucide-react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { BreakableName } from '../../../../ui/text/BreakableName.tsx'
import { ObjectsPage } from '../ObjectsPage.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { objectKindQueries } from '../objects.queries.ts'
import { DropIndexDialog } from './DropIndexDialog.tsx'
import { IndexBadges } from './IndexBadges.tsx'
import { IndexBuilds } from './IndexBuilds.tsx'
import { IndexDetails } from './IndexDetails.tsx'
import { IndexFilters } from './IndexFilters.tsx'
import { IndexSheet } from './IndexSheet.tsx'
import type { IndexesSearch } from './indexes-url.rules.ts'

const indexes: ObjectKindPage<ListedIndex, Index> = {
  object: 'index',
  icon: SearchCode,
  title: 'Indexes',
  description:
    'Ways to find rows without reading the whole table, with their size and how often they are used.',
  one: 'index',
  many: 'indexes',
  queries: objectKindQueries(listSchemaIndexes, readIndex),
  columns: [
    {
      key: 'table',
      header: 'Table',
      cell: ({ table, keys, key_count }) => (
        <span className="wrap-anywhere line-clamp-2">
          <BreakableName name={table} />{' '}
          <span className="font-mono text-ink-muted text-xs">
            ({keys.join(', ')}
            {key_count > keys.length && ', …'})
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      header: 'State',
      wideOnly: true,
      cell: (item, projectRef) => <IndexBadges item={item} projectRef={projectRef} />,
    },
    { key: 'method', header: 'Method', width: '5rem', wideOnly: true, cell: ({ method }) => method },
    {
      key: 'size',
      header: 'Size',
      width: '6rem',
      align: 'end',
      cell: ({ bytes }) => formatBytes(bytes),
      sort: { by: 'size', asc: 'smallest first', desc: 'largest first', first: 'desc' },
    },
    {
      key: 'scans',
      header: 'Scans',
      width: '6rem',
      align: 'end',
      wideOnly: true,
      cell: ({ scans }) => scans.toLocaleString('en'),
      sort: { by: 'scans', asc: 'fewest first', desc: 'most first', first: 'asc' },
    },
  ],
  Banner: IndexBuilds,
  Filters: IndexFilters,
  definitionOf: ({ definition }) => `${definition};`,
  placeOf: ({ draft, table }) => `On the table ${draft.schema}.${table}`,
  Details: IndexDetails,
  FormSheet: IndexSheet,
  DropDialog: DropIndexDialog,
}

export const IndexesPage = ({ project, search }: { project: Project; search: IndexesSearch }) => (
  <ObjectsPage project={project} kind={indexes} search={search} />
)
