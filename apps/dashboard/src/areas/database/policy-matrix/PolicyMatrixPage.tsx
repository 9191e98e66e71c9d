import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  cellKey,
  comparedCells,
  MATRIX_TABLES_MAX,
  type MatrixOutcome,
  unexpectedCells,
} from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type {
  MatrixActor,
  MatrixCell,
  PolicyMatrix,
} from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Grid3x3, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { SchemaPicker } from '../../table-editor/entities/SchemaPicker.port.tsx'
import { countedText } from '../database-objects/count-text.rules.ts'
import { DEFAULT_SCHEMA } from '../database-objects/objects-url.rules.ts'
import { policyQueries } from '../database-objects/policies/policies.queries.ts'
import { MatrixActors } from './MatrixActors.tsx'
import { MatrixLegend, MatrixTable } from './MatrixTable.tsx'
import { cellText, differencesText, policiesText } from './matrix-words.rules.ts'
import { matrixQueries, runMatrix, saveExpectations } from './policy-matrix.queries.ts'

const USUAL_ACTORS: readonly MatrixActor[] = [
  { name: 'anon', role: 'anon' },
  { name: 'authenticated', role: 'authenticated' },
]

const SEARCH_DEBOUNCE_MS = 300

/** What roles and users may do with the rows of the tables of a schema, tried on a copy of the database. */
export function PolicyMatrixPage({
  project: { ref, organization_slug },
  schema = DEFAULT_SCHEMA,
  search = '',
}: {
  project: Project
  schema: string | undefined
  /** What the names of the tables contain. */
  search: string | undefined
}) {
  const navigate = useNavigate()
  const filter = useDebouncedText(
    search,
    (text) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, search: text === '' ? undefined : text }),
        replace: true,
      }),
    SEARCH_DEBOUNCE_MS,
  )
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.runAnySql, { slug: organization_slug, ref }),
  )
  const list = useInfiniteQuery(policyQueries.list(ref, { schema, search, order: 'asc', filters: {} }))
  const expectations = useQuery(matrixQueries.expectations(ref))
  const [chosen, choose] = useState<readonly MatrixActor[]>()
  const actors = chosen ?? expectations.data?.expectations?.actors ?? USUAL_ACTORS
  const { run, start, cancel } = useRun(ref)
  const found = list.data?.pages.flatMap(({ objects }) => objects) ?? []
  const tables = found.slice(0, MATRIX_TABLES_MAX)
  const count = list.data?.pages[0]?.count ?? 0
  const reason =
    refusal ??
    (actors.length === 0
      ? 'Add a role or a user'
      : list.data && tables.length === 0
        ? search === ''
          ? `There are no tables in ${schema}`
          : `No table of ${schema} has such a name`
        : undefined)
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title="Policy matrix"
        description="What each role and user may do with the rows of each table. Everything is tried on a copy of the database, which is removed afterwards."
        breadcrumb={
          <TextLink
            className="self-start text-sm"
            render={<Link to="/project/$ref/auth/policies" params={{ ref }} />}
          >
            Policies
          </TextLink>
        }
        actions={
          <Button
            variant="primary"
            loading={run.isPending}
            onClick={() =>
              start({
                actors: [...actors],
                tables: tables.map(({ id }) => id),
                isWholeSchema: search === '' && count <= tables.length,
              })
            }
            {...(reason !== undefined && { reason })}
          >
            Run on a copy
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-52 max-sm:w-full">
          <SchemaPicker
            projectRef={ref}
            schema={schema}
            refusal={refusal}
            onSelect={(next) =>
              void navigate({
                to: '.',
                search: { schema: next === DEFAULT_SCHEMA ? undefined : next },
                replace: true,
              })
            }
          />
        </div>
        <Input
          type="search"
          icon={Search}
          aria-label="Filter tables"
          placeholder="Filter tables"
          className="w-full sm:w-52!"
          value={filter.text}
          onValueChange={filter.set}
        />
        <MatrixActors projectRef={ref} actors={actors} onChange={choose} />
      </div>
      {count > tables.length && tables.length > 0 && (
        <p className="text-ink-muted text-sm">
          The first {tables.length} of {countedText(count)} tables are tried. Filter them to try others.
        </p>
      )}
      {list.isError ? (
        <ErrorPanel
          title="Failed to list tables"
          message={list.error.message}
          requestId={requestIdOf(list.error)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : run.isPending ? (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <ProgressBar label="Copying the database, and trying every table" value={null} />
          </div>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      ) : (
        <>
          {run.isError && (
            <Callout tone="critical" role="alert" title="The policies could not be tried">
              {run.error.message}
            </Callout>
          )}
          {run.data ? (
            <Outcomes
              key={run.data.ran_at}
              projectRef={ref}
              matrix={run.data}
              actors={run.variables.actors}
              isWholeSchema={run.variables.isWholeSchema}
              refusal={refusal}
            />
          ) : (
            <EmptyState icon={Grid3x3} title="Nothing has been tried yet">
              A run reads, inserts, updates and deletes some rows of every table as each role, and shows what
              PostgreSQL let through.
            </EmptyState>
          )}
        </>
      )}
    </div>
  )
}

/** A run ends when it is cancelled, and when the page is left. */
function useRun(ref: string) {
  const run = useMutation(runMatrix(ref))
  const abort = useRef<AbortController>(undefined)
  const cancel = () => {
    abort.current?.abort()
    run.reset()
  }
  useEffect(() => () => abort.current?.abort(), [])
  return {
    run,
    cancel,
    start(request: { actors: MatrixActor[]; tables: number[]; isWholeSchema: boolean }) {
      abort.current = new AbortController()
      run.mutate({ ...request, signal: abort.current.signal })
    },
  }
}

function Outcomes({
  projectRef: ref,
  matrix,
  actors,
  isWholeSchema,
  refusal,
}: {
  projectRef: string
  matrix: PolicyMatrix
  actors: readonly MatrixActor[]
  /** Whether all tables of the schema were tried. */
  isWholeSchema: boolean
  refusal: string | undefined
}) {
  const [selected, select] = useState<string>()
  const expectations = useQuery(matrixQueries.expectations(ref)).data?.expectations
  const save = useMutation(saveExpectations(ref))
  const differences: ReadonlyMap<string, MatrixOutcome> = unexpectedCells(
    matrix.cells,
    expectations?.cells ?? [],
  )
  const compared = comparedCells(matrix.cells, expectations?.cells ?? [])
  const cell = matrix.cells.find((each) => cellKey(each) === selected)
  return (
    <>
      {expectations && (
        <Callout
          tone={differences.size === 0 ? 'info' : 'warning'}
          role="status"
          title={differencesText(differences.size, compared)}
        >
          {compared > 0 && (
            <>
              {compared.toLocaleString('en')} of {matrix.cells.length.toLocaleString('en')} cells are compared
              with what was saved <When time={expectations.saved_at} />.
            </>
          )}
        </Callout>
      )}
      <MatrixTable
        matrix={matrix}
        actors={actors.map(({ name }) => name)}
        differences={differences}
        selected={selected}
        onSelect={select}
      />
      <MatrixLegend />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div role="status" className="min-w-0 flex-1 basis-80 text-sm">
          {cell ? (
            <ChosenCell
              projectRef={ref}
              cell={cell}
              table={matrix.tables.find(({ name }) => name === cell.table)?.id}
            />
          ) : (
            <p className="text-ink-muted">Choose a cell to see what PostgreSQL said.</p>
          )}
        </div>
        <Button
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              actors: [...actors],
              replaces: isWholeSchema ? 'schemas' : 'tables',
              cells: matrix.cells.map(({ actor, schema, table, action, outcome }) => ({
                actor,
                schema,
                table,
                action,
                outcome,
              })),
            })
          }
          {...(refusal !== undefined && { reason: refusal })}
        >
          Save as expected
        </Button>
      </div>
    </>
  )
}

function ChosenCell({
  projectRef: ref,
  cell,
  table,
}: {
  projectRef: string
  cell: MatrixCell
  table: number | undefined
}) {
  const policies = policiesText(cell)
  return (
    <>
      <p className="wrap-anywhere font-medium">{cellText(cell)}</p>
      {cell.message !== null && <p className="wrap-anywhere mt-1 text-ink-muted">{cell.message}</p>}
      {policies !== undefined && <p className="wrap-anywhere mt-1 text-ink-muted">{policies}</p>}
      {table !== undefined && (
        <TextLink
          className="mt-1 inline-block"
          render={
            <Link
              to="/project/$ref/auth/policies"
              params={{ ref }}
              search={{ schema: cell.schema === DEFAULT_SCHEMA ? undefined : cell.schema, trial: table }}
            />
          }
        >
          See which policy decides
        </TextLink>
      )}
    </>
  )
}
