import type {
  MergeChanges,
  MergeRequestDetails,
  MergeSchemaConflict,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { changeMergeRequest, changeMergeSql } from './merge-requests.queries.ts'
import { schemaConflictText, warningsOf } from './merge-words.rules.ts'

interface Shown {
  projectRef: string
  request: MergeRequestDetails
  changes: MergeChanges
  /** Why nothing can be changed now. */
  refusal: string | undefined
}

/** The SQL that merges the schema, with its conflicts and warnings. */
export function SchemaCard(shown: Shown) {
  const { request, changes, refusal } = shown
  const [isEditing, setEditing] = useState(false)
  const { statements, conflicts, not_compared } = changes
  const found = statements.map(({ sql }) => `${sql};`).join('\n')
  const isEmpty = request.sql === null && statements.length === 0
  return (
    <Card
      title="Schema"
      description={
        request.sql !== null
          ? 'Edited: this SQL runs instead of what the comparison found.'
          : isEmpty
            ? 'No differences.'
            : 'The changes of the branch, made to the target as it is now.'
      }
      actions={
        !isEditing && (
          <Button
            size="sm"
            {...(refusal !== undefined && { reason: refusal })}
            onClick={() => setEditing(true)}
          >
            Edit SQL
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {conflicts.length > 0 && <Conflicts {...shown} />}
        {not_compared.length > 0 && (
          <Callout tone="warning">
            Not compared, although the sides differ: {not_compared.join(', ')}.
          </Callout>
        )}
        {isEditing ? (
          <SqlForm {...shown} found={found} close={() => setEditing(false)} />
        ) : request.sql !== null ? (
          <CodeBlock title="Edited SQL" label="SQL of the merge" code={request.sql} wrap />
        ) : (
          statements.length > 0 && (
            <ol aria-label="Statements" className="flex flex-col gap-4">
              {statements.map(({ sql, ...statement }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
                <li key={place} className="flex flex-col gap-1.5">
                  <Warnings statement={statement} />
                  <CodeBlock label={`Statement ${place + 1}`} code={`${sql};`} wrap />
                </li>
              ))}
            </ol>
          )
        )}
      </div>
    </Card>
  )
}

function Warnings({ statement }: { statement: Parameters<typeof warningsOf>[0] }) {
  const warnings = warningsOf(statement)
  if (warnings.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5">
      {warnings.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </div>
  )
}

function Conflicts({ projectRef, request, changes, refusal }: Shown) {
  const change = useMutation(changeMergeRequest(projectRef, request.id))
  const decide = ({ id, state }: MergeSchemaConflict, decision: 'branch' | 'target') =>
    change.mutate({ schema_decisions: [{ id, state, decision }] })
  return (
    <Callout tone="warning" title="Conflicts">
      <ul className="mt-1 flex flex-col gap-2">
        {changes.conflicts.map((conflict) => (
          <li key={conflict.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-mono text-ink text-xs">{conflict.object}</span>{' '}
              {schemaConflictText(conflict)}
              {conflict.is_outdated && ' It has changed since it was decided. Decide again.'}
            </span>
            {conflict.kind === 'both_changed' && (
              <SchemaChoice
                conflict={conflict}
                request={request}
                disabled={refusal !== undefined || change.isPending}
                onDecide={(decision) => decide(conflict, decision)}
              />
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

const SchemaChoice = ({
  conflict,
  request,
  disabled,
  onDecide,
}: {
  conflict: MergeSchemaConflict
  request: MergeRequestDetails
  disabled: boolean
  onDecide: (decision: 'branch' | 'target') => void
}) => (
  <span className="w-56 max-sm:w-full">
    <Select
      aria-label={`Decision about ${conflict.object}`}
      size="sm"
      disabled={disabled}
      value={conflict.decision ?? 'target'}
      onValueChange={onDecide}
      options={[
        { value: 'target', label: `Keep that of ${request.target_name}` },
        { value: 'branch', label: `Take that of ${request.branch_name}` },
      ]}
    />
  </span>
)

function SqlForm({ projectRef, request, found, close }: Shown & { found: string; close: () => void }) {
  const [sql, setSql] = useState(request.sql ?? found)
  const save = useMutation(changeMergeSql(projectRef, request.id))
  const store = (text: string | null) =>
    save.mutate(text, {
      onSuccess: () => {
        toast({ tone: 'success', title: text === null ? 'Edits discarded' : 'SQL saved' })
        close()
      },
    })
  return (
    <form
      aria-label="Edit SQL"
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        store(sql)
      }}
    >
      {save.isError && (
        <Callout tone="critical" role="alert">
          {save.error.message}
        </Callout>
      )}
      <TextArea
        aria-label="SQL of the merge"
        mono
        rows={12}
        spellCheck={false}
        value={sql}
        onValueChange={setSql}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" loading={save.isPending}>
          Save SQL
        </Button>
        <Button onClick={close}>Cancel</Button>
        {request.sql !== null && (
          <Button variant="ghost" onClick={() => store(null)}>
            Use what was found
          </Button>
        )}
      </div>
    </form>
  )
}
