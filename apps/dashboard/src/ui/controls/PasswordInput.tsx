import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { Input, type InputProps } from './Input.tsx'

/** A password field with a button that reveals the text. `action` is a slot for a "Generate" button. */
export function PasswordInput({
  action,
  what = 'password',
  ...rest
}: Omit<InputProps, 'type' | 'trailing' | 'icon'> & {
  action?: ReactNode
  /** What is hidden, for the label of the button that reveals it. */
  what?: string
}) {
  const [isRevealed, setRevealed] = useState(false)
  return (
    <Input
      spellCheck={false}
      autoCapitalize="none"
      {...rest}
      type={isRevealed ? 'text' : 'password'}
      trailing={
        <>
          {action}
          <IconButton
            size="sm"
            label={`${isRevealed ? 'Hide' : 'Show'} ${what}`}
            icon={isRevealed ? EyeOff : Eye}
            disabled={rest.disabled}
            onClick={() => setRevealed(!isRevealed)}
          />
        </>
      }
    />
  )
}
