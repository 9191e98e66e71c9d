import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { filterOperators } from '@basalt/table-rows/filters/filter.ts'
import { ListFilter, Parentheses, Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { DescribedFilter } from './DescribedFilter.tsx'
import {
  type Draft,
  draftOf,
  fitsGroup,
  type GroupDraft,
  isGroupDraft,
  isValues,
  newGroup,
  newRule,
  operatorLabels,
  printRule,
  type RuleDraft,
  ruleCount,
  textsOf,
  withChanged,
  withOperator,
} from './filter-rules.rules.ts'

const operators = filterOperators.map((value) => ({ value, label: operatorLabels[value] }))
const valuesOfIs = isValues.map((value) => ({ value, label: value }))
const matches = [
  { value: 'all', label: 'All' },
  { value: 'any', label: 'Any' },
] as const

/** Something that is wrong with a rule of the filter, by its text in the URL. */
export interface FilterFault {
  text: string
  message: string
}

interface FilterProps {
  project: Project
  table: string
  columns: readonly GridColumn[]
  filter: readonly string[]
  faults: readonly FilterFault[]
  onApply: (filter: string[]) => void
}

/** Edits the filter. Nothing changes until it is applied. */
export function FilterPopover({ onApply, ...rest }: FilterProps) {
  const [isOpen, setOpen] = useState(false)
  const rules = ruleCount(rest.filter)
  return (
    <Popover
      title="Filter rows"
      className="max-h-[min(32rem,var(--available-height))] w-[40rem] overflow-y-auto"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        rules === 0 ? (
          <Button size="sm" icon={ListFilter}>
            Filter
          </Button>
        ) : (
          // Short, so that the bar keeps its one line when rows are filtered.
          <Button
            size="sm"
            icon={ListFilter}
            aria-label={`Filtered by ${rules} ${rules === 1 ? 'rule' : 'rules'}`}
          >
            Filter <Badge tone="brand">{rules}</Badge>
          </Button>
        )
      }
    >
      <FilterForm
        {...rest}
        onApply={(next) => {
          setOpen(false)
          onApply(next)
        }}
      />
    </Popover>
  )
}

