import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { captchaProviders, captchas } from '@basalt/contract/auth/captcha.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useController, useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { type CaptchaInputs, captchaForm, captchaInputs } from './captcha-form.schema.ts'
import { StoredSecretField } from './StoredSecretField.tsx'
import { useSettingsChange } from './use-settings-change.ts'

const failure = formFailure<CaptchaInputs>([])
const providers = captchaProviders.map((value) => ({ value, label: captchas[value].name }))

/** Whether people prove that they are no program before they sign up and in. */
export function CaptchaForm({
  projectRef,
  settings: { captcha },
  refusal,
}: {
  projectRef: string
  settings: AuthSettings
  refusal: string | undefined
}) {
  const resolver = useMemo(() => zodResolver(captchaForm(captcha)), [captcha])
  const saved = captchaInputs(captcha)
  const form = useForm({ resolver, values: saved, resetOptions: KEEP_EDITS })
  const save = useSettingsChange(projectRef, form.formState.isDirty)
  const { control } = form
  const enabled = useController({ control, name: 'enabled' })
  const isReadOnly = refusal !== undefined
  return (
    <Card title="Captcha" description="Apps show it and pass its token as captchaToken.">
      <Form
        form={form}
        aria-label="Captcha"
        describeError={failure}
        onSubmit={async (values) => {
          form.reset(captchaInputs((await save({ captcha: values })).captcha), DISCARD_EDITS)
          toast({ title: 'Settings saved', tone: 'success' })
        }}
      >
        <Checkbox
          label="Ask for a captcha"
          description="For sign-up, mail, messages, and sign-in except by a provider. Secret keys need none."
          checked={enabled.field.value}
          onCheckedChange={enabled.field.onChange}
          onBlur={enabled.field.onBlur}
          disabled={isReadOnly}
        />
        <FormField control={control} name="provider" label="Service">
          {(field) => <Select options={providers} {...field} disabled={isReadOnly} />}
        </FormField>
        <StoredSecretField
          control={control}
          name="secret"
          label="Secret key"
          what="key"
          isStored={captcha?.has_secret}
          isReadOnly={isReadOnly}
        />
        <FormField
          control={control}
          name="url"
          label="Verification address (optional)"
          description="Only for another service with the same interface."
        >
          {(field) => (
            <Input
              inputMode="url"
              autoComplete="off"
              readOnly={isReadOnly}
              {...field}
              value={field.value ?? ''}
            />
          )}
        </FormField>
        <SaveOrCancel saved={saved} refusal={refusal} />
      </Form>
    </Card>
  )
}
