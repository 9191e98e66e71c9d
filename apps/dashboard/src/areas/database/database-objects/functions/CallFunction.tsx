import type { FunctionDraft } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { SqlCard } from '../../../sql/query/SqlCard.port.tsx'
import { RolePicker } from '../../../sql/role/RolePicker.port.tsx'
import { POSTGRES, type SqlRole } from '../../../sql/role/sql-role.port.ts'
import { useOpenSql } from '../../../sql/snippets/open-sql.port.ts'
import { TypeInput } from '../TypeInput.tsx'
import { exampleOf, inputKindOf, simplestOf } from './argument-inputs.rules.ts'
import {
  beginningOf,
  callRefusal,
  callSql,
  type GivenArgument,
  inputsOf,
  isPolymorphic,
} from './call-sql.rules.ts'

/** Calls a function with arguments of the member, as a role of the member's choice. */
export function CallFunction({
  projectRef: ref,
  id,
  draft,
}: {
  projectRef: string
  id: number
  draft: FunctionDraft
}) {
  const refusal = callRefusal(draft)
  return (
    <section aria-label="Call it" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Call it</h3>
      {refusal === undefined ? (
        <CallForm projectRef={ref} id={id} draft={draft} />
      ) : (
        <p className="text-ink-muted text-sm">{refusal}</p>
      )}
    </section>
  )
}

function CallForm({ projectRef: ref, id, draft }: { projectRef: string; id: number; draft: FunctionDraft }) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const inputs = inputsOf(draft)
  const [given, setGiven] = useState<readonly GivenArgument[]>(() => inputs.map(beginningOf))
  const [role, setRole] = useState<SqlRole>(POSTGRES)
  const { open, isOpening } = useOpenSql(ref)
  const set = (index: number, update: Partial<GivenArgument>) =>
    setGiven((now) => now.map((each, at) => (at === index ? { ...each, ...update } : each)))
  const call = callSql(draft, given)
  return (
    <>
      {inputs.length > 0 && (
        <ul className="flex flex-col gap-2">
          {inputs.map((argument, index) => {
            const { as, text, type } = given[index] ?? beginningOf(argument)
            const name = argument.name === '' ? `Argument ${index + 1}` : argument.name
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: an argument is identified by its place
              <li key={index} className="flex flex-col gap-1">
                <p className="flex gap-2 text-sm">
                  <span className="wrap-anywhere font-medium">{name}</span>
                  <span className="wrap-anywhere font-mono text-ink-muted text-xs leading-5">
                    {argument.mode === 'variadic' ? `variadic ${argument.type}` : argument.type}
                  </span>
                </p>
                <div className="flex gap-1.5">
                  <div className="w-28 shrink-0">
                    <Select
                      size="sm"
                      aria-label={`What is passed for ${name}`}
                      options={[
                        { value: 'value', label: 'Value' },
                        { value: 'null', label: 'NULL' },
                        ...(argument.default === null
                          ? []
                          : [{ value: 'default' as const, label: 'Default' }]),
                      ]}
                      value={as}
                      onValueChange={(next) =>
                        set(index, {
                          as: next,
                          ...(next === 'value' &&
                            text === '' && { text: simplestOf[inputKindOf(argument.type)] ?? '' }),
                        })
                      }
                    />
                  </div>
                  <div className="min-w-0 flex-1">
                    <ValueInput
                      label={`Value of ${name}`}
                      argument={argument}
                      as={as}
                      text={text}
                      onValueChange={(next) => set(index, { as: 'value', text: next })}
                    />
                  </div>
                  {isPolymorphic(argument) && (
                    <div className="w-36 shrink-0 max-sm:w-24">
                      <TypeInput
                        projectRef={ref}
                        label={`Type of ${name}`}
                        value={type}
                        isWrong={false}
                        onValueChange={(next) => set(index, { type: next })}
                      />
                    </div>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {'sql' in call ? (
        <SqlCard
          project={project}
          runKey={`call:${ref}:${id}`}
          sql={call.sql}
          label={`Call of ${draft.name}`}
          codeLabel="SQL of this call"
          role={role}
          actions={
            <>
              <RolePicker projectRef={ref} role={role} onPick={setRole} reason={undefined} />
              <Button
                icon={SquareTerminal}
                loading={isOpening}
                onClick={() => open(call.sql, `Call of ${draft.name}`)}
              >
                Open in SQL Editor
              </Button>
            </>
          }
        />
      ) : (
        <p role="alert" className="text-critical-ink text-sm">
          {call.problem}
        </p>
      )}
    </>
  )
}

function ValueInput({
  label,
  argument,
  as,
  text,
  onValueChange,
}: {
  label: string
  argument: FunctionDraft['arguments'][number]
  as: GivenArgument['as']
  text: string
  onValueChange: (text: string) => void
}) {
  const kind = inputKindOf(argument.type)
  if (kind === 'boolean' && as === 'value')
    return (
      <Select
        size="sm"
        aria-label={label}
        options={[
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
        value={text === 'true' ? 'true' : 'false'}
        onValueChange={onValueChange}
      />
    )
  return (
    <Input
      size="sm"
      className="font-mono"
      aria-label={label}
      spellCheck={false}
      autoComplete="off"
      {...(kind === 'number' && { inputMode: 'decimal' as const })}
      placeholder={
        as === 'default'
          ? (argument.default ?? '')
          : as === 'null'
            ? 'NULL'
            : isPolymorphic(argument)
              ? 'Empty text'
              : exampleOf(argument.type)
      }
      value={as === 'value' ? text : ''}
      onValueChange={onValueChange}
    />
  )
}