function FilterForm({ project, table, columns, filter, faults, onApply }: FilterProps) {
  const column = columns[0]?.name ?? ''
  const [draft, setDraft] = useState(() => {
    const known = draftOf(filter)
    return known.of.length === 0 ? { ...known, of: [newRule(column)] } : known
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onApply(textsOf(draft))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <DescribedFilter
        project={project}
        table={table}
        columns={columns}
        onWritten={(written) => setDraft(draftOf(written))}
      />
      <GroupFields
        columns={columns}
        faults={faults}
        group={draft}
        depth={0}
        name=""
        onChange={setDraft}
        onChangePart={(id, change) => setDraft((known) => withChanged(known, id, change))}
      />
      <div className="flex justify-end gap-2">
        {filter.length > 0 && (
          <Button size="sm" onClick={() => onApply([])}>
            Clear filter
          </Button>
        )}
        <Button type="submit" size="sm" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  )
}

/** Rules and groups that all hold, or of which any holds. The name says where the group is: "", "2", "2.1". */
function GroupFields({
  columns,
  faults,
  group,
  depth,
  name,
  onChange,
  onChangePart,
}: {
  columns: readonly GridColumn[]
  faults: readonly FilterFault[]
  group: GroupDraft
  depth: number
  name: string
  onChange: (group: GroupDraft) => void
  onChangePart: (id: string, change: (draft: Draft) => Draft | undefined) => void
}) {
  const column = columns[0]?.name ?? ''
  const add = (draft: Draft) => onChange({ ...group, of: [...group.of, draft] })
  const nameOf = (index: number) => (name === '' ? String(index + 1) : `${name}.${index + 1}`)
  const ofGroup = name === '' ? '' : ` of group ${name}`
  return (
    <fieldset
      aria-label={name === '' ? 'Rules' : `Group ${name}`}
      className={
        depth > 0
          ? 'flex min-w-0 flex-1 flex-col gap-2 rounded border border-line p-2'
          : 'flex flex-col gap-2'
      }
    >
      {(group.of.length > 1 || depth > 0) && (
        <div className="flex items-center gap-1.5 text-ink-muted text-sm">
          <div className="w-20">
            <Select
              size="sm"
              aria-label={`Rules that must hold${ofGroup}`}
              options={matches}
              value={group.match}
              onValueChange={(match) => onChange({ ...group, match })}
            />
          </div>
          of these hold
        </div>
      )}
      {group.of.length === 0 && depth === 0 && (
        <p className="text-ink-muted text-sm">All rows are displayed.</p>
      )}
      <ul className="flex flex-col gap-2">
        {group.of.map((each, index) => (
          <li key={each.id} className="flex items-start gap-1.5">
            {isGroupDraft(each) ? (
              <>
                <GroupFields
                  columns={columns}
                  faults={faults}
                  group={each}
                  depth={depth + 1}
                  name={nameOf(index)}
                  onChange={(next) => onChangePart(each.id, () => next)}
                  onChangePart={onChangePart}
                />
                <IconButton
                  size="sm"
                  icon={X}
                  label={`Remove group ${nameOf(index)}`}
                  onClick={() => onChangePart(each.id, () => undefined)}
                />
              </>
            ) : (
              <RuleFields
                name={nameOf(index)}
                columns={columns}
                rule={each}
                fault={faults.find(({ text }) => text === printRule(each))?.message}
                onChange={(next) => onChangePart(each.id, () => next)}
                onRemove={() => onChangePart(each.id, () => undefined)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2">
        <Button size="sm" icon={Plus} onClick={() => add(newRule(column))} aria-label={`Add rule${ofGroup}`}>
          Add rule
        </Button>
        {fitsGroup(depth) && (
          <Button
            size="sm"
            icon={Parentheses}
            onClick={() => add(newGroup(group, column))}
            aria-label={`Add group${ofGroup}`}
          >
            Add group
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function RuleFields({
  name,
  columns,
  rule,
  fault,
  onChange,
  onRemove,
}: {
  name: string
  columns: readonly GridColumn[]
  rule: RuleDraft
  fault: string | undefined
  onChange: (rule: RuleDraft) => void
  onRemove: () => void
}) {
  const names = columns.map(({ name }) => ({ value: name, label: name }))
  const isKnown = names.some(({ value }) => value === rule.column)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <div className="flex items-center gap-1.5 max-sm:flex-wrap">
        <div className="w-36 shrink-0">
          <Select
            size="sm"
            aria-label={`Column of rule ${name}`}
            options={isKnown ? names : [...names, { value: rule.column, label: rule.column }]}
            value={rule.column}
            onValueChange={(column) => onChange({ ...rule, column })}
          />
        </div>
        <div className="w-44 shrink-0">
          <Select
            size="sm"
            aria-label={`Operator of rule ${name}`}
            options={operators}
            value={rule.operator}
            onValueChange={(operator) => onChange(withOperator(rule, operator))}
          />
        </div>
        <div className="min-w-24 flex-1">
          {rule.operator === 'is' ? (
            <Select
              size="sm"
              aria-label={`Value of rule ${name}`}
              options={valuesOfIs}
              value={isValues.find((value) => value === rule.value) ?? null}
              onValueChange={(value) => onChange({ ...rule, value })}
            />
          ) : (
            <Input
              size="sm"
              aria-label={`Value of rule ${name}`}
              aria-invalid={fault !== undefined || undefined}
              placeholder={rule.operator === 'in' ? '1, 2, 3' : 'Value'}
              spellCheck={false}
              autoComplete="off"
              value={rule.value}
              onValueChange={(value) => onChange({ ...rule, value })}
            />
          )}
        </div>
        <IconButton size="sm" icon={X} label={`Remove rule ${name}`} onClick={onRemove} />
      </div>
      {fault && <p className="text-critical-ink text-xs">{fault}</p>}
    </div>
  )
}
