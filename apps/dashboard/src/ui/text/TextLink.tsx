import { useRender } from '@base-ui/react/use-render'
import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../../lib/class-names.ts'

const tones = {
  brand: 'text-brand-ink underline decoration-brand-line underline-offset-3 hover:decoration-current',
  quiet: 'text-ink-muted hover:text-ink',
}

/** Keeps the icon on the same line as the last word. */
const WORD_JOINER = '\u2060'

/** A link inside text (`brand`) or in navigation (`quiet`). `external` opens a new tab and announces it. */
export function TextLink({
  tone = 'brand',
  external = false,
  render,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & { tone?: keyof typeof tones; external?: boolean; render?: ReactElement }) {
  return useRender({
    defaultTagName: 'a',
    render,
    props: {
      ...rest,
      ...(external && { target: '_blank', rel: 'noreferrer' }),
      className: cx('rounded-sm transition-colors', tones[tone], className),
      children: external ? (
        <>
          {children}
          {WORD_JOINER}
          <ArrowUpRight className="ml-0.5 inline size-3.5 align-[-2px]" aria-hidden />
          <span className="sr-only"> (opens in a new tab)</span>
        </>
      ) : (
        children
      ),
    },
  })
}
