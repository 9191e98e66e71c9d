import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'

const DOTS = '•'.repeat(24)

/** A secret in a line: dots until somebody asks to see it. It can be copied without being seen once it is there. */
export function SecretText({
  label,
  text,
  isShown,
  onShownChange,
  isLoading = false,
  reason,
}: {
  /** "service_role key" */
  label: string
  /** Undefined while it has not been asked for. */
  text: string | undefined
  isShown: boolean
  onShownChange: (isShown: boolean) => void
  isLoading?: boolean
  reason?: string | undefined
}) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-field py-1 pr-1 pl-3">
      <code className="wrap-anywhere min-w-0 flex-1 py-1 text-xs">
        {isShown && text !== undefined ? (
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
        label={`${isShown ? 'Hide' : 'Reveal'} ${label}`}
        icon={isShown ? EyeOff : Eye}
        loading={isLoading}
        {...(reason !== undefined && { reason })}
        onClick={() => onShownChange(!isShown)}
      />
      {text !== undefined && <CopyButton text={text} label={`Copy ${label}`} />}
    </div>
  )
}
