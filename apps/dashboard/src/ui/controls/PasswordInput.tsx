import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { Input, type InputProps } from './Input.tsx'

/** A secret being typed: hidden until its owner asks to see it. `action` is the place of a "Generate" button. */
export function PasswordInput({
  action,
  ...rest
}: Omit<InputProps, 'type' | 'trailing' | 'icon'> & { action?: ReactNode }) {
  const [isShown, setShown] = useState(false)
  return (
    <Input
      spellCheck={false}
      autoCapitalize="none"
      {...rest}
      type={isShown ? 'text' : 'password'}
      trailing={
        <>
          {action}
          <IconButton
            size="sm"
            label={isShown ? 'Hide password' : 'Show password'}
            icon={isShown ? EyeOff : Eye}
            disabled={rest.disabled}
            onClick={() => setShown(!isShown)}
          />
        </>
      }
    />
  )
}
