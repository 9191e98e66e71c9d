import { cx } from '../../lib/class-names.ts'
import { floatingClass } from '../floating/floating-class.ts'

export const menuClass = cx(
  floatingClass,
  'max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto overscroll-contain p-1',
)
