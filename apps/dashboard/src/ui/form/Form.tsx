import type { FormEvent, ReactNode } from 'react'
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { cx } from '../../lib/class-names.ts'
import { FormError } from './FormError.tsx'

/** The errors of a failed submission: one message for the form, and messages for fields. */
export interface FormFailure<Values extends FieldValues> {
  message?: string
  fields?: Partial<Record<FieldPath<Values>, string>>
}

const describe = (error: unknown) => ({ message: error instanceof Error ? error.message : String(error) })

/**
 * A form whose `onSubmit` runs with valid values only. Its error appears above the fields, or beside them through
 * `describeError`. Submissions during a running one are ignored.
 */
export function Form<Values extends FieldValues, Transformed = Values>({
  form,
  onSubmit,
  describeError = describe,
  bare = false,
  className,
  children,
  ...rest
}: {
  form: UseFormReturn<Values, unknown, Transformed>
  onSubmit: (values: Transformed) => Promise<void> | void
  describeError?: (error: unknown) => FormFailure<Values>
  /** Without layout, around the body and footer of a dialog or sheet. FormError then goes into the body. */
  bare?: boolean
  className?: string
  children: ReactNode
  id?: string
  'aria-label'?: string
}) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (error) {
      const failure = describeError(error)
      const wrong = Object.entries(failure.fields ?? {}) as [FieldPath<Values>, string][]
      wrong.forEach(([name, message], index) => {
        form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
      })
      if (failure.message) form.setError('root.server', { message: failure.message })
    }
  })
  const onSubmitEvent = (event: FormEvent) => {
    // React events bubble through portals: a form in a dialog must not submit the form that opened it.
    event.stopPropagation()
    if (form.formState.isSubmitting) return event.preventDefault()
    return submit(event)
  }
  return (
    <FormProvider {...form}>
      <form
        {...rest}
        noValidate
        onSubmit={onSubmitEvent}
        className={cx('flex flex-col', bare ? 'min-h-0 flex-1' : 'gap-4', className)}
      >
        {!bare && <FormError />}
        {children}
      </form>
    </FormProvider>
  )
}
