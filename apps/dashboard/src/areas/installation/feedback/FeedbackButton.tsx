import type { ComponentProps } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'

/** Opens the feedback menu. In narrow windows it is in the account menu instead. */
export function FeedbackButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <Button aria-haspopup="dialog" variant="ghost" {...props} className="max-lg:hidden">
      Feedback
    </Button>
  )
}
