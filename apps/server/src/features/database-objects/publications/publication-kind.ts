import {
  publication,
  publicationCount,
  publicationList,
} from '@basalt/catalog/database-objects/publications.ts'
import type {
  Publication,
  PublicationDraft,
  PublicationListQuery,
} from '@basalt/contract/database-objects/publications/publications.schema.ts'
import {
  alterPublication,
  createPublication,
  dropPublication,
  publicationProblems,
} from '@basalt/schema-changes/publication.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import { ADMIN_ROLE } from '../../../platform/project-databases/database-roles.ts'
import type { ObjectKind } from '../object-kind.ts'

/** As the catalog has it. */
type Row = Pick<Publication, 'id' | 'is_owned'> & { owner: string } & PublicationDraft

/** The platform's superuser creates publications of all tables for the member, and drops them. */
const isOfPlatform = (owner: string | null) => owner === ADMIN_ROLE

export const publicationKind: ObjectKind<PublicationDraft, Publication, PublicationListQuery> = {
  title: 'Publication',
  catalog: 'pg_publication',
  lists: { page: publicationList, count: publicationCount },
  one: publication,
  read(json) {
    const row = JSON.parse(json) as Row
    const { id, owner, is_owned, name, comment, publishes, via_root, generated_columns } = row
    const { is_for_all_tables, tables, schemas } = row
    return {
      id,
      owner,
      is_owned: is_owned || (is_for_all_tables && isOfPlatform(owner)),
      extension: null,
      draft: {
        name,
        comment,
        publishes,
        via_root,
        generated_columns,
        is_for_all_tables,
        tables,
        schemas,
      },
    }
  },
  refusals: ({ draft, owner }) => ({
    edit:
      draft.is_for_all_tables && isOfPlatform(owner)
        ? 'Only a superuser can change a publication of all tables. Delete it, and create another one.'
        : null,
  }),
  problems: (draft, current) => publicationProblems(draft, current?.draft),
  create: createPublication,
  edit: ({ draft: current }, draft) => alterPublication(current, draft),
  drop: ({ draft, owner }) => [dropPublication(draft.name, isOfPlatform(owner))],
  oidOf: ({ name }) => `(select oid from pg_catalog.pg_publication where pubname = ${quoteLiteral(name)})`,
}
