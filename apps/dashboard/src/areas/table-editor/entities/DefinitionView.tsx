import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { SqlView } from '../../sql/query/SqlView.port.tsx'
import { useOpenSql } from '../../sql/snippets/open-sql.port.ts'
import { EntityHeader } from './EntityHeader.tsx'
import { entityQueries } from './entities.queries.ts'

/** The SQL that creates a table or view, to read and copy. */
export function DefinitionView({ projectRef: ref, entity }: { projectRef: string; entity: GridEntity }) {
  const definition = useQuery(entityQueries.definition(ref, entity.id))
  const { open, isOpening } = useOpenSql(ref)
  const sql = definition.data?.sql
  return (
    <>
      <EntityHeader entity={entity}>
        {sql !== undefined && (
          <>
            <CopyButton text={sql} label="Copy definition" />
            <Button
              size="sm"
              icon={SquareTerminal}
              loading={isOpening}
              onClick={() => open(sql, `Definition of ${entity.name}`)}
            >
              Open in SQL Editor
            </Button>
          </>
        )}
      </EntityHeader>
      {sql !== undefined ? (
        <div className="relative min-h-0 flex-1">
          <SqlView sql={sql} />
        </div>
      ) : definition.isPending ? (
        <div className="grid min-h-0 flex-1 place-items-center">
          <Spinner label="Loading the definition" />
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <ErrorPanel
            title="Failed to load the definition"
            message={definition.error?.message}
            requestId={requestIdOf(definition.error)}
            retrying={definition.isFetching}
            onRetry={() => void definition.refetch()}
          />
        </div>
      )}
    </>
  )
}
