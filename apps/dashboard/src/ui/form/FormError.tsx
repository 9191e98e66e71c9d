import { useFormContext } from 'react-hook-form'
import { Callout } from '../feedback/Callout.tsx'

/** The error of the form's last submission, if any. */
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
