import type {
  ApiArgument,
  ApiFunction,
  ApiFunctionVariant,
} from '@basalt/contract/api-docs/api-docs.schema.ts'
import { functionExample } from '@basalt/contract/api-docs/example-calls.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumn } from '../../../ui/table/Table.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { apiDocsQueries } from './api-docs.queries.ts'
import { DocHeader } from './DocHeader.tsx'
import { DocSection } from './DocSection.tsx'
import { argumentNotes } from './doc-notes.rules.ts'
import { LoadedDoc } from './LoadedDoc.tsx'
import { Snippet } from './Snippet.tsx'
import type { Snippets } from './use-snippets.ts'

interface Props {
  projectRef: string
  schema: string
  name: string
  defaultSchema: string | undefined
  snippets: Snippets
}

/** The page of a function and its overloads: arguments, result and an example call. */
export function FunctionDocs({ projectRef, schema, name, defaultSchema, snippets }: Props) {
  const query = useQuery(apiDocsQueries.function(projectRef, schema, name))
  return (
    <LoadedDoc query={query} name={name}>
      {(found) => (
        <>
          <DocHeader title={name} aside={<Badge>Function</Badge>}>
            {found.variants.length === 1
              ? found.variants[0]!.about
              : `${found.variants.length} functions have this name. The argument names select one.`}
          </DocHeader>
          {found.variants.map((variant, index) => (
            <Variant
              // biome-ignore lint/suspicious/noArrayIndexKey: overloads have no id
              key={index}
              of={found}
              variant={variant}
              defaultSchema={defaultSchema}
              snippets={snippets}
            />
          ))}
        </>
      )}
    </LoadedDoc>
  )
}

const columns: TableColumn<ApiArgument>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '28%',
    cell: ({ name }) => (name ? <code className="wrap-anywhere text-xs">{name}</code> : 'The request body'),
  },
  {
    key: 'type',
    header: 'Type',
    width: '28%',
    cell: ({ type }) => <code className="wrap-anywhere text-xs">{type}</code>,
  },
  {
    key: 'notes',
    header: 'Description',
    cell: (argument) => <span className="text-ink-muted text-xs">{argumentNotes(argument).join(' · ')}</span>,
  },
]

function Variant({
  of,
  variant,
  defaultSchema,
  snippets,
}: {
  of: ApiFunction
  variant: ApiFunctionVariant
} & Pick<Props, 'defaultSchema' | 'snippets'>) {
  const { arguments: args, returns, is_stable, about } = variant
  const isOneOfMany = of.variants.length > 1
  const title = isOneOfMany ? `${of.name}(${args.map(({ name }) => name).join(', ')})` : 'Call it'
  return (
    <DocSection
      title={title}
      description={
        <>
          {isOneOfMany && about && <p>{about}</p>}
          <p>
            Returns <code className="wrap-anywhere text-xs">{returns}</code>.{' '}
            {is_stable ? 'Does not change data.' : 'May change data.'}
          </p>
        </>
      }
    >
      {args.length > 0 && (
        <Table label={`Arguments of ${title}`} columns={columns} rows={args} rowKey={({ name }) => name} />
      )}
      <Snippet
        call={functionExample(of, variant, defaultSchema)}
        label={`Call of ${of.name}`}
        snippets={snippets}
      />
    </DocSection>
  )
}
