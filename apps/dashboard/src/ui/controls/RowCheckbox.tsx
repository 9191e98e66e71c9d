import { Check } from 'lucide-react'

/** A native checkbox that looks like Checkbox, because long lists render dozens per frame while scrolling. */
export function RowCheckbox({
  label,
  checked,
  isTabStop = false,
  onChoose,
}: {
  label: string
  checked: boolean
  /** In a table whose rows get no focus. Otherwise a row is one tab stop, and the space bar selects it. */
  isTabStop?: boolean
  /** `isRange` with Shift: selects all rows up to this one. */
  onChoose: (isRange: boolean) => void
}) {
  return (
    <span className="relative grid size-4 place-items-center">
      <input
        type="checkbox"
        tabIndex={isTabStop ? undefined : -1}
        aria-label={label}
        checked={checked}
        // The native click, also from the space bar, has `shiftKey`.
        onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey)}
        className="size-4 appearance-none rounded-sm border border-control bg-field checked:border-brand checked:bg-brand"
      />
      {checked && <Check className="pointer-events-none absolute size-3 text-on-brand" aria-hidden />}
    </span>
  )
}
