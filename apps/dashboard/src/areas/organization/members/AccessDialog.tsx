import type { Member } from '@basalt/contract/members/members.schema.ts'
import {
  type ProjectRole,
  projectRoleIds,
  type Role,
  roles as roleWords,
} from '@basalt/contract/permissions/roles.rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failedWith } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { accessChange, accessFieldsOf, changeOf } from './access-fields.rules.ts'
import { changeAccess, memberQueries } from './members.queries.ts'
import { roleOptions } from './role-options.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import { ScopedProjects } from './ScopedProjects.tsx'

interface Props {
  slug: string
  member: Member
  /** The roles that the user may assign. */
  roles: readonly Role[]
}

export function AccessDialog({
  open,
  onOpenChange,
  ...props
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Access of ${props.member.email}`}>
      <AccessForm {...props} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/**
 * Mounted with the dialog, so that it starts from the current access each time. On a conflict with another change, it
 * displays the error and starts over from the new access.
 */
function AccessForm({ slug, member, roles, close }: Props & { close: () => void }) {
  const [seen, setSeen] = useState(member)
  const [fields, setFields] = useState(() => accessFieldsOf(member))
  const client = useQueryClient()
  const save = useMutation(changeAccess(slug, member.user_id))
  const { scope, role_id, projects } = fields
  const change = (next: Partial<typeof fields>) => setFields({ ...fields, ...next })
  const summary = accessChange(seen, fields)
  const isEmpty = scope === 'projects' && projects.length === 0
  const reason = isEmpty ? 'Choose at least one project' : summary ? undefined : 'Nothing has changed yet'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined && !save.isPending)
      save.mutate(changeOf(seen, fields), { onSuccess: close, onError: reloadMember })
  }
  const reloadMember = async (error: Error) => {
    if (!failedWith(error, 'conflict')) return
    const members = await client.fetchQuery({ ...memberQueries.list(slug), staleTime: 0 })
    const present = members.find(({ user_id }) => user_id === member.user_id)
    if (!present) return
    setSeen(present)
    setFields(accessFieldsOf(present))
  }
  return (
    <form onSubmit={submit} noValidate aria-label={`Access of ${member.email}`}>
      <DialogBody>
        {save.isError && (
          <Callout tone="critical" role="alert">
            {save.error.message}
          </Callout>
        )}
        <ScopeChoice value={scope} onValueChange={(next) => change({ scope: next })} />
        {scope === 'organization' ? (
          <Field label="Role" description={roleWords[role_id].description}>
            <Select
              options={roleOptions(roles)}
              value={role_id}
              onValueChange={(next) => change({ role_id: next })}
            />
          </Field>
        ) : (
          <ScopedProjects
            slug={slug}
            projects={projects}
            onAdd={(project) => change({ projects: [...projects, { ...project, role_id: 'developer' }] })}
            onRemove={(ref) => change({ projects: projects.filter((project) => project.ref !== ref) })}
            aside={({ ref, name, role_id: role }) => (
              <Select
                aria-label={`Role on ${name}`}
                size="sm"
                className="w-36!"
                options={roleOptions<ProjectRole>(projectRoleIds)}
                value={role}
                onValueChange={(next) =>
                  change({
                    projects: projects.map((one) => (one.ref === ref ? { ...one, role_id: next } : one)),
                  })
                }
              />
            )}
          />
        )}
        {summary && !isEmpty && <p role="status">{summary}</p>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" loading={save.isPending} reason={reason}>
          Save access
        </Button>
      </DialogFooter>
    </form>
  )
}
