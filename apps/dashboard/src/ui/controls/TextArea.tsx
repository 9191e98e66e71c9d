import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/class-names.ts'
import { inputFrameClass, inputTextClass } from './input-class.ts'

export function TextArea({
  onValueChange,
  mono = false,
  rows = 4,
  className,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'defaultValue'> & {
  onValueChange?: (value: string) => void
  defaultValue?: string
  mono?: boolean
}) {
  return (
    <div className={cx(inputFrameClass, className)}>
      <Field.Control
        onValueChange={onValueChange && ((value) => onValueChange(value))}
        render={
          <textarea
            {...rest}
            rows={rows}
            className={cx(
              'block w-full resize-y rounded-md bg-transparent px-2.5 py-1.5 outline-none',
              inputTextClass,
              mono && 'font-mono',
            )}
          />
        }
      />
    </div>
  )
}
