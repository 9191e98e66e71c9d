import type { Publication } from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { SchemaCombobox } from '../../../table-editor/entities/SchemaCombobox.port.tsx'
import { indexQueries } from '../indexes/indexes.queries.ts'
import type { ObjectDetailsProps } from '../object-kind-page.ts'
import { refusalsFor } from '../object-refusals.rules.ts'
import { PublicationChangeDialog } from './PublicationChangeDialog.tsx'
import { isSameTable, withTable } from './publication-form.rules.ts'
import { REALTIME_PUBLICATION } from './realtime.rules.ts'

/** The tables of a publication: each is switched on and off. */
export function PublicationDetails({ projectRef: ref, found, refusal }: ObjectDetailsProps<Publication>) {
  const { draft, id } = found
  const first = draft.tables[0]?.schema ?? 'public'
  const [schema, setSchema] = useState(first)
  const tables = useQuery(indexQueries.choices(ref, schema, ''))
  const [asked, setAsked] = useState<{ name: string; isOn: boolean }>()
  const locked = refusalsFor(found, refusal).edit
  const isWhole = draft.schemas.includes(schema)
  return (
    <>
      {draft.name === REALTIME_PUBLICATION && (
        <Callout tone="info" title="Realtime reads this publication">
          Clients receive changes of the tables that are switched on here.
        </Callout>
      )}
      {draft.is_for_all_tables ? (
        <p className="text-sm">It has all tables, also those that are created later.</p>
      ) : (
        <section aria-label="Tables" className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-3">
            <h3 className="font-medium text-sm">Tables</h3>
            <div className="w-52">
              <SchemaCombobox
                projectRef={ref}
                size="sm"
                aria-label="Schema of the tables"
                value={schema}
                onValueChange={(next) => next !== null && setSchema(next)}
              />
            </div>
          </div>
          {locked !== undefined && <p className="text-ink-muted text-xs">{locked}</p>}
          {tables.isPending ? (
            <Skeleton className="h-24 w-full" />
          ) : tables.isError && !tables.data ? (
            <ErrorPanel
              title="Failed to load the tables"
              message={tables.error.message}
              retrying={tables.isFetching}
              onRetry={() => void tables.refetch()}
            />
          ) : (
            <ul
              aria-label={`Tables of ${schema}`}
              className="flex flex-col divide-y divide-line rounded-md border border-line"
            >
              {tables.data.tables
                .filter(({ is_view }) => !is_view)
                .map(({ name }) => {
                  const table = draft.tables.find((each) => isSameTable(each, { schema, name }))
                  return (
                    <li key={name} className="px-3 py-2">
                      <Switch
                        trailing
                        label={name}
                        description={
                          isWhole
                            ? 'The schema is published as a whole.'
                            : table && (table.columns !== null || table.where !== null)
                              ? [
                                  table.columns !== null && `Columns ${table.columns.join(', ')}`,
                                  table.where !== null && `Rows where ${table.where}`,
                                ]
                                  .filter((text) => text !== false)
                                  .join('. ')
                              : undefined
                        }
                        checked={isWhole || table !== undefined}
                        disabled={isWhole || locked !== undefined}
                        onCheckedChange={(isOn) => setAsked({ name, isOn })}
                      />
                    </li>
                  )
                })}
              {tables.data.tables.length === 0 && (
                <li className="px-3 py-2 text-ink-muted text-sm">No tables in {schema}</li>
              )}
            </ul>
          )}
        </section>
      )}
      {asked && (
        <PublicationChangeDialog
          projectRef={ref}
          id={id}
          title={asked.isOn ? `Publish ${asked.name}?` : `Stop publishing ${asked.name}?`}
          confirmLabel={asked.isOn ? 'Publish' : 'Stop publishing'}
          changed={(now) => withTable(now, { schema, name: asked.name }, asked.isOn)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            Subscribers of {draft.name} {asked.isOn ? 'receive' : 'no longer receive'} its changes from now
            on.
          </p>
        </PublicationChangeDialog>
      )}
    </>
  )
}
