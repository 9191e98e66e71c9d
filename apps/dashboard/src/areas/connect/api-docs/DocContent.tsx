import type { ApiContents } from '@basalt/contract/api-docs/api-docs.schema.ts'
import { Authentication } from './Authentication.tsx'
import { DocSkeleton } from './DocSkeleton.tsx'
import type { DocPlace } from './doc-place.rules.ts'
import { FunctionDocs } from './FunctionDocs.tsx'
import { Introduction } from './Introduction.tsx'
import { RelationDocs } from './RelationDocs.tsx'
import { TypesPage } from './TypesPage.tsx'
import type { Snippets } from './use-snippets.ts'

/** What is read at a place. */
export function DocContent({
  projectRef,
  place,
  contents,
  snippets,
}: {
  projectRef: string
  place: DocPlace
  /** Undefined while it is on its way. */
  contents: ApiContents | undefined
  snippets: Snippets
}) {
  const page = { projectRef, snippets }
  if ('name' in place) {
    // Calls name the schema unless it is the one that is meant anyway.
    if (!contents) return <DocSkeleton />
    const { page: kind, schema, name } = place
    const described = { ...page, schema, name, defaultSchema: contents.schemas[0] }
    return kind === 'relation' ? <RelationDocs {...described} /> : <FunctionDocs {...described} />
  }
  if (place.page === 'introduction')
    return <Introduction {...page} isEmpty={contents !== undefined && isEmpty(contents)} />
  return place.page === 'authentication' ? <Authentication {...page} /> : <TypesPage {...page} />
}

const isEmpty = ({ tables, views, functions }: ApiContents) =>
  tables.length + views.length + functions.length === 0
