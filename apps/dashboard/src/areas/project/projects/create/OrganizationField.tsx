import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { organizationQueries } from '../../../organization/organizations/organizations.queries.ts'

/** Whose project it becomes. Choosing another organization changes the address and keeps the form. */
export function OrganizationField({ slug }: { slug: string }) {
  const { data: organizations } = useSuspenseQuery(organizationQueries.list())
  const navigate = useNavigate()
  if (organizations.length < 2) return null
  return (
    <Field label="Organization">
      <Select
        options={organizations.map((one) => ({ value: one.slug, label: one.name }))}
        value={slug}
        onValueChange={(next) => navigate({ to: '/new/$slug', params: { slug: next }, replace: true })}
      />
    </Field>
  )
}
