import type { SsoProvider } from '@basalt/contract/auth/auth.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useController, useForm, useWatch } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { RemovableFooter } from './RemovableFooter.tsx'
import { addSsoProvider, changeSsoProvider, removeSsoProvider } from './sso.queries.ts'
import { type SsoProviderInputs, ssoProviderForm, ssoProviderInputs } from './sso-provider-form.schema.ts'

interface Props {
  projectRef: string
  /** Undefined for a new one. */
  stored: SsoProvider | undefined
  /** By what identity providers know the project, and where their answers go. */
  entityId: string
  acsUrl: string
  refusal: string | undefined
  onClose: () => void
}

const failure = formFailure<SsoProviderInputs>(['metadata_url', 'metadata_xml', 'domains', 'attributes'])
const sources = [
  { value: 'url' as const, label: 'Address' },
  { value: 'xml' as const, label: 'XML' },
]

/** Adds an identity provider, changes or removes it. */
export function SsoProviderDialog({ projectRef, stored, entityId, acsUrl, refusal, onClose }: Props) {
  const { mutateAsync: add } = useMutation(addSsoProvider(projectRef))
  const { mutateAsync: change } = useMutation(changeSsoProvider(projectRef))
  const { mutateAsync: remove } = useMutation(removeSsoProvider(projectRef))
  const resolver = useMemo(() => zodResolver(ssoProviderForm(stored)), [stored])
  const form = useForm({ resolver, defaultValues: ssoProviderInputs(stored) })
  const { control } = form
  const enabled = useController({ control, name: 'enabled' })
  const source = useWatch({ control, name: 'source' })
  const isReadOnly = refusal !== undefined
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={stored ? (stored.domains[0] ?? 'Identity provider') : 'Identity provider'}
      description={stored ? <span className="wrap-anywhere">{stored.entity_id}</span> : undefined}
    >
      <Form
        form={form}
        bare
        aria-label="Identity provider"
        describeError={failure}
        onSubmit={async (values) => {
          await (stored ? change({ id: stored.id, ...values }) : add(values))
          toast({ title: 'Identity provider saved', tone: 'success' })
          onClose()
        }}
      >
        <DialogBody>
          <FormError />
          <div className="flex flex-col gap-1.5">
            <p className="text-ink-muted text-sm">Entity ID of this project, also its metadata:</p>
            <CodeBlock code={entityId} label="Entity ID" wrap />
            <p className="text-ink-muted text-sm">Answers go to (ACS URL):</p>
            <CodeBlock code={acsUrl} label="ACS URL" wrap />
          </div>
          <Checkbox
            label="Allow sign-in with this identity provider"
            checked={enabled.field.value}
            onCheckedChange={enabled.field.onChange}
            onBlur={enabled.field.onBlur}
            disabled={isReadOnly}
          />
          <FormField control={control} name="source" label="Metadata">
            {(field) => <Select options={sources} {...field} disabled={isReadOnly} />}
          </FormField>
          {source === 'url' ? (
            <FormField
              control={control}
              name="metadata_url"
              label="Address of the metadata"
              description="Read again every day, so that new certificates are known."
            >
              {(field) => (
                <Input
                  inputMode="url"
                  autoComplete="off"
                  readOnly={isReadOnly}
                  placeholder="https://idp.example.com/metadata"
                  {...field}
                />
              )}
            </FormField>
          ) : (
            <FormField
              control={control}
              name="metadata_xml"
              label="Metadata as XML"
              description={stored ? 'Leave empty to keep the stored metadata.' : undefined}
            >
              {(field) => <TextArea rows={5} mono readOnly={isReadOnly} spellCheck={false} {...field} />}
            </FormField>
          )}
          <FormField
            control={control}
            name="domains"
            label="Domains"
            description="One per line. Each belongs to one identity provider."
          >
            {(field) => (
              <TextArea
                rows={2}
                mono
                readOnly={isReadOnly}
                spellCheck={false}
                placeholder="example.com"
                {...field}
              />
            )}
          </FormField>
          <FormField
            control={control}
            name="attributes"
            label="Attributes (optional)"
            description="One claim per line and the attribute it is taken from, such as department=urn:oid:2.5.4.11. The claim email replaces the usual attributes of addresses."
          >
            {(field) => <TextArea rows={2} mono readOnly={isReadOnly} spellCheck={false} {...field} />}
          </FormField>
        </DialogBody>
        <RemovableFooter
          removal={
            stored && {
              title: 'Remove the identity provider',
              confirmLabel: 'Remove identity provider',
              consequences:
                'Its users are signed out and can no longer sign in; access tokens stay valid until they expire. If the identity provider is added again, they become new users.',
              onConfirm: () => remove(stored.id),
            }
          }
          refusal={refusal}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
