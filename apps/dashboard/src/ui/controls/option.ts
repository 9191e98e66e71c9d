import type { Icon } from '../text/icon.ts'

/** One thing to choose. `value` is its identity; `label` is what people read and search. */
export interface Option<Value extends string = string> {
  value: Value
  label: string
  description?: string
  /** A word at the end of the line, such as a state. */
  note?: string
  icon?: Icon
  disabled?: boolean
}
