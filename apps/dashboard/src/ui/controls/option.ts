import type { Icon } from '../text/icon.ts'

/** One thing to choose. `value` is its identity; `label` is what people read and search. */
export interface Option<Value extends string = string> {
  value: Value
  label: string
  description?: string
  icon?: Icon
  disabled?: boolean
}
