import { listDomains, readDomain } from '@basalt/contract/database-objects/domains/domains.endpoints.ts'
import type { Domain, ListedDomain } from '@basalt/contract/database-objects/domains/domains.schema.ts'
import { Ruler } from 'lucide-react'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { ColumnsOfType } from '../ColumnsOfType.tsx'
import type { ObjectKindPage } from '../object-kind-page.ts'
import { objectKindQueries } from '../objects.queries.ts'
import { DomainSheet } from './DomainSheet.tsx'

export const domainKindPage: ObjectKindPage<ListedDomain, Domain> = {
  object: 'domain',
  icon: Ruler,
  title: 'Domains',
  description: 'Types with checks and a default of their own, such as an email address.',
  one: 'domain',
  many: 'domains',
  queries: objectKindQueries(listDomains, readDomain),
  columns: [
    {
      key: 'type',
      header: 'Type',
      cell: ({ type, nullable }) => (
        <span className="wrap-anywhere text-ink-muted">
          <span className="font-mono text-xs">{type}</span> {!nullable && <Badge>not null</Badge>}
        </span>
      ),
    },
    {
      key: 'checks',
      header: 'Checks',
      wideOnly: true,
      cell: ({ checks }) => <span className="line-clamp-1 text-ink-muted">{checks.join(', ')}</span>,
    },
    {
      key: 'comment',
      header: 'Description',
      wideOnly: true,
      cell: ({ comment }) => <span className="line-clamp-1 text-ink-muted">{comment}</span>,
    },
  ],
  Details,
  FormSheet: DomainSheet,
}

const code = (text: string) => <span className="font-mono text-xs">{text}</span>

function Details({ projectRef, found }: { projectRef: string; found: Domain }) {
  const { type, collation, nullable, default: expression, checks } = found.draft
  return (
    <>
      <DescriptionList
        items={[
          { label: 'Type', value: code(type) },
          ...(collation === null ? [] : [{ label: 'Collation', value: code(collation) }]),
          { label: 'NULL', value: nullable ? 'Allowed' : 'Not allowed' },
          { label: 'Default', value: expression === null ? 'None' : code(expression) },
        ]}
      />
      <section aria-label="Checks" className="flex flex-col gap-2">
        <h3 className="font-medium text-sm">Checks</h3>
        {checks.length === 0 ? (
          <p className="text-ink-muted text-sm">It has no checks.</p>
        ) : (
          <DescriptionList
            items={checks.map(({ name, expression: check, valid }) => ({
              label: name,
              value: (
                <>
                  {code(check)} {!valid && <Badge tone="warning">Not for values that exist</Badge>}
                </>
              ),
            }))}
          />
        )}
      </section>
      <ColumnsOfType projectRef={projectRef} found={found} />
    </>
  )
}
