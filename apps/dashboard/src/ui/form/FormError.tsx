import { useFormContext } from 'react-hook-form'
import { Callout } from '../feedback/Callout.tsx'

/** Why the last submission of the form around it was refused, as a whole. Nothing while it was not. */
export function FormError() {
  const { formState } = useFormContext()
  const message = formState.errors.root?.server?.message
  if (!message) return null
  return (
    <Callout tone="critical" role="alert">
      {message}
    </Callout>
  )
}
