import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { NewOrganizationForm } from './NewOrganizationForm.tsx'
import { NewProjectLinks } from './NewProjectLinks.tsx'

/** Where everything begins: the first organization, and from then on a choice of where a new project goes. */
export function NewPage({
  organizations,
  mayCreate,
  mayCreateProjects,
  onCreated,
}: {
  organizations: readonly Organization[]
  mayCreate: boolean
  mayCreateProjects: boolean
  onCreated: (organization: Organization) => void
}) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-6 px-4 py-10 sm:px-6">
      <PageHeader
        title={organizations.length === 0 ? 'Create your organization' : 'Create a new organization'}
        description="An organization holds projects and the people who work on them."
      />
      {mayCreate ? (
        <NewOrganizationForm onCreated={onCreated} />
      ) : (
        <Callout title="This installation does not let its users make organizations">
          Ask its owner to add you to an organization.
        </Callout>
      )}
      {mayCreateProjects && organizations.length > 0 && <NewProjectLinks organizations={organizations} />}
    </div>
  )
}
