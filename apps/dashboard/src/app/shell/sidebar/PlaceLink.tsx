import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link whose menu says whether it is current. The router would go by the address, which several links may share. */
export const PlaceLink = createLink(
  ({ isCurrent, ...rest }: ComponentProps<'a'> & { isCurrent: boolean }) => (
    <a {...rest} aria-current={isCurrent ? 'page' : undefined} />
  ),
)
