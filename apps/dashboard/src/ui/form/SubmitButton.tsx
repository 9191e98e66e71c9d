import { useFormContext } from 'react-hook-form'
import { Button, type ButtonProps } from '../controls/Button.tsx'

/** The button that submits the form around it, busy while that is under way. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'loading'>) {
  const { formState } = useFormContext()
  return <Button variant="primary" {...props} type="submit" loading={formState.isSubmitting} />
}
