import { addAddon, listAddons, removeAddon } from '@basalt/contract/addons/addons.endpoints.ts'
import { addons } from '@basalt/contract/addons/addons.rules.ts'
import type { ProjectAddons } from '@basalt/contract/addons/addons.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { AddonStore } from './addons.store.ts'

interface Deps {
  gates: Gates
  store: AddonStore
  /** Lets the direct connection of a project listen on IPv4, or no longer. */
  applyIpv4(ref: string, isOn: boolean): Promise<void>
}

const [ipv4] = addons

/** What a project has besides its plan. */
export const addonRoutes =
  ({ gates, store, applyIpv4 }: Deps) =>
  async (app: FastifyInstance) => {
    const addonsOf = async (ref: string): Promise<ProjectAddons> => ({
      ref,
      selected_addons: (await store.hasIpv4(ref)) ? [{ type: ipv4.type, variant: ipv4.variants[0] }] : [],
      available_addons: addons.map(({ type, name, variants }) => ({ type, name, variants: [...variants] })),
    })
    const switchIpv4 = async (ref: string, isOn: boolean) => {
      if ((await store.hasIpv4(ref)) !== isOn) {
        await applyIpv4(ref, isOn)
        await store.setIpv4(ref, isOn)
      }
      return addonsOf(ref)
    }

    mount(app, listAddons, gates.project(needs.seeProjects), ({ project }) => addonsOf(project.ref))

    // There is one add-on of one kind, so that naming it is all there is to choose.
    mount(app, addAddon, gates.project(needs.changeAddons), ({ project }) => switchIpv4(project.ref, true))

    mount(app, removeAddon, gates.project(needs.changeAddons), ({ project }) =>
      switchIpv4(project.ref, false),
    )
  }
