import type {
  ListedPublication,
  Publication,
} from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { RadioTower } from 'lucide-react'
import { useMemo } from 'react'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { useChangeRefusal } from '../../../project/production-lock/production-lock.port.ts'
import { ObjectsPage } from '../ObjectsPage.tsx'
import type { ObjectColumn, ObjectKindPage } from '../object-kind-page.ts'
import type { ObjectsSearch } from '../objects-url.rules.ts'
import { PublicationDetails } from './PublicationDetails.tsx'
import { PublicationSheet } from './PublicationSheet.tsx'
import { PublishSwitch } from './PublishSwitch.tsx'
import { publicationQueries } from './publications.queries.ts'
import { REALTIME_PUBLICATION } from './realtime.rules.ts'

const OPERATIONS = [
  { operation: 'insert', header: 'Insert' },
  { operation: 'update', header: 'Update' },
  { operation: 'delete', header: 'Delete' },
  { operation: 'truncate', header: 'Truncate' },
] as const

const publications = (refusal: string | undefined): ObjectKindPage<ListedPublication, Publication> => ({
  object: 'publication',
  isGlobal: true,
  icon: RadioTower,
  title: 'Publications',
  description: 'Which changes of which tables other databases and Realtime clients can follow.',
  one: 'publication',
  many: 'publications',
  queries: publicationQueries,
  columns: [
    {
      key: 'tables',
      header: 'Tables',
      cell: ({ name, ...item }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          {tablesText(item)}
          {name === REALTIME_PUBLICATION && <Badge tone="brand">Realtime</Badge>}
        </span>
      ),
    },
    ...OPERATIONS.map(
      ({ operation, header }): ObjectColumn<ListedPublication> => ({
        key: operation,
        header,
        width: '5rem',
        wideOnly: true,
        cell: (item, projectRef) => (
          <PublishSwitch projectRef={projectRef} item={item} operation={operation} refusal={refusal} />
        ),
      }),
    ),
  ],
  Details: PublicationDetails,
  FormSheet: PublicationSheet,
})

function tablesText({
  is_for_all_tables,
  table_count,
  schema_count,
}: Pick<ListedPublication, 'is_for_all_tables' | 'table_count' | 'schema_count'>) {
  if (is_for_all_tables) return 'All tables'
  const tables = `${table_count.toLocaleString('en')} ${table_count === 1 ? 'table' : 'tables'}`
  return schema_count === 0
    ? tables
    : `${tables}, ${schema_count} ${schema_count === 1 ? 'schema' : 'schemas'}`
}

export function PublicationsPage({ project, search }: { project: Project; search: ObjectsSearch }) {
  const { organization_slug: slug, ref } = project
  const refusal = useChangeRefusal(needs.runAnySql, { slug, ref })
  const kind = useMemo(() => publications(refusal), [refusal])
  return <ObjectsPage project={project} kind={kind} search={search} />
}
