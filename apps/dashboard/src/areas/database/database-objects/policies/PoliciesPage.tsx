import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Grid3x3, Plus, ShieldCheck } from 'lucide-react'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { lazyLayer } from '../../../../ui/lazy-layer.tsx'
import { VirtualSection } from '../../../../ui/VirtualSection.tsx'
import { useChangeRefusal } from '../../../project/production-lock/production-lock.port.ts'
import { CreateButton } from '../CreateButton.tsx'
import { countText } from '../count-text.rules.ts'
import { ListContent } from '../ListContent.tsx'
import { ListFrame } from '../ListFrame.tsx'
import { NoMatch } from '../NoMatch.tsx'
import { ObjectPanels } from '../ObjectPanels.tsx'
import { DEFAULT_SCHEMA, type ObjectPanel } from '../objects-url.rules.ts'
import { useListSearch } from '../use-list-search.ts'
import { PolicyTableCard } from './PolicyTableCard.tsx'
import { policyQueries } from './policies.queries.ts'
import type { PoliciesSearch } from './policies-url.rules.ts'
import { policyKindPage } from './policy-kind-page.tsx'

const TrialSheet = lazyLayer(
  async () => (await import('./TrialSheet.tsx')).TrialSheet,
  ({ table }) => table !== undefined,
)

/** The tables of a schema with their row level security and policies. */
export function PoliciesPage({
  project,
  search: { schema = DEFAULT_SCHEMA, find = '', panel, id, trial },
}: {
  project: Project
  search: PoliciesSearch
}) {
  const { ref } = project
  const { go, typed } = useListSearch<PoliciesSearch>(find, 'find')
  const refusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const list = useInfiniteQuery(policyQueries.list(ref, { schema, search: find, order: 'asc', filters: {} }))
  const open = (next: ObjectPanel, of?: number, on?: string) => go({ panel: next, id: of, on })
  const count = list.data?.pages[0]?.count
  return (
    <ListFrame
      projectRef={ref}
      title="Policies"
      description="Row level security decides which rows of a table each role reads and writes."
      actions={
        <>
          <ButtonLink
            icon={Grid3x3}
            render={
              <Link
                to="/project/$ref/auth/policies/matrix"
                params={{ ref }}
                search={{ schema: schema === DEFAULT_SCHEMA ? undefined : schema }}
              />
            }
          >
            Policy matrix
          </ButtonLink>
          <CreateButton one="policy" refusal={refusal} onClick={() => open('new')} />
        </>
      }
      schema={{
        value: schema,
        // Members add policies to tables of every schema.
        isProtected: false,
        refusal,
        onSelect: (next) => go({ schema: next }),
      }}
      many="tables and policies"
      typed={typed}
      count={count === undefined ? undefined : countText(count, 'table', 'tables')}
    >
      <ListContent
        list={list}
        many="policies"
        skeleton={
          <div role="status" aria-label="Loading policies" className="flex flex-col gap-4">
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} className="h-32 w-full" />
            ))}
          </div>
        }
        empty={
          find === '' ? (
            <EmptyState
              icon={ShieldCheck}
              title={`No tables in ${schema}`}
              action={
                refusal === undefined &&
                !isProtectedSchema(schema) && (
                  <ButtonLink
                    icon={Plus}
                    render={
                      <Link
                        to="/project/$ref/database/tables"
                        params={{ ref }}
                        search={{ schema: schema === DEFAULT_SCHEMA ? undefined : schema, panel: 'new' }}
                      />
                    }
                  >
                    New table
                  </ButtonLink>
                )
              }
            >
              Policies belong to tables. Create a table first.
            </EmptyState>
          ) : (
            <NoMatch
              icon={ShieldCheck}
              many="tables or policies"
              find={find}
              onClear={() => typed.commitNow('')}
            />
          )
        }
      >
        {(tables) =>
          tables.map((table) => (
            <VirtualSection key={table.id}>
              <PolicyTableCard
                project={project}
                schema={schema}
                table={table}
                refusal={refusal}
                onOpen={open}
                onTry={() => go({ trial: table.id })}
              />
            </VirtualSection>
          ))
        }
      </ListContent>
      <ObjectPanels
        projectRef={ref}
        kind={policyKindPage}
        panel={panel}
        id={id}
        schema={schema}
        refusal={refusal}
        schemaRefusal={undefined}
        onOpen={(next, of) => open(next, of)}
        onClose={() => go({ panel: undefined, id: undefined, on: undefined }, true)}
      />
      <TrialSheet projectRef={ref} table={trial} onClose={() => go({ trial: undefined }, true)} />
    </ListFrame>
  )
}
