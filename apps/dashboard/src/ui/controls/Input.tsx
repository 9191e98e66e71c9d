import { Input as Base } from '@base-ui/react/input'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Icon } from '../text/icon.ts'
import { type InputSize, inputFrameClass, inputHeights, inputTextClass } from './input-class.ts'

export interface InputProps extends Omit<ComponentProps<'input'>, 'size' | 'defaultValue' | 'prefix'> {
  size?: InputSize
  icon?: Icon
  /** Controls at the end of the field, such as a clear button. */
  trailing?: ReactNode
  onValueChange?: (value: string) => void
  defaultValue?: string
}

export function Input({
  size = 'md',
  icon: InputIcon,
  trailing,
  onValueChange,
  className,
  ...rest
}: InputProps) {
  return (
    <div className={cx(inputFrameClass, inputHeights[size], className)}>
      {InputIcon && <InputIcon className="ml-2 size-4 shrink-0 text-ink-faint" aria-hidden />}
      <Base
        {...rest}
        onValueChange={onValueChange && ((value) => onValueChange(value))}
        className={cx('h-full w-full min-w-0 rounded-md bg-transparent px-2.5 outline-none', inputTextClass)}
      />
      {trailing && <div className="flex shrink-0 items-center pr-0.5">{trailing}</div>}
    </div>
  )
}
