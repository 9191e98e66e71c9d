import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayOf } from '../../../lib/dates.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { AiLevelForm } from './AiLevelForm.tsx'
import { DeleteOrganization } from './DeleteOrganization.tsx'
import { organizationQueries } from './organizations.queries.ts'
import { RenameOrganizationForm } from './RenameOrganizationForm.tsx'

export function OrganizationSettings({ slug, tabs }: { slug: string; tabs: ReactNode }) {
  const { data: organization } = useSuspenseQuery(organizationQueries.detail(slug))
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Organization settings" />
      {tabs}
      <RenameOrganizationForm key={slug} organization={organization} />
      <AiLevelForm key={`ai-${slug}`} organization={organization} />
      <Card title="Details">
        <DescriptionList
          items={[
            {
              label: 'Slug',
              value: <code className="text-xs">{organization.slug}</code>,
              copy: organization.slug,
            },
            { label: 'Plan', value: organization.plan.name },
            {
              label: 'Created',
              value: dayOf(organization.created_at),
            },
          ]}
        />
      </Card>
      <DeleteOrganization organization={organization} />
    </div>
  )
}
