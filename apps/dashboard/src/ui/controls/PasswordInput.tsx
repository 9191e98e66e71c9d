import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { Input, type InputProps } from './Input.tsx'

/** A password field with a button that reveals the text. `action` is a slot for a "Generate" button. */
export function PasswordInput({
  action,
  ...rest
}: Omit<InputProps, 'type' | 'trailing' | 'icon'> & { action?: ReactNode }) {
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
            label={isRevealed ? 'Hide password' : 'Show password'}
            icon={isRevealed ? EyeOff : Eye}
            disabled={rest.disabled}
            onClick={() => setRevealed(!isRevealed)}
          />
        </>
      }
    />
  )
}
