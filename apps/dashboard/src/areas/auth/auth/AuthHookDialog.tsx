import type { AuthHook } from '@basalt/contract/auth/auth.schema.ts'
import { FUNCTION_HOOK_MS, type HookKind, HTTP_HOOK_MS } from '@basalt/contract/auth/auth-hooks.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { changeAuthSettings } from './auth.queries.ts'
import { type HookInputs, hookForm, hookInputs } from './auth-hook-form.schema.ts'
import { hookTexts } from './auth-hook-texts.rules.ts'
import { RemovableFooter } from './RemovableFooter.tsx'
import { useSettingsChange } from './use-settings-change.ts'

const failure = formFailure<HookInputs>([])
const kinds = [
  { value: 'function', label: 'Function of the database' },
  { value: 'http', label: 'HTTP endpoint' },
] as const

interface Props {
  projectRef: string
  kind: HookKind
  stored: AuthHook | undefined
  refusal: string | undefined
  onClose: () => void
}

/** Sets up a hook, changes or removes it. */
export function AuthHookDialog({ projectRef, kind, stored, refusal, onClose }: Props) {
  const { mutateAsync } = useMutation(changeAuthSettings(projectRef))
  const save = useSettingsChange(projectRef, true)
  const { title, description, example } = hookTexts[kind]
  const resolver = useMemo(() => zodResolver(hookForm(stored)), [stored])
  const [initial] = useState(() => hookInputs(stored))
  const form = useForm({ resolver, defaultValues: initial })
  const { control } = form
  const enabled = useController({ control, name: 'enabled' })
  const isHttp = form.watch('kind') === 'http'
  const text = { autoComplete: 'off', readOnly: refusal !== undefined }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={description}>
      <Form
        form={form}
        bare
        aria-label={title}
        describeError={failure}
        onSubmit={async (change) => {
          await save({ hooks: { [kind]: change } })
          toast({ title: 'Hook saved', tone: 'success' })
          onClose()
        }}
      >
        <DialogBody>
          <FormError />
          <Checkbox
            label="Call this hook"
            checked={enabled.field.value}
            onCheckedChange={enabled.field.onChange}
            onBlur={enabled.field.onBlur}
            disabled={text.readOnly}
          />
          <FormField control={control} name="kind" label="Calls">
            {(field) => <Select options={kinds} {...field} disabled={text.readOnly} />}
          </FormField>
          {isHttp ? (
            <>
              <FormField
                control={control}
                name="url"
                label="Address"
                description={`Gets JSON by POST and answers within ${HTTP_HOOK_MS / 1000} seconds.`}
              >
                {(field) => <Input inputMode="url" {...text} {...field} />}
              </FormField>
              <FormField
                control={control}
                name="secret"
                label="Secret"
                labelAside={<CopyButton text={form.watch('secret')} label="Copy secret" />}
                description={
                  stored?.has_secret
                    ? 'Leave empty to keep the stored secret.'
                    : 'Signs the requests (Standard Webhooks). Copy it now: it is not shown again.'
                }
              >
                {(field) => <Input {...text} {...field} />}
              </FormField>
            </>
          ) : (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <FormField control={control} name="schema" label="Schema">
                  {(field) => <Input {...text} {...field} />}
                </FormField>
                <FormField control={control} name="name" label="Function">
                  {(field) => <Input {...text} {...field} />}
                </FormField>
              </div>
              <p className="text-ink-muted text-sm">
                Takes and returns jsonb, within {FUNCTION_HOOK_MS / 1000} seconds, as the role
                supabase_auth_admin.
              </p>
              <Disclosure summary="Example">
                <CodeBlock code={example} label="Example of the function" />
              </Disclosure>
            </>
          )}
        </DialogBody>
        <RemovableFooter
          removal={
            stored && {
              title: 'Remove the hook',
              confirmLabel: 'Remove hook',
              consequences:
                'It is no longer called, and its secret is deleted. The function or endpoint stays.',
              onConfirm: () => mutateAsync({ hooks: { [kind]: null } }),
            }
          }
          refusal={refusal}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
