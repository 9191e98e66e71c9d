import { addAddon, listAddons, listAddonUse, removeAddon } from '@basalt/contract/addons/addons.endpoints.ts'
import { addons } from '@basalt/contract/addons/addons.rules.ts'
import type { ProjectAddons } from '@basalt/contract/addons/addons.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, isInTransition } from '@basalt/contract/projects/status.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { AddonStore } from './addons.store.ts'

interface Deps {
  gates: Gates
  store: AddonStore
  hasIpv6(): boolean
  /** Applies the setting to the project's direct connection, by a restart if its database is running. */
  apply(ref: string, isRunning: boolean): Promise<void>
}

const [ipv4] = addons

/** Optional features of a project, independent of its plan. */
export const addonRoutes =
  ({ gates, store, hasIpv6, apply }: Deps) =>
  async (app: FastifyInstance) => {
    const addonsOf = async (ref: string): Promise<ProjectAddons> => ({
      ref,
      selected_addons: (await store.hasIpv4(ref)) ? [{ type: ipv4.type, variant: ipv4.variants[0] }] : [],
      available_addons: addons.map(({ type, name, variants }) => ({ type, name, variants: [...variants] })),
    })
    const switchIpv4 = async ({ ref, status }: Project, isOn: boolean) => {
      if ((await store.hasIpv4(ref)) === isOn) return addonsOf(ref)
      if (!isOn && !hasIpv6())
        throw new AppError(
          'conflict',
          'This machine has no IPv6 address: without IPv4 there would be no direct connection',
        )
      if (isInTransition(status))
        throw new AppError('conflict', 'Wait until the project has started or stopped, then try again')
      await store.setIpv4(ref, isOn)
      await apply(ref, can('restart', status))
      return addonsOf(ref)
    }

    mount(app, listAddons, gates.project(needs.seeProjects), ({ project }) => addonsOf(project.ref))

    mount(app, listAddonUse, gates.organization(needs.readBilling), async ({ organization }) => [
      { type: ipv4.type, name: ipv4.name, ...(await store.countIpv4(organization.id)) },
    ])

    // There is only one add-on with one variant, so the body has nothing to choose.
    mount(app, addAddon, gates.project(needs.changeAddons), ({ project }) => switchIpv4(project, true))

    mount(app, removeAddon, gates.project(needs.changeAddons), ({ project }) => switchIpv4(project, false))
  }
