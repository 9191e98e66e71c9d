import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { requestIdOf } from '../../../api/api-error.ts'
import { formFailure } from '../../../api/form-failure.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { authQueries, changeAuthSettings } from './auth.queries.ts'
import { inputsOf, type SettingInputs, settingsForm } from './auth-settings-form.schema.ts'
import {
  type SettingField,
  type SettingsPageKey,
  type SettingsSection,
  settingsPages,
} from './settings-pages.rules.ts'

/** One page of settings of a project's users. Each section is saved by itself. */
export function AuthSettingsPage({
  project,
  page,
  more: More,
}: {
  project: Project
  page: SettingsPageKey
  /** What the page has beside the sections. */
  more?: ComponentType<{ projectRef: string; settings: AuthSettings; refusal: string | undefined }>
}) {
  const { ref, organization_slug: slug } = project
  const settings = useQuery(authQueries.settings(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeAuthSettings, { slug, ref }))
  const { title, description, sections } = settingsPages[page]
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title={title} description={description} />
      {settings.data ? (
        <>
          {sections.map((section: SettingsSection) => (
            <SectionForm
              key={section.title}
              projectRef={ref}
              section={section}
              settings={settings.data}
              refusal={refusal}
            />
          ))}
          {More && <More projectRef={ref} settings={settings.data} refusal={refusal} />}
        </>
      ) : settings.isError ? (
        <ErrorPanel
          title="Failed to load the settings"
          message={settings.error.message}
          requestId={requestIdOf(settings.error)}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      ) : (
        sections.map((section: SettingsSection) => <Skeleton key={section.title} className="h-56 w-full" />)
      )}
    </div>
  )
}

function SectionForm({
  projectRef,
  section: { title, fields },
  settings,
  refusal,
}: {
  projectRef: string
  section: SettingsSection
  settings: AuthSettings
  refusal: string | undefined
}) {
  const { mutateAsync } = useMutation(changeAuthSettings(projectRef))
  const resolver = useMemo(() => zodResolver(settingsForm(fields)), [fields])
  const saved = inputsOf(fields, settings)
  const form = useForm({ resolver, values: saved, resetOptions: { keepDirtyValues: true } })
  return (
    <Card title={title}>
      <Form
        form={form}
        aria-label={title}
        describeError={formFailure<SettingInputs>(fields.map(({ name }) => name))}
        onSubmit={async (values) => {
          form.reset(inputsOf(fields, await mutateAsync(values)))
          toast({ title: 'Settings saved', tone: 'success' })
        }}
      >
        {fields.map((field) => (
          <SettingControl
            key={field.name}
            field={field}
            control={form.control as unknown as Control<SettingInputs>}
            isReadOnly={refusal !== undefined}
          />
        ))}
        <SaveOrCancel saved={saved} refusal={refusal} />
      </Form>
    </Card>
  )
}

function SettingControl({
  field,
  control,
  isReadOnly,
}: {
  field: SettingField
  control: Control<SettingInputs>
  isReadOnly: boolean
}) {
  const { name, label, description } = field
  if (field.kind === 'flag') return <FlagControl field={field} control={control} isReadOnly={isReadOnly} />
  const aside = field.kind === 'number' ? { labelAside: field.unit } : {}
  return (
    <FormField control={control} name={name} label={label} description={description} {...aside}>
      {({ value, onValueChange, ...bound }) => {
        const text = { ...bound, value: String(value), onValueChange }
        switch (field.kind) {
          case 'choice':
            return <Select options={field.options} {...text} disabled={isReadOnly} />
          case 'lines':
            return <TextArea rows={5} mono readOnly={isReadOnly} spellCheck={false} {...text} />
          default:
            return (
              <Input
                inputMode={field.kind === 'number' ? 'numeric' : 'url'}
                autoComplete="off"
                readOnly={isReadOnly}
                {...text}
              />
            )
        }
      }}
    </FormField>
  )
}

function FlagControl({
  field: { name, label, description },
  control,
  isReadOnly,
}: {
  field: SettingField
  control: Control<SettingInputs>
  isReadOnly: boolean
}) {
  const { field } = useController({ control, name })
  return (
    <Checkbox
      label={label}
      description={description}
      checked={field.value === true}
      onCheckedChange={field.onChange}
      onBlur={field.onBlur}
      disabled={isReadOnly}
    />
  )
}
