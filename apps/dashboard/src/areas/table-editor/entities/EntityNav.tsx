import { entityKinds, isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown, LockKeyhole, RotateCw, Search, X } from 'lucide-react'
import { useState } from 'react'
import { formatAmount } from '../../../lib/amount.ts'
import { usePreference } from '../../../lib/preference.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { NewTableFromFile } from '../table-transfer/NewTableFromFile.tsx'
import { NewTableButton } from '../tables/NewTableButton.tsx'
import { EntityList } from './EntityList.tsx'
import { entityQueries } from './entities.queries.ts'
import {
  AnEntitySort,
  ENTITY_SEARCH_DELAY_MS,
  EntityKinds,
  type EntitySort,
  PROTECTED_REASON,
} from './entities.rules.ts'
import { KindFilter } from './KindFilter.port.tsx'
import { SchemaPicker } from './SchemaPicker.port.tsx'

const ProtectedSchemasDialog = lazyLayer(
  async () => (await import('./ProtectedSchemasDialog.tsx')).ProtectedSchemasDialog,
  ({ open }) => open,
)

const sortOptions: { value: EntitySort; label: string }[] = [
  { value: 'alphabetical', label: 'Alphabetical' },
  { value: 'type', label: 'Entity type' },
]

/** The tables and views of a project, by schema, to search and sort. */
export function EntityNav({
  projectRef: ref,
  schema,
  openId,
  refusal,
  onPin,
  onSchemaChange,
}: {
  projectRef: string
  schema: string
  openId: number | undefined
  /** Why the member may not change tables; undefined when they may. */
  refusal: string | undefined
  /** Opens an entity in a tab that stays. */
  onPin: (entity: Entity) => void
  onSchemaChange: (schema: string) => void
}) {
  const client = useQueryClient()
  const [sort, setSort] = usePreference<EntitySort>('table-editor.entity-sort', AnEntitySort, 'alphabetical')
  const [kinds, setKinds] = usePreference('table-editor.entity-kinds', EntityKinds, entityKinds)
  const [isExplained, setExplained] = useState(false)
  const [search, setSearch] = useState('')
  const { text, set, commitNow } = useDebouncedText(search, setSearch, ENTITY_SEARCH_DELAY_MS)
  const entities = useInfiniteQuery({
    ...entityQueries.pages(ref, { schema, search: search.trim(), sort, kinds }),
    placeholderData: keepPreviousData,
  })
  const count = entities.data?.pages.at(-1)?.count
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 p-2">
        <SchemaPicker projectRef={ref} schema={schema} refusal={refusal} onSelect={onSchemaChange} />
        {isProtectedSchema(schema) && (
          <div className="flex items-start gap-2 rounded-md border border-line bg-surface-2 px-2.5 py-2 text-xs">
            <LockKeyhole className="mt-0.5 size-3.5 shrink-0 text-ink-muted" aria-hidden />
            <div>
              <p className="font-medium">Viewing protected schema</p>
              <p className="text-ink-muted">{PROTECTED_REASON}</p>
              <button
                type="button"
                onClick={() => setExplained(true)}
                className="mt-1 rounded-sm text-ink underline underline-offset-2 hover:no-underline"
              >
                Learn more
              </button>
            </div>
          </div>
        )}
        <NewTableButton schema={schema} refusal={isProtectedSchema(schema) ? PROTECTED_REASON : refusal} />
        <div className="flex items-center gap-1">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label="Search tables"
            placeholder="Search tables"
            value={text}
            onValueChange={set}
            className="flex-1"
            trailing={
              text !== '' && (
                <IconButton
                  size="sm"
                  icon={X}
                  label="Clear search"
                  className="size-6"
                  onClick={() => commitNow('')}
                />
              )
            }
          />
          <KindFilter kinds={kinds} onChange={setKinds} />
          <Menu align="end" trigger={<IconButton size="sm" icon={ArrowUpDown} label="Sort tables" />}>
            <MenuRadioGroup
              label="Sort by"
              options={sortOptions}
              value={sort}
              onValueChange={setSort}
              closes
            />
          </Menu>
        </div>
      </div>
      <div className="flex h-7 shrink-0 items-center justify-between pr-2 pl-4 text-2xs text-ink-faint">
        <p role="status" className="uppercase tracking-wide">
          {count === undefined
            ? ''
            : `${formatAmount('count', count)} ${count === 1 ? 'entity' : 'entities'}`}
        </p>
        <div className="flex gap-1">
          <NewTableFromFile
            projectRef={ref}
            schema={schema}
            refusal={isProtectedSchema(schema) ? PROTECTED_REASON : refusal}
          />
          <IconButton
            size="sm"
            icon={RotateCw}
            label="Refresh tables"
            className="size-6"
            loading={entities.isRefetching && !entities.isFetchingNextPage}
            onClick={() => void client.invalidateQueries({ queryKey: entityQueries.of(ref) })}
          />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col pb-2" aria-busy={entities.isPlaceholderData}>
        <EntityList
          projectRef={ref}
          schema={schema}
          search={search.trim()}
          entities={entities}
          openId={openId}
          refusal={isProtectedSchema(schema) ? PROTECTED_REASON : refusal}
          onPin={onPin}
          onClearSearch={() => commitNow('')}
          onShowAllKinds={kinds.length < entityKinds.length ? () => setKinds(entityKinds) : undefined}
        />
      </div>
      <ProtectedSchemasDialog open={isExplained} close={() => setExplained(false)} />
    </div>
  )
}
