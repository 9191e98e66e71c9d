import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { type FilterRule, filterOperators } from '@basalt/table-rows/filters/filter.ts'
import { ListFilter, Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { draftOf, isValues, operatorLabels, printRule, textsOf, withOperator } from './filter-rules.rules.ts'

const operators = filterOperators.map((value) => ({ value, label: operatorLabels[value] }))
const valuesOfIs = isValues.map((value) => ({ value, label: value }))

/** Something that is wrong with a rule of the filter, by its text in the URL. */
export interface FilterFault {
  text: string
  message: string
}

/** Edits the filter. Nothing changes until it is applied. */
export function FilterPopover({
  columns,
  filter,
  faults,
  onApply,
}: {
  columns: readonly GridColumn[]
  filter: readonly string[]
  faults: readonly FilterFault[]
  onApply: (filter: string[]) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      title="Filter rows"
      className="w-[34rem]"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={ListFilter}>
          {filter.length === 0
            ? 'Filter'
            : `Filtered by ${filter.length} ${filter.length === 1 ? 'rule' : 'rules'}`}
        </Button>
      }
    >
      <FilterForm
        columns={columns}
        filter={filter}
        faults={faults}
        onApply={(next) => {
          setOpen(false)
          onApply(next)
        }}
      />
    </Popover>
  )
}

function FilterForm({
  columns,
  filter,
  faults,
  onApply,
}: {
  columns: readonly GridColumn[]
  filter: readonly string[]
  faults: readonly FilterFault[]
  onApply: (filter: string[]) => void
}) {
  const newRule = (): FilterRule => ({ column: columns[0]?.name ?? '', operator: 'eq', value: '' })
  const [draft, setDraft] = useState(() => {
    const known = draftOf(filter)
    return known.rules.length + known.groups.length === 0 ? { ...known, rules: [newRule()] } : known
  })
  const { rules, groups } = draft
  const change = (index: number, rule: FilterRule) => setDraft({ ...draft, rules: rules.with(index, rule) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onApply(textsOf(draft))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {rules.length + groups.length === 0 && (
        <p className="text-ink-muted text-sm">All rows are displayed.</p>
      )}
      <ul className="flex flex-col gap-2">
        {rules.map((rule, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two rules can be equal, and their fields hold no state
            key={index}
          >
            <RuleFields
              number={index + 1}
              columns={columns}
              rule={rule}
              fault={faults.find(({ text }) => text === printRule(rule))?.message}
              onChange={(next) => change(index, next)}
              onRemove={() => setDraft({ ...draft, rules: rules.toSpliced(index, 1) })}
            />
          </li>
        ))}
        {groups.map((group) => (
          <li key={group} className="flex items-center gap-2">
            <code className="wrap-anywhere min-w-0 flex-1 text-xs">{group}</code>
            <IconButton
              size="sm"
              icon={X}
              label={`Remove group ${group}`}
              onClick={() => setDraft({ ...draft, groups: groups.filter((each) => each !== group) })}
            />
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <Button size="sm" icon={Plus} onClick={() => setDraft({ ...draft, rules: [...rules, newRule()] })}>
          Add rule
        </Button>
        <Button type="submit" size="sm" variant="primary" className="ml-auto">
          Apply
        </Button>
      </div>
    </form>
  )
}

function RuleFields({
  number,
  columns,
  rule,
  fault,
  onChange,
  onRemove,
}: {
  number: number
  columns: readonly GridColumn[]
  rule: FilterRule
  fault: string | undefined
  onChange: (rule: FilterRule) => void
  onRemove: () => void
}) {
  const names = columns.map(({ name }) => ({ value: name, label: name }))
  const isKnown = names.some(({ value }) => value === rule.column)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-1.5 max-sm:flex-wrap">
        <div className="w-40 shrink-0">
          <Select
            size="sm"
            aria-label={`Column of rule ${number}`}
            options={isKnown ? names : [...names, { value: rule.column, label: rule.column }]}
            value={rule.column}
            onValueChange={(column) => onChange({ ...rule, column })}
          />
        </div>
        <div className="w-32 shrink-0">
          <Select
            size="sm"
            aria-label={`Operator of rule ${number}`}
            options={operators}
            value={rule.operator}
            onValueChange={(operator) => onChange(withOperator(rule, operator))}
          />
        </div>
        <div className="min-w-24 flex-1">
          {rule.operator === 'is' ? (
            <Select
              size="sm"
              aria-label={`Value of rule ${number}`}
              options={valuesOfIs}
              value={isValues.find((value) => value === rule.value) ?? null}
              onValueChange={(value) => onChange({ ...rule, value })}
            />
          ) : (
            <Input
              size="sm"
              aria-label={`Value of rule ${number}`}
              aria-invalid={fault !== undefined || undefined}
              placeholder={rule.operator === 'in' ? '1, 2, 3' : 'Value'}
              spellCheck={false}
              autoComplete="off"
              value={rule.value}
              onValueChange={(value) => onChange({ ...rule, value })}
            />
          )}
        </div>
        <IconButton size="sm" icon={X} label={`Remove rule ${number}`} onClick={onRemove} />
      </div>
      {fault && <p className="text-critical-ink text-xs">{fault}</p>}
    </div>
  )
}
