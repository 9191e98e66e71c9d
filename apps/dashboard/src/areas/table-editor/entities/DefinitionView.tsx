import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { SqlView } from '../../sql/query/SqlView.port.tsx'
import { createSnippet } from '../../sql/snippets/snippets.queries.ts'
import { entityQueries } from './entities.queries.ts'

/** Characters of SQL, as written in a URL, that a reload of the page can send. */
const SQL_IN_URL_MAX = 6000

/** The SQL that creates a table or view, to read and copy. */
export function DefinitionView({
  projectRef: ref,
  id,
  name,
}: {
  projectRef: string
  id: number
  name: string
}) {
  const definition = useQuery(entityQueries.definition(ref, id))
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  if (definition.isPending)
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <Spinner label="Loading the definition" />
      </div>
    )
  if (!definition.data)
    return (
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <ErrorPanel
          title="Failed to load the definition"
          message={definition.error?.message}
          requestId={requestIdOf(definition.error)}
          retrying={definition.isFetching}
          onRetry={() => void definition.refetch()}
        />
      </div>
    )
  const { sql } = definition.data
  const openSql = (snippetId: string, content?: string) =>
    void navigate({ to: '/project/$ref/sql/$id', params: { ref, id: snippetId }, search: { content } })
  const open = () => {
    if (encodeURIComponent(sql).length <= SQL_IN_URL_MAX) return openSql('new', sql)
    create.mutate({ name: `Definition of ${name}`, sql }, { onSuccess: (snippet) => openSql(snippet.id) })
  }
  return (
    <>
      <div className="flex shrink-0 items-center justify-end gap-2 border-line border-b px-3 py-1.5">
        <CopyButton text={sql} label="Copy definition" />
        <Button size="sm" icon={SquareTerminal} loading={create.isPending} onClick={open}>
          Open in SQL Editor
        </Button>
      </div>
      <div className="relative min-h-0 flex-1">
        <SqlView sql={sql} />
      </div>
    </>
  )
}
