import {
  createOrganization as createOrganizationCall,
  deleteOrganization as deleteOrganizationCall,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import type {
  Organization,
  OrganizationChanges,
} from '@basalt/contract/organizations/organizations.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { replaceQueryData } from '../../../api/replace-query-data.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'

export const organizationQueries = {
  all: ['organizations'] as const,
  list: () =>
    queryOptions({
      queryKey: [...organizationQueries.all, 'list'],
      queryFn: ({ signal }) => call(listOrganizations, {}, signal),
    }),
  detail: (slug: string) =>
    queryOptions({
      queryKey: [...organizationQueries.all, 'detail', slug],
      queryFn: ({ signal }) => call(getOrganization, { params: { slug } }, signal),
    }),
}

const cacheOrganization = async (client: QueryClient, organization: Organization) => {
  await replaceQueryData(client, organizationQueries.detail(organization.slug).queryKey, organization)
  return client.invalidateQueries({ queryKey: organizationQueries.list().queryKey })
}

export const createOrganization = mutationOptions({
  mutationFn: (body: { name: string }) => call(createOrganizationCall, { body }),
  onSuccess: (organization, _body, _result, { client }) =>
    Promise.all([
      cacheOrganization(client, organization),
      // Otherwise the next page would have no permissions in it.
      client.invalidateQueries({ queryKey: permissionQueries.all }),
    ]),
})

export const changeOrganization = mutationOptions({
  mutationFn: ({ slug, ...body }: { slug: string } & OrganizationChanges) =>
    call(updateOrganization, { params: { slug }, body }),
  onSuccess: (organization, _input, _result, { client }) => cacheOrganization(client, organization),
})

export const deleteOrganization = mutationOptions({
  mutationFn: (slug: string) => call(deleteOrganizationCall, { params: { slug } }),
  onSuccess: (_done, slug, _result, { client }) => {
    client.removeQueries({ queryKey: organizationQueries.detail(slug).queryKey })
    return client.invalidateQueries({ queryKey: organizationQueries.list().queryKey })
  },
})
