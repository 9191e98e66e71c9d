import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OrganizationParams } from '../organizations/organizations.schema.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { AddonChoice, AddonParams, AddonUse, ProjectAddons } from './addons.schema.ts'

export const listAddons = endpoint({
  name: 'listAddons',
  method: 'GET',
  path: '/platform/projects/:ref/billing/addons',
  summary: "A project's add-ons and those available to it",
  params: ProjectParams,
  response: ProjectAddons,
})

export const addAddon = endpoint({
  name: 'addAddon',
  method: 'POST',
  path: '/platform/projects/:ref/billing/addons',
  summary: 'Give a project an add-on; IPv4 restarts its database',
  params: ProjectParams,
  body: AddonChoice,
  response: ProjectAddons,
  audit: { title: 'Give a project an add-on', keeps: ['addon_type', 'addon_variant'] },
})

export const removeAddon = endpoint({
  name: 'removeAddon',
  method: 'DELETE',
  path: '/platform/projects/:ref/billing/addons/:variant',
  summary: 'Take an add-on from a project; IPv4 restarts its database',
  params: AddonParams,
  response: ProjectAddons,
  audit: { title: 'Take an add-on from a project' },
})

export const listAddonUse = endpoint({
  name: 'listAddonUse',
  method: 'GET',
  path: '/platform/organizations/:slug/billing/addons',
  summary: 'How many projects of an organization have each add-on',
  params: OrganizationParams,
  response: z.array(AddonUse),
})
