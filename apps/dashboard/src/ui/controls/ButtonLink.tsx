import { useRender } from '@base-ui/react/use-render'
import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Icon } from '../text/icon.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

/** A link that looks like a button. `render` takes the router's link element. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon: LinkIcon,
  render,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: Icon
  render?: ReactElement
}) {
  return useRender({
    defaultTagName: 'a',
    render,
    props: {
      ...rest,
      className: cx(buttonClass(variant, size), className),
      children: (
        <>
          {LinkIcon && <LinkIcon className="size-4" aria-hidden />}
          {children}
        </>
      ),
    },
  })
}
