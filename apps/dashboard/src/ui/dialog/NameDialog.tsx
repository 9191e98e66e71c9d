import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '../controls/Button.tsx'
import { Input } from '../controls/Input.tsx'
import { Form, type FormFailure } from '../form/Form.tsx'
import { FormError } from '../form/FormError.tsx'
import { FormField } from '../form/FormField.tsx'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { DialogBody } from './DialogBody.tsx'
import { DialogFooter } from './DialogFooter.tsx'

type Named = Record<string, string>

interface Naming {
  /** The label of the button. */
  action: string
  /** The field in errors of the server. */
  path?: string
  label?: string
  /** Below the field. */
  hint?: string
  placeholder?: string
  /** The name that it has; empty for something new. */
  initial?: string
  maxLength: number
  /** Which names are accepted. Without it also an empty one. */
  schema?: z.ZodType<string, string>
  /** Where the failure of `onSubmit` appears. */
  describeError: (error: unknown) => FormFailure<Named>
  /** Called with the trimmed name. The dialog closes when it resolves. */
  onSubmit: (name: string) => Promise<unknown>
}

/** Asks for the name of something that is renamed, or made then. */
export function NameDialog({
  open,
  onOpenChange,
  title,
  description,
  size,
  ...naming
}: Naming & Pick<DialogProps, 'open' | 'onOpenChange' | 'description' | 'size'> & { title: string }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      {...(size && { size })}
    >
      <NameForm {...naming} title={title} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts from the current name each time. */
function NameForm({
  title,
  action,
  path = 'name',
  label = 'Name',
  hint,
  placeholder,
  initial = '',
  maxLength,
  schema,
  describeError,
  onSubmit,
  close,
}: Naming & { title: string; close: () => void }) {
  const form = useForm<Named>({
    defaultValues: { [path]: initial },
    ...(schema && { resolver: zodResolver(z.object({ [path]: schema })) }),
  })
  return (
    <Form
      form={form}
      bare
      aria-label={title}
      describeError={describeError}
      onSubmit={async (values) => {
        await onSubmit(values[path]!.trim())
        close()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name={path}
          label={label}
          required={schema !== undefined}
          {...(hint !== undefined && { description: hint })}
        >
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={maxLength}
              {...(placeholder !== undefined && { placeholder })}
            />
          )}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>{action}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
