import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'

/** Every page of the dashboard and what to wait for on it. */
export const pages = ({ slug }: Organization, { ref, name }: Project) => [
  { path: '/organizations', sees: 'Organizations' },
  { path: '/new', sees: 'Create' },
  { path: `/new/${slug}`, sees: 'Create a new project' },
  { path: `/org/${slug}`, sees: name },
  { path: `/org/${slug}/team`, sees: 'Invite members' },
  { path: `/org/${slug}/usage`, sees: 'Database size' },
  { path: `/org/${slug}/billing`, sees: 'Current plan' },
  { path: `/org/${slug}/general`, sees: 'Delete' },
  { path: `/org/${slug}/security`, sees: 'Require multi-factor authentication' },
  { path: `/org/${slug}/documents`, sees: 'Third-party licences' },
  { path: `/project/${ref}`, sees: 'Next steps' },
  { path: `/project/${ref}/sql`, sees: 'New SQL snippet' },
  { path: `/project/${ref}/sql/new`, sees: 'Results appear here' },
  { path: `/project/${ref}/sql/templates`, sees: 'Show version' },
  { path: `/project/${ref}/sql/quickstarts`, sees: 'Countries' },
  { path: `/project/${ref}/storage/files`, sees: 'Create a file bucket' },
  { path: `/project/${ref}/storage/files/policies`, sees: 'Policies under storage.buckets' },
  { path: `/project/${ref}/storage/settings`, sees: 'S3 access keys' },
  { path: `/org/${slug}/audit`, sees: 'Make an organization' },
  { path: '/account/me', sees: 'Current password' },
  { path: '/account/security', sees: 'Sessions' },
  { path: '/account/tokens', sees: 'Personal access tokens' },
  { path: '/account/appearance', sees: 'Classic Dark' },
  { path: '/account/audit', sees: 'Make an account' },
  { path: '/docs/operate', sees: 'Behind a proxy' },
  { path: `/support/new?projectRef=${ref}`, sees: 'generated_at' },
  { path: '/status', sees: 'Answering' },
  { path: '/nowhere', sees: 'exist' },
]
