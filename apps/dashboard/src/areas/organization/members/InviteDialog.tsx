import type { CreatedInvitation } from '@basalt/contract/members/members.schema.ts'
import { type Role, roles as roleWords } from '@basalt/contract/permissions/roles.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { InvitationLinks } from './InvitationLinks.tsx'
import { emptyInvitation, InvitationFields, invitationBody } from './invitation-fields.schema.ts'
import { inviteMembers } from './members.queries.ts'
import { roleOptions } from './role-options.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import { ScopedProjects } from './ScopedProjects.tsx'

export function InviteDialog({
  slug,
  roles,
  open,
  onOpenChange,
}: {
  slug: string
  /** The roles that the user may assign. */
  roles: readonly Role[]
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Invite members">
      <Steps slug={slug} roles={roles} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes the links from memory. */
function Steps({ slug, roles, close }: { slug: string; roles: readonly Role[]; close: () => void }) {
  const [created, setCreated] = useState<readonly CreatedInvitation[]>()
  return created === undefined ? (
    <InviteForm slug={slug} roles={roles} onCreated={setCreated} close={close} />
  ) : (
    <InvitationLinks invitations={created} close={close} />
  )
}

const describeError = formFailure<InvitationFields>(['emails', 'role_id'])

function InviteForm({
  slug,
  roles,
  onCreated,
  close,
}: {
  slug: string
  roles: readonly Role[]
  onCreated: (invitations: readonly CreatedInvitation[]) => void
  close: () => void
}) {
  const { mutateAsync } = useMutation(inviteMembers(slug))
  const form = useForm({ resolver: zodResolver(InvitationFields), defaultValues: emptyInvitation })
  const { role_id, scope, projects } = form.watch()
  const setProjects = (next: InvitationFields['projects']) =>
    form.setValue('projects', next, { shouldValidate: form.formState.isSubmitted })
  return (
    <Form
      form={form}
      bare
      aria-label="Invite members"
      describeError={describeError}
      onSubmit={async (fields) => onCreated(await mutateAsync(invitationBody(fields)))}
    >
      <DialogBody>
        <FormError />
        <FormField
          control={form.control}
          name="emails"
          label="Email addresses"
          description="Separated by commas or line breaks."
        >
          {(field) => <TextArea rows={2} placeholder="name@example.com" {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="role_id"
          label="Role"
          description={roleWords[role_id].description}
        >
          {(field) => <Select options={roleOptions(roles)} {...field} />}
        </FormField>
        <ScopeChoice value={scope} onValueChange={(next) => form.setValue('scope', next)} />
        {scope === 'projects' && (
          <ScopedProjects
            slug={slug}
            projects={projects}
            onAdd={(project) => setProjects([...projects, project])}
            onRemove={(ref) => setProjects(projects.filter((project) => project.ref !== ref))}
            error={form.formState.errors.projects?.message}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Create invitation</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
