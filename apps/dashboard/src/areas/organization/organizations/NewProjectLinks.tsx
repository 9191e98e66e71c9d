import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { OrganizationLink } from './OrganizationLink.tsx'

export function NewProjectLinks({ organizations }: { organizations: readonly Organization[] }) {
  return (
    <Card
      title="Looking for a new project?"
      description="Choose the organization it belongs to."
      padded={false}
    >
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {organizations.map((organization) => (
          <li key={organization.id}>
            <OrganizationLink organization={organization} to="/new/$slug" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
