import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { type Scope, scopeOptions } from './scope-options.ts'

/** Not in a Field, which would give each option its label. */
export function ScopeChoice({
  value,
  onValueChange,
}: {
  value: Scope
  onValueChange: (scope: Scope) => void
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="font-medium text-sm">
        Where
      </span>
      <RadioGroup
        aria-label="Where"
        options={scopeOptions}
        layout="cards"
        value={value}
        onValueChange={onValueChange}
      />
    </div>
  )
}
