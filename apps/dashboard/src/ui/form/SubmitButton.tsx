import { useFormContext } from 'react-hook-form'
import { Button, type ButtonProps } from '../controls/Button.tsx'

/** The submit button of the surrounding form, busy during submission. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'loading'>) {
  const { formState } = useFormContext()
  return <Button variant="primary" {...props} type="submit" loading={formState.isSubmitting} />
}
