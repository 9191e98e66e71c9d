import type { ApiRelation } from '@basalt/contract/api-docs/api-docs.schema.ts'
import { relationExamples } from '@basalt/contract/api-docs/example-calls.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { apiDocsQueries } from './api-docs.queries.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { DocHeader } from './DocHeader.tsx'
import { DocSection } from './DocSection.tsx'
import { LoadedDoc } from './LoadedDoc.tsx'
import { Snippet } from './Snippet.tsx'
import type { Snippets } from './use-snippets.ts'

interface Props {
  projectRef: string
  schema: string
  name: string
  /** The schema of requests that do not name one. */
  defaultSchema: string | undefined
  snippets: Snippets
}

/** The page of a table or view: its columns and example calls. */
export function RelationDocs({ projectRef, schema, name, ...rest }: Props) {
  const query = useQuery(apiDocsQueries.relation(projectRef, schema, name))
  return (
    <LoadedDoc query={query} name={name}>
      {(relation) => <Relation relation={relation} {...rest} />}
    </LoadedDoc>
  )
}

function Relation({
  relation,
  defaultSchema,
  snippets,
}: Pick<Props, 'defaultSchema' | 'snippets'> & { relation: ApiRelation }) {
  const { name, kind, about, has_row_security, columns } = relation
  return (
    <>
      <DocHeader title={name} aside={<Badge>{kind === 'table' ? 'Table' : 'View'}</Badge>}>
        {about}
      </DocHeader>
      {has_row_security === false && (
        <Callout tone="warning" title="Row level security is off">
          Anyone with a publishable key can read and change every row as far as the grants allow.
        </Callout>
      )}
      <DocSection title="Columns">
        {columns.length === 0 ? (
          <p className="text-ink-muted text-sm">It has no columns.</p>
        ) : (
          <ColumnTable relation={relation} />
        )}
      </DocSection>
      {relationExamples(relation, defaultSchema).map(({ id, title, words: description, call }) => (
        <DocSection key={id} title={title} description={description}>
          <Snippet call={call} label={title} snippets={snippets} />
        </DocSection>
      ))}
    </>
  )
}
