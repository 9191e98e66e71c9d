import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import type { DedicatedPortStore } from './dedicated-ports.store.ts'
import { countedAs, dedicatedListener } from './pooler-login.ts'
import type { PoolerSettings } from './pooler-settings.store.ts'

/** Where a project's own pooler listens: as its direct connection does. */
export interface DedicatedAddress {
  host: string
  ipv6Only?: boolean
}

interface Deps {
  bus: EventBus
  ports: DedicatedPortStore
  /** Ports of dedicated poolers, which databases do not use. */
  range: { first: number; last: number }
  /** Notifies members that a pooler has moved to another port. */
  onMoved(ref: string, from: number, to: number): void
  settingsOf(ref: string): Promise<PoolerSettings | undefined>
  addressFor(ref: string): Promise<DedicatedAddress>
  log(line: string): void
}

/** Told to those who come, and to those who are there when an organization leaves the plan that has one. */
export const noDedicatedPooler = (ref: string) =>
  new PostgresError('57P01', 'This project has no dedicated pooler on the free plan.', {
    hint: `Connect to the shared pooler as postgres.${ref}, or choose another plan.`,
  })

/**
 * Keeps a port open for each running project whose plan has a pooler of its own. It follows what is told of projects
 * and organizations, and works on one thing at a time, so that no two are given one port.
 */
export function dedicatedPoolers({ bus, ports, range, onMoved, settingsOf, addressFor, log }: Deps) {
  let gateway: GatewayControl | undefined
  let work: Promise<unknown> = Promise.resolve()
  const addresses = new Map<string, string>()

  const close = async (ref: string) => {
    await gateway?.unlisten(dedicatedListener(ref))
    addresses.delete(ref)
  }

  const listen = async (opened: GatewayControl, ref: string, address: DedicatedAddress) => {
    const before = await ports.find(ref)
    const known = before !== undefined && before >= range.first && before <= range.last ? before : undefined
    const taken = await ports.all()
    const free = Array.from({ length: range.last - range.first + 1 }, (_, count) => range.last - count)
    for (const port of [...(known ? [known] : []), ...free.filter((port) => !taken.has(port))])
      try {
        await opened.listen({ name: dedicatedListener(ref), mode: 'transaction', port, ...address })
        if (port !== known) await ports.set(ref, port)
        if (before !== undefined && port !== before) onMoved(ref, before, port)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      }
    throw new Error(`every port from ${range.first} to ${range.last} is in use`)
  }

  const sync = async (ref: string) => {
    if (!gateway) return
    const settings = await settingsOf(ref)
    if (!settings?.hasDedicated) {
      await close(ref)
      return gateway.disconnect(ref, { countedAs: countedAs(ref, 'dedicated') }, noDedicatedPooler(ref))
    }
    const address = await addressFor(ref)
    const wanted = JSON.stringify(address)
    if (addresses.get(ref) === wanted) return
    await close(ref)
    await listen(gateway, ref, address)
    addresses.set(ref, wanted)
  }

  const next = (what: string, task: () => Promise<unknown>) => {
    work = work
      .then(task)
      .catch((error) => log(`The dedicated pooler of ${what}: ${(error as Error).message}`))
    return work
  }

  const unsubscribe = bus.subscribe((audience, event) => {
    if (event.type === 'project' && event.project.status === 'ACTIVE_HEALTHY') {
      const { ref } = event.project
      if (!addresses.has(ref)) void next(ref, () => sync(ref))
    }
    if (event.type === 'project_removed') void next(event.ref, async () => close(event.ref))
    if (event.type === 'organization' && 'organizationId' in audience) void syncAll(audience.organizationId)
  })

  /** Of an organization, or of all. */
  const syncAll = (organizationId?: string) =>
    next('an organization', async () => {
      for (const ref of await ports.candidates(organizationId))
        await sync(ref).catch((error) => log(`The dedicated pooler of ${ref}: ${(error as Error).message}`))
    })

  return {
    /** Opens the ports of all that run. */
    async attach(opened: GatewayControl) {
      gateway = opened
      await syncAll()
    },

    /** Looks again at a project, as after its add-ons have changed. */
    sync: (ref: string) => next(ref, () => sync(ref)),

    /** Undefined while it does not listen. */
    portOf: (ref: string): number | undefined => gateway?.ports[dedicatedListener(ref)],

    async close() {
      unsubscribe()
      await work
    },
  }
}
