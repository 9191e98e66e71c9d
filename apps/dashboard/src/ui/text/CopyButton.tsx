import { Check, Copy, X } from 'lucide-react'
import { type CopyState, useCopy } from '../../lib/use-copy.ts'
import type { ButtonSize, ButtonVariant } from '../controls/button-class.ts'
import { IconButton } from '../controls/IconButton.tsx'
import type { Icon } from './icon.ts'

const icons: Record<CopyState, Icon> = { idle: Copy, copied: Check, failed: X }
const outcome: Record<CopyState, string> = { idle: '', copied: 'Copied', failed: 'Could not copy' }

/** Copies `text` and confirms it for `feedbackMs`, two seconds by default, also to screen readers. */
export function CopyButton({
  text,
  label = 'Copy',
  size = 'sm',
  variant = 'ghost',
  feedbackMs,
}: {
  text: string
  label?: string
  size?: ButtonSize
  variant?: ButtonVariant
  feedbackMs?: number
}) {
  const { state, copy } = useCopy(feedbackMs)
  return (
    <>
      <IconButton
        label={outcome[state] || label}
        icon={icons[state]}
        size={size}
        variant={variant}
        onClick={() => copy(text)}
      />
      <span role="status" className="sr-only">
        {outcome[state]}
      </span>
    </>
  )
}
