import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'

const DOTS = '•'.repeat(24)

/** A secret on one line, displayed as dots until revealed. Once loaded it can be copied without revealing it. */
export function SecretText({
  label,
  text,
  isRevealed,
  onRevealedChange,
  isLoading = false,
  reason,
}: {
  /** "service_role key" */
  label: string
  /** Undefined until loaded. */
  text: string | undefined
  isRevealed: boolean
  onRevealedChange: (isRevealed: boolean) => void
  isLoading?: boolean
  reason?: string | undefined
}) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-field py-1 pr-1 pl-3">
      <code className="wrap-anywhere min-w-0 flex-1 py-1 text-xs">
        {isRevealed && text !== undefined ? (
          text
        ) : (
          <>
            <span aria-hidden>{DOTS}</span>
            <span className="sr-only">{`${label}, hidden`}</span>
          </>
        )}
      </code>
      <IconButton
        size="sm"
        label={`${isRevealed ? 'Hide' : 'Reveal'} ${label}`}
        icon={isRevealed ? EyeOff : Eye}
        loading={isLoading}
        {...(reason !== undefined && { reason })}
        onClick={() => onRevealedChange(!isRevealed)}
      />
      {text !== undefined && <CopyButton text={text} label={`Copy ${label}`} />}
    </div>
  )
}
