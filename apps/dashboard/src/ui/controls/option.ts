import type { Icon } from '../text/icon.ts'

/** One option. `value` identifies it; `label` is visible and searchable. */
export interface Option<Value extends string = string> {
  value: Value
  label: string
  description?: string
  /** A word at the end of the line, such as a state. */
  note?: string
  icon?: Icon
  disabled?: boolean
}
