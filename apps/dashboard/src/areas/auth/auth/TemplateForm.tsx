import { AuthSettingFields, type AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { TemplateKind } from '@basalt/contract/auth/template-kinds.rules.ts'
import { renderTemplate, templateProblem, templateVariables } from '@basalt/contract/auth/templates.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { MailPreview } from './MailPreview.tsx'
import { templateNames } from './template-names.rules.ts'
import { useSettingsChange } from './use-settings-change.ts'

const describeError = formFailure<{ subject: string; content: string }>(['subject', 'content'])

/** The subject and content of one kind of mail, with a preview. */
export function TemplateForm({
  projectRef,
  kind,
  settings,
  refusal,
}: {
  projectRef: string
  kind: TemplateKind
  settings: AuthSettings
  refusal: string | undefined
}) {
  const saved = settings.templates[kind]
  const form = useForm({
    resolver: zodResolver(AuthSettingFields.shape.templates.shape[kind]),
    values: saved,
    resetOptions: KEEP_EDITS,
  })
  const save = useSettingsChange(projectRef, form.formState.isDirty)
  const shown = form.watch()
  const isReadOnly = refusal !== undefined
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={templateNames[kind]}>
        <Form
          form={form}
          aria-label={templateNames[kind]}
          describeError={describeError}
          onSubmit={async (values) => {
            form.reset((await save({ templates: { [kind]: values } })).templates[kind], DISCARD_EDITS)
            toast({ title: 'Template saved', tone: 'success' })
          }}
        >
          <FormField control={form.control} name="subject" label="Subject">
            {(field) => <Input autoComplete="off" readOnly={isReadOnly} {...field} />}
          </FormField>
          <FormField control={form.control} name="content" label="Content" description="HTML with variables.">
            {(field) => <TextArea rows={14} mono spellCheck={false} readOnly={isReadOnly} {...field} />}
          </FormField>
          <Disclosure summary="Variables">
            <DescriptionList
              items={[
                ...Object.entries(templateVariables).map(([name, means]) => ({
                  label: `{{ .${name} }}`,
                  value: means,
                })),
                { label: '{{ .Data.field }}', value: 'A field of the user’s metadata' },
              ]}
            />
          </Disclosure>
          <SaveOrCancel saved={saved} refusal={refusal} />
        </Form>
      </Card>
      <Card title="Preview" description="With sample values.">
        <Preview template={shown} settings={settings} />
      </Card>
    </div>
  )
}

function Preview({
  template,
  settings,
}: {
  template: { subject: string; content: string }
  settings: AuthSettings
}) {
  const problem = templateProblem(template.subject) ?? templateProblem(template.content)
  if (problem !== undefined) return <p className="text-critical-ink text-sm">{problem}</p>
  const link = `${settings.site_url}#sample`
  const { subject, html } = renderTemplate(template, {
    ConfirmationURL: link,
    Token: '123456'.padEnd(settings.mailer_otp_length, '7').slice(0, settings.mailer_otp_length),
    TokenHash: 'sample',
    SiteURL: settings.site_url,
    RedirectTo: settings.site_url,
    Email: 'ann@example.com',
    NewEmail: 'ann@new.example.com',
    OldEmail: 'ann@old.example.com',
    Phone: '15551234567',
    OldPhone: '15557654321',
    Provider: 'github',
    FactorType: 'totp',
    Data: { name: 'Ann' },
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{subject}</p>
      <MailPreview html={html} title="Preview of the mail" />
    </div>
  )
}
