import {
  listEnumeratedTypes,
  readEnumeratedType,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import type {
  EnumeratedType,
  ListedEnumeratedType,
} from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import { ListOrdered } from 'lucide-react'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { ColumnsOfType } from '../ColumnsOfType.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { objectKindQueries } from '../objects.queries.ts'
import { EnumeratedTypeSheet } from './EnumeratedTypeSheet.tsx'

export const enumeratedTypeKindPage: ObjectKindPage<ListedEnumeratedType, EnumeratedType> = {
  object: 'enumerated_type',
  icon: ListOrdered,
  title: 'Enumerated types',
  description: 'Types whose values are a fixed, ordered list, such as the states of an order.',
  one: 'type',
  many: 'types',
  queries: objectKindQueries(listEnumeratedTypes, readEnumeratedType),
  columns: [
    {
      key: 'values',
      header: 'Values',
      cell: ({ values, value_count }) => (
        <span className="line-clamp-1 text-ink-muted">
          {values.join(', ')}
          {value_count > values.length && ` and ${(value_count - values.length).toLocaleString('en')} more`}
        </span>
      ),
    },
    {
      key: 'comment',
      header: 'Description',
      wideOnly: true,
      cell: ({ comment }) => <span className="line-clamp-1 text-ink-muted">{comment}</span>,
    },
  ],
  Details,
  FormSheet: EnumeratedTypeSheet,
}

/** Values of a type that its sheet shows; all of them are in the SQL. */
const VALUES_SHOWN = 200

function Details({ projectRef, found }: { projectRef: string; found: EnumeratedType }) {
  const { draft } = found
  return (
    <>
      <section aria-label="Values" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Values</h3>
        <ol className="flex flex-wrap gap-1.5">
          {draft.values.slice(0, VALUES_SHOWN).map(({ value }) => (
            <li key={value} className="max-w-full overflow-hidden">
              <Badge>{value}</Badge>
            </li>
          ))}
        </ol>
        {draft.values.length > VALUES_SHOWN && (
          <p className="text-ink-muted text-xs">The SQL lists all {draft.values.length} values.</p>
        )}
      </section>
      <ColumnsOfType projectRef={projectRef} found={found} />
    </>
  )
}
