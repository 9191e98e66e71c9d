import { Check } from 'lucide-react'

/** Looks like a Checkbox and is the browser's own: a long list draws dozens of them with each frame it scrolls. */
export function RowCheckbox({
  label,
  checked,
  onChoose,
}: {
  label: string
  checked: boolean
  /** `isRange` with Shift: everything up to here. */
  onChoose: (isRange: boolean) => void
}) {
  return (
    <span className="relative grid size-4 place-items-center">
      <input
        type="checkbox"
        // A row is one tab stop, and the space bar selects it.
        tabIndex={-1}
        aria-label={label}
        checked={checked}
        // A click, also the one that the space bar makes, knows of Shift.
        onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey)}
        className="size-4 appearance-none rounded-sm border border-control bg-field checked:border-brand checked:bg-brand"
      />
      {checked && <Check className="pointer-events-none absolute size-3 text-on-brand" aria-hidden />}
    </span>
  )
}
