import { domain, domainCount, domainList } from '@basalt/catalog/database-objects/domains.ts'
import type {
  Domain,
  DomainDraft,
  DomainListQuery,
} from '@basalt/contract/database-objects/domains/domains.schema.ts'
import { alterDomain, createDomain, domainProblems, dropDomain } from '@basalt/schema-changes/domain.ts'
import { quoteLiteral, quoteQualified } from '@basalt/sql/quote.ts'
import type { z } from 'zod'
import { namedColumns } from '../named-columns.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
type Row = Pick<Domain, 'id' | 'owner' | 'is_owned' | 'extension' | 'columns'> & DomainDraft

export const domainKind: ObjectKind<DomainDraft, Domain, z.infer<typeof DomainListQuery>> = {
  title: 'Domain',
  catalog: 'pg_type',
  lists: { page: domainList, count: domainCount },
  one: domain,
  read(json) {
    const { id, owner, is_owned, extension, columns, ...draft } = JSON.parse(json) as Row
    return { id, owner, is_owned, extension, draft, ...namedColumns(columns) }
  },
  problems: (draft, current) => domainProblems(draft, current?.draft),
  create: createDomain,
  edit: ({ draft: current }, draft) => alterDomain(current, draft),
  drop: ({ draft }, { cascade }) => [dropDomain(draft, cascade)],
  oidOf: ({ schema, name }) => `${quoteLiteral(quoteQualified(schema, name))}::pg_catalog.regtype`,
}
