import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'

/** Opens what one can share. The bar of a phone has no room for it. */
export function FeedbackButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <Button aria-haspopup="dialog" variant="ghost" {...props} className="max-lg:hidden">
      Feedback
    </Button>
  )
}
