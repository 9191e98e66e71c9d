import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link whose menu decides whether it is current. The router would compare URLs, which several links may share. */
export const NavLink = createLink(({ isCurrent, ...rest }: ComponentProps<'a'> & { isCurrent: boolean }) => (
  <a {...rest} aria-current={isCurrent ? 'page' : undefined} />
))
