import {
  listCompositeTypes,
  readCompositeType,
} from '@basalt/contract/database-objects/composite-types/composite-types.endpoints.ts'
import type {
  CompositeType,
  ListedCompositeType,
} from '@basalt/contract/database-objects/composite-types/composite-types.schema.ts'
import { Rows3 } from 'lucide-react'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { ColumnsOfType } from '../ColumnsOfType.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { objectKindQueries } from '../objects.queries.ts'
import { CompositeTypeSheet } from './CompositeTypeSheet.tsx'

export const compositeTypeKindPage: ObjectKindPage<ListedCompositeType, CompositeType> = {
  object: 'composite_type',
  icon: Rows3,
  title: 'Composite types',
  description: 'Types whose values have several named attributes, such as the parts of an address.',
  one: 'type',
  many: 'types',
  queries: objectKindQueries(listCompositeTypes, readCompositeType),
  columns: [
    {
      key: 'attributes',
      header: 'Attributes',
      cell: ({ attributes, attribute_count }) => (
        <span className="wrap-anywhere line-clamp-2 text-ink-muted">
          {attributes.map(({ name, type }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              {name} <span className="font-mono text-xs">{type}</span>
            </span>
          ))}
          {attribute_count === 0 && 'None'}
          {attribute_count > attributes.length &&
            ` and ${(attribute_count - attributes.length).toLocaleString('en')} more`}
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
  FormSheet: CompositeTypeSheet,
}

/** Attributes of a type that its sheet shows; all of them are in the SQL. */
const ATTRIBUTES_SHOWN = 200

function Details({ projectRef, found }: { projectRef: string; found: CompositeType }) {
  const { attributes } = found.draft
  return (
    <>
      <section aria-label="Attributes" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Attributes</h3>
        {attributes.length === 0 ? (
          <p className="text-ink-muted text-sm">It has no attributes.</p>
        ) : (
          <DescriptionList
            items={attributes.slice(0, ATTRIBUTES_SHOWN).map(({ name, type, collation }) => ({
              label: name,
              value: (
                <span className="font-mono text-xs">
                  {type}
                  {collation !== null && ` collate ${collation}`}
                </span>
              ),
            }))}
          />
        )}
        {attributes.length > ATTRIBUTES_SHOWN && (
          <p className="text-ink-muted text-xs">The SQL lists all {attributes.length} attributes.</p>
        )}
      </section>
      <ColumnsOfType projectRef={projectRef} found={found} />
    </>
  )
}
