import type { ComponentProps } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'

/** Opens what one can share. A narrow bar has no room for it: there it is in the account menu. */
export function FeedbackButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <Button aria-haspopup="dialog" variant="ghost" {...props} className="max-lg:hidden">
      Feedback
    </Button>
  )
}
