import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { SearchMenu } from '../../../ui/menu/SearchMenu.tsx'
import { useSchemaSearch } from './use-schema-search.ts'

const NewSchemaDialog = lazyLayer(
  async () => (await import('./NewSchemaDialog.tsx')).NewSchemaDialog,
  ({ open }) => open,
)

/** Chooses a schema of the project's database. */
export function SchemaPicker({
  projectRef: ref,
  schema,
  refusal,
  onSelect,
}: {
  projectRef: string
  schema: string
  /** Why the member may not create a schema; undefined when they may. */
  refusal: string | undefined
  onSelect: (schema: string) => void
}) {
  const { list: schemas, names, isSearching, onSearch, onEndReached } = useSchemaSearch(ref)
  const options = names.map((name) => ({
    value: name,
    label: name,
    ...(isProtectedSchema(name) && { note: 'read-only' }),
  }))
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <SearchMenu
        label="Schemas"
        trigger={
          <Button size="sm" aria-label={`Schema: ${schema}`} className="w-full justify-between!">
            <span className="min-w-0 truncate">
              <span className="text-ink-muted">schema</span> {schema}
            </span>
            <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
          </Button>
        }
        options={options}
        value={schema}
        onSelect={onSelect}
        placeholder="Find schema..."
        onSearch={onSearch}
        onEndReached={onEndReached}
        message={
          names.length === 0 && isSearching && !schemas.isError ? (
            <Spinner label="Loading schemas" />
          ) : schemas.isError && !schemas.data ? (
            <div role="alert" className="flex flex-col items-start gap-2 text-sm">
              <p className="wrap-anywhere">Failed to load schemas. {schemas.error.message}</p>
              <Button size="sm" loading={schemas.isFetching} onClick={() => void schemas.refetch()}>
                Try again
              </Button>
            </div>
          ) : names.length === 0 ? (
            'No schema has this in its name'
          ) : undefined
        }
        footer={(close) => (
          <Button
            size="sm"
            variant="ghost"
            icon={Plus}
            className="w-full justify-start!"
            {...(refusal !== undefined && { reason: refusal })}
            onClick={() => {
              close()
              setCreating(true)
            }}
          >
            Create a new schema
          </Button>
        )}
      />
      <NewSchemaDialog
        projectRef={ref}
        open={isCreating}
        close={() => setCreating(false)}
        onCreated={onSelect}
      />
    </>
  )
}
