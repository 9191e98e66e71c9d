import type {
  ListedPolicy,
  PolicyVerdict,
  ReadTrialResult,
} from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { claimsOf } from '@basalt/contract/query/claims.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Sheet } from '../../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { RolePicker } from '../../../sql/role/RolePicker.port.tsx'
import type { SqlRole } from '../../../sql/role/sql-role.port.ts'
import { tableQueries } from '../../../table-editor/tables/tables.queries.ts'
import { policyQueries, type Tried, tryingToWrite } from './policies.queries.ts'
import { decisionText, modeText, valuesOf, writeText } from './trial-words.rules.ts'

type Row = ReadTrialResult['rows'][number]
type Action = 'insert' | 'update' | 'delete'

interface Chosen {
  readonly role: SqlRole
  /** With the claims of a token that was issued when the role was chosen. */
  readonly tried: Tried
}

const chosen = (role: SqlRole): Chosen => ({
  role,
  tried: { role: role.role, ...(role.user && { claims: claimsOf(role.user, new Date()) }) },
})

/** Shows what a role or user may do with the rows of a table, and which policies decide. */
export function TrialSheet({
  projectRef: ref,
  table,
  onClose,
}: {
  projectRef: string
  /** The oid of the table; closed without one. */
  table: number | undefined
  onClose: () => void
}) {
  return (
    <Sheet
      open={table !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Try policies"
      description="Every trial runs in a transaction that is rolled back."
      size="xl"
    >
      {table !== undefined && <Trial key={table} projectRef={ref} table={table} />}
    </Sheet>
  )
}

function Trial({ projectRef: ref, table }: { projectRef: string; table: number }) {
  const [{ role, tried }, choose] = useState(() => chosen({ role: 'anon' }))
  const [place, setPlace] = useState<string>()
  const definition = useQuery(tableQueries.definition(ref, table))
  const reading = useQuery(policyQueries.reading(ref, table, tried))
  const { data } = reading
  const row = data?.rows.find((each) => placeOf(each) === place)
  return (
    <SheetBody className="gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="wrap-anywhere min-w-0 font-medium text-sm">
          {definition.data && `${definition.data.table.schema}.${definition.data.table.name}`}
        </p>
        <RolePicker
          projectRef={ref}
          use="rows"
          size="sm"
          role={role}
          reason={undefined}
          onPick={(next) => {
            choose(chosen(next))
            setPlace(undefined)
          }}
        />
      </div>
      {data ? (
        <>
          <Result result={data} role={role.role} place={place} onSelect={setPlace} />
          {row && <RowDecision result={data} row={row} />}
          <WriteTrialForm
            key={`${role.role} ${place}`}
            projectRef={ref}
            table={table}
            tried={tried}
            row={row}
          />
        </>
      ) : reading.isError ? (
        <ErrorPanel
          title="Failed to try the policies"
          message={reading.error.message}
          requestId={requestIdOf(reading.error)}
          retrying={reading.isFetching}
          onRetry={() => void reading.refetch()}
        />
      ) : (
        <div role="status" aria-label="Trying the policies" className="flex flex-col gap-3">
          <Skeleton className="h-8 w-1/2" />
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </SheetBody>
  )
}

const placeOf = ({ table, place }: Row) => `${table} ${place}`

function Result({
  result: { mode, columns, rows, has_more, error },
  role,
  place,
  onSelect,
}: {
  result: ReadTrialResult
  role: string
  place: string | undefined
  onSelect: (place: string) => void
}) {
  const passing = rows.filter(({ passes }) => passes).length
  const explanation = modeText(mode, role)
  return (
    <section aria-label="Rows" className="flex flex-col gap-2">
      {explanation !== undefined && <Callout>{explanation}</Callout>}
      {error !== null && (
        <Callout tone="critical" role="alert" title={`${role} cannot read the table`}>
          {error}
        </Callout>
      )}
      {rows.length === 0 ? (
        <p className="text-ink-muted text-sm">The table has no rows to try.</p>
      ) : (
        <>
          <p role="status" className="text-sm">
            {error === null && (
              <>
                <span className="font-medium tabular-nums">
                  {passing} of {rows.length}
                </span>{' '}
                {has_more
                  ? `rows pass SELECT. The first ${rows.length} rows were tried.`
                  : 'rows pass SELECT.'}
              </>
            )}{' '}
            <span className="text-ink-muted">Choose a row to see which policy decides.</span>
          </p>
          <section
            aria-label="Tried rows"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
            tabIndex={0}
            className="max-h-72 overflow-auto rounded-md border border-line"
          >
            <table aria-label="Rows by whether they pass" className="w-full border-collapse text-xs">
              <thead className="sticky top-0 z-10 bg-surface-2">
                <tr>
                  <th scope="col" className="px-2 py-1.5 text-left font-medium">
                    SELECT
                  </th>
                  {columns.map((column) => (
                    <th
                      key={column}
                      scope="col"
                      className="max-w-60 truncate px-2 py-1.5 text-left font-medium font-mono"
                    >
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr
                    key={placeOf(row)}
                    data-selected={placeOf(row) === place || undefined}
                    className="border-line border-t data-selected:bg-brand-subtle"
                  >
                    <td className="whitespace-nowrap px-2 py-0.5">
                      <button
                        type="button"
                        aria-pressed={placeOf(row) === place}
                        aria-label={`Row ${index + 1}, ${verdictWord(row.passes)}`}
                        onClick={() => onSelect(placeOf(row))}
                        className="inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:bg-surface-3"
                      >
                        <Verdict passes={row.passes} />
                      </button>
                    </td>
                    {row.values.map((value, column) => (
                      <td
                        key={columns[column]}
                        className={cx(
                          'max-w-60 truncate px-2 py-0.5 font-mono',
                          value === null && 'text-ink-faint',
                        )}
                      >
                        {value ?? 'NULL'}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </section>
  )
}

const verdictWord = (passes: boolean | null) => (passes === null ? 'not read' : passes ? 'passes' : 'hidden')

function Verdict({ passes }: { passes: boolean | null }) {
  if (passes === null) return <CircleAlert className="size-3.5 text-ink-muted" aria-hidden />
  return passes ? (
    <>
      <Check className="size-3.5 text-success-ink" aria-hidden /> passes
    </>
  ) : (
    <>
      <X className="size-3.5 text-critical-ink" aria-hidden /> hidden
    </>
  )
}

function RowDecision({ result: { mode, policies }, row }: { result: ReadTrialResult; row: Row }) {
  if (mode !== 'policies') return null
  return (
    <section aria-label="Decision" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">SELECT on the chosen row</h3>
      <p className="text-sm">{decisionText(policies, row.verdicts)}</p>
      <Verdicts label="Policies for SELECT" policies={policies} verdicts={row.verdicts} />
    </section>
  )
}

/** Each policy with what it says of a row. */
function Verdicts({
  label,
  policies,
  verdicts,
}: {
  label: string
  policies: readonly ListedPolicy[]
  verdicts: readonly PolicyVerdict[]
}) {
  const byPolicy = new Map(verdicts.map((verdict) => [verdict.policy, verdict]))
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-md border border-line">
      {policies.map(({ id, name, command, is_permissive, using, with_check }) => {
        const verdict = byPolicy.get(id)
        return (
          <li key={id} className="flex flex-col gap-1 px-3 py-2 text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
              <Badge>{command}</Badge>
              {!is_permissive && <Badge tone="warning">Restrictive</Badge>}
              {verdict && (
                <Badge tone={verdict.error !== null ? 'critical' : verdict.passes ? 'success' : 'neutral'}>
                  {verdict.error !== null
                    ? 'fails'
                    : verdict.passes === null
                      ? 'NULL, counts as false'
                      : String(verdict.passes)}
                </Badge>
              )}
            </div>
            <code className="wrap-anywhere line-clamp-3 font-mono text-ink-muted text-xs">
              {using ?? with_check}
            </code>
            {verdict?.error && <p className="text-critical-ink text-xs">{verdict.error}</p>}
          </li>
        )
      })}
    </ul>
  )
}

function WriteTrialForm({
  projectRef: ref,
  table,
  tried,
  row,
}: {
  projectRef: string
  table: number
  tried: Tried
  /** The chosen row. */
  row: Row | undefined
}) {
  const [action, setAction] = useState<Action>(row ? 'update' : 'insert')
  const [json, setJson] = useState('{}')
  const [problem, setProblem] = useState<string>()
  const write = useMutation(tryingToWrite(ref))
  const at = row && { table: row.table, place: row.place }
  const run = () => {
    const values = valuesOf(json)
    if (action !== 'delete' && values === undefined)
      return setProblem('Enter a JSON object of values by column, such as {"title": "Hello"}.')
    setProblem(undefined)
    if (action === 'insert') write.mutate({ table, ...tried, action, values: values! })
    else if (at && action === 'update') write.mutate({ table, ...tried, action, row: at, values: values! })
    else if (at && action === 'delete') write.mutate({ table, ...tried, action, row: at })
  }
  const needsRow = action !== 'insert' && !row
  return (
    <section aria-label="Try a write" className="flex flex-col gap-3 border-line border-t pt-4">
      <div>
        <h3 className="font-medium text-sm">Try a write</h3>
        <p className="text-ink-muted text-xs">
          It runs for real and is rolled back. Numbers taken from sequences stay used.
        </p>
      </div>
      <RadioGroup<Action>
        layout="inline"
        aria-label="Write"
        options={[
          { value: 'insert', label: 'Insert a row' },
          { value: 'update', label: 'Update the chosen row' },
          { value: 'delete', label: 'Delete the chosen row' },
        ]}
        value={action}
        onValueChange={(next) => {
          setAction(next)
          write.reset()
        }}
      />
      {action !== 'delete' && (
        <Field
          label="Values"
          description="A JSON object. Other columns keep their value or take their default."
          {...(problem !== undefined && { error: problem })}
        >
          <TextArea mono rows={3} spellCheck={false} value={json} onValueChange={setJson} />
        </Field>
      )}
      <div>
        <Button
          loading={write.isPending}
          onClick={run}
          {...(needsRow && { reason: 'Choose a row above first.' })}
        >{`Try as ${tried.role}`}</Button>
      </div>
      {write.isError && (
        <Callout tone="critical" role="alert">
          {write.error.message}
        </Callout>
      )}
      {write.data && (
        <div role="status" className="flex flex-col gap-3">
          <Callout tone={write.data.passes ? 'success' : 'critical'}>{writeText(write.data, action)}</Callout>
          {write.data.mode !== 'policies' && (
            <p className="text-ink-muted text-sm">{modeText(write.data.mode, tried.role)}</p>
          )}
          {write.data.before.length > 0 && (
            <>
              <h4 className="font-medium text-sm">The row as it is</h4>
              <Verdicts
                label="The row as it is"
                policies={write.data.policies}
                verdicts={write.data.before}
              />
            </>
          )}
          {write.data.after.length > 0 && (
            <>
              <h4 className="font-medium text-sm">The new row</h4>
              <Verdicts label="The new row" policies={write.data.policies} verdicts={write.data.after} />
            </>
          )}
        </div>
      )}
    </section>
  )
}
