import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { isCustomKey, type OAuthAddress, providerOf } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { changeAuthSettings } from './auth.queries.ts'
import { RemovableFooter } from './RemovableFooter.tsx'
import { StoredSecretField } from './StoredSecretField.tsx'
import { type ProviderInputs, providerForm, providerInputs } from './sign-in-provider-form.schema.ts'
import { useSettingsChange } from './use-settings-change.ts'

interface Props {
  projectRef: string
  /** Undefined for a new one that is not ready made. */
  providerKey: string | undefined
  providers: AuthSettings['providers']
  refusal: string | undefined
  onClose: () => void
}

/** Stands for the provider that a member is about to add. */
const NEW_KEY = 'custom:Other provider'
const PROTOCOLS = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'oauth2', label: 'OAuth 2.0' },
] as const
const PROTOCOL_HINT = 'OpenID Connect finds its addresses by itself. OAuth 2.0 needs all three.'

const failure = formFailure<ProviderInputs>([])

/** Sets up a provider, changes or removes it. */
export function SignInProviderDialog({ projectRef, providerKey: key, providers, refusal, onClose }: Props) {
  const { data: config } = useQuery(installationQueries.config())
  const { mutateAsync } = useMutation(changeAuthSettings(projectRef))
  const save = useSettingsChange(projectRef, true)
  const stored = key === undefined ? undefined : providers[key]
  const { name: knownName, url, urlHint, hasIdTokens, console: registration } = providerOf(key ?? NEW_KEY)
  const name = stored?.custom?.name ?? knownName
  const isCustom = key === undefined || isCustomKey(key)
  const resolver = useMemo(
    () => zodResolver(providerForm(key, { stored, taken: Object.keys(providers) })),
    [key, stored, providers],
  )
  const form = useForm({ resolver, defaultValues: providerInputs(stored) })
  const { control } = form
  const flags = control as unknown as Control<ProviderInputs>
  const isReadOnly = refusal !== undefined
  const isOAuth = useWatch({ control, name: 'provider_type' }) === 'oauth2'
  const address = (
    field: 'url' | OAuthAddress,
    label: string,
    { hint, placeholder }: { hint?: string | undefined; placeholder?: string } = {},
  ) => (
    <FormField control={control} name={field} label={label} description={hint}>
      {(bound) => (
        <Input
          inputMode="url"
          autoComplete="off"
          placeholder={placeholder}
          readOnly={isReadOnly}
          {...bound}
          value={bound.value ?? ''}
        />
      )}
    </FormField>
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={name}
      description={
        registration && (
          <>
            Register a client at the <TextLink href={registration} external>{`console of ${name}`}</TextLink>.
          </>
        )
      }
    >
      <Form
        form={form}
        bare
        aria-label={name}
        describeError={failure}
        onSubmit={async ({ key: changed, change }) => {
          await save({ providers: { [changed]: change } })
          toast({ title: 'Provider saved', tone: 'success' })
          onClose()
        }}
      >
        <DialogBody>
          <FormError />
          <div className="flex flex-col gap-1.5">
            <p className="text-ink-muted text-sm">Redirect URL to register:</p>
            {config ? (
              <CodeBlock
                code={`${config.origin}/p/${projectRef}/auth/v1/callback`}
                label="Redirect URL to register"
                wrap
              />
            ) : (
              <Skeleton className="h-9 w-full" />
            )}
          </div>
          <Flag
            control={flags}
            name="enabled"
            label="Allow sign-in with this provider"
            isReadOnly={isReadOnly}
          />
          {key === undefined && (
            <FormField
              control={control}
              name="name"
              label="Name"
              description="Apps call signInWithOAuth with custom: and this name."
            >
              {(field) => <Input autoComplete="off" placeholder="acme" {...field} />}
            </FormField>
          )}
          {isCustom && (
            <FormField control={control} name="provider_type" label="Protocol" description={PROTOCOL_HINT}>
              {(field) => <Select options={PROTOCOLS} {...field} disabled={isReadOnly} />}
            </FormField>
          )}
          {isCustom && isOAuth ? (
            <>
              {address('authorization_url', 'Authorization URL')}
              {address('token_url', 'Token URL')}
              {address('userinfo_url', 'User info URL', {
                hint: 'Answers with JSON: sub or id, email, email_verified and name.',
              })}
            </>
          ) : (
            url !== 'none' &&
            address('url', url === 'required' ? 'Address' : 'Address (optional)', { hint: urlHint })
          )}
          <FormField control={control} name="client_id" label="Client ID">
            {(field) => <Input autoComplete="off" readOnly={isReadOnly} {...field} />}
          </FormField>
          <StoredSecretField
            control={control}
            name="secret"
            label="Client secret"
            what="secret"
            isStored={stored?.has_secret}
            isReadOnly={isReadOnly}
          />
          {isCustom && (
            <Disclosure summary="Name, scopes and PKCE" isWrong={form.formState.errors.scopes !== undefined}>
              <div className="flex flex-col gap-4 pt-3">
                <FormField
                  control={control}
                  name="display_name"
                  label="Display name (optional)"
                  description="Shown in the dashboard."
                >
                  {(field) => <Input autoComplete="off" readOnly={isReadOnly} {...field} />}
                </FormField>
                <FormField control={control} name="scopes" label="Scopes" description="Separated by spaces.">
                  {(field) => (
                    <Input autoComplete="off" readOnly={isReadOnly} spellCheck={false} {...field} />
                  )}
                </FormField>
                <Flag
                  control={flags}
                  name="pkce_enabled"
                  label="Use PKCE"
                  description="Turn it off only for a provider that refuses it."
                  isReadOnly={isReadOnly}
                />
                <Flag
                  control={flags}
                  name="email_optional"
                  label="Accept people without an email address"
                  isReadOnly={isReadOnly}
                />
              </div>
            </Disclosure>
          )}
          {hasIdTokens !== false && !(isCustom && isOAuth) && (
            <Disclosure
              summary="Apps that sign in with an ID token"
              isWrong={form.formState.errors.additional_client_ids !== undefined}
            >
              <div className="flex flex-col gap-4 pt-3">
                <FormField
                  control={control}
                  name="additional_client_ids"
                  label="Further client IDs"
                  description="One per line, such as those of mobile apps."
                >
                  {(field) => <TextArea rows={3} mono readOnly={isReadOnly} spellCheck={false} {...field} />}
                </FormField>
                <Flag
                  control={flags}
                  name="skip_nonce_check"
                  label="Accept ID tokens without checking their nonce"
                  description="Only for apps that cannot send one: a stolen token can then be used again."
                  isReadOnly={isReadOnly}
                />
              </div>
            </Disclosure>
          )}
        </DialogBody>
        <RemovableFooter
          removal={
            key === undefined || !stored
              ? undefined
              : {
                  title: `Remove ${name}`,
                  confirmLabel: 'Remove provider',
                  consequences:
                    'Its secret is deleted, and nobody can sign in with it. Users stay signed in, and can still sign in by email, if that is allowed.',
                  onConfirm: () => mutateAsync({ providers: { [key]: null } }),
                }
          }
          refusal={refusal}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}

function Flag({
  control,
  name,
  label,
  description,
  isReadOnly,
}: {
  control: Control<ProviderInputs>
  name: 'enabled' | 'skip_nonce_check' | 'pkce_enabled' | 'email_optional'
  label: string
  description?: string
  isReadOnly: boolean
}) {
  const { field } = useController({ control, name })
  return (
    <Checkbox
      label={label}
      description={description}
      checked={field.value}
      onCheckedChange={field.onChange}
      onBlur={field.onBlur}
      disabled={isReadOnly}
    />
  )
}
