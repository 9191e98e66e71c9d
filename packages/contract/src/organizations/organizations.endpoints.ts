import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import {
  NewOrganization,
  Organization,
  OrganizationChanges,
  OrganizationParams,
} from './organizations.schema.ts'

export const listOrganizations = endpoint({
  name: 'listOrganizations',
  method: 'GET',
  path: '/platform/organizations',
  summary: 'The organizations the caller belongs to, by name',
  response: z.array(Organization),
})

export const createOrganization = endpoint({
  name: 'createOrganization',
  method: 'POST',
  path: '/platform/organizations',
  summary: 'Create an organization owned by the caller',
  body: NewOrganization,
  response: Organization,
  status: 201,
  audit: { title: 'Create an organization', keeps: ['name'] },
})

export const getOrganization = endpoint({
  name: 'getOrganization',
  method: 'GET',
  path: '/platform/organizations/:slug',
  summary: 'One organization',
  params: OrganizationParams,
  response: Organization,
})

export const updateOrganization = endpoint({
  name: 'updateOrganization',
  method: 'PATCH',
  path: '/platform/organizations/:slug',
  summary: 'Rename an organization, which keeps its slug, or change what it shares with an AI endpoint',
  params: OrganizationParams,
  body: OrganizationChanges,
  response: Organization,
  audit: { title: 'Change an organization', keeps: ['name', 'opt_in_tags'] },
})

export const deleteOrganization = endpoint({
  name: 'deleteOrganization',
  method: 'DELETE',
  path: '/platform/organizations/:slug',
  summary: 'Delete an organization that has no projects left',
  params: OrganizationParams,
  response: Done,
  audit: { title: 'Delete an organization' },
})
