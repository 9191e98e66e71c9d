import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import type { DedicatedPortStore } from './dedicated-ports.store.ts'
import { dedicatedListener, quotaGroup } from './pooler-login.ts'
import type { PoolerSettings } from './pooler-settings.store.ts'

/** The address that a project's own pooler listens on: that of its direct connection. */
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

/** The error for clients when the organization is on a plan without a dedicated pooler. */
export const noDedicatedPooler = (ref: string) =>
  new PostgresError('57P01', 'This project has no dedicated pooler on the free plan.', {
    hint: `Connect to the shared pooler as postgres.${ref}, or choose another plan.`,
  })

/**
 * Keeps a port open for each running project whose plan has a dedicated pooler. It follows the events of projects and
 * organizations, one at a time, so that no two projects get the same port.
 */
export function dedicatedPoolers({ bus, ports, range, onMoved, settingsOf, addressFor, log }: Deps) {
  let gateway: GatewayControl | undefined
  let work: Promise<unknown> = Promise.resolve()
  const addresses = new Map<string, string>()

  const close = async (ref: string) => {
    await gateway?.unlisten(dedicatedListener(ref))
    addresses.delete(ref)
  }

  const listen = async (attached: GatewayControl, ref: string, address: DedicatedAddress) => {
    const previous = await ports.find(ref)
    const inRange =
      previous !== undefined && previous >= range.first && previous <= range.last ? previous : undefined
    const taken = await ports.all()
    const free = Array.from({ length: range.last - range.first + 1 }, (_, count) => range.last - count)
    for (const port of [...(inRange ? [inRange] : []), ...free.filter((port) => !taken.has(port))])
      try {
        await attached.listen({ name: dedicatedListener(ref), mode: 'transaction', port, ...address })
        if (port !== inRange) await ports.set(ref, port)
        if (previous !== undefined && port !== previous) onMoved(ref, previous, port)
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
      return gateway.disconnect(
        ref,
        { quotaGroup: quotaGroup({ ref, via: 'dedicated' }) },
        noDedicatedPooler(ref),
      )
    }
    const address = await addressFor(ref)
    const key = JSON.stringify(address)
    if (addresses.get(ref) === key) return
    await close(ref)
    await listen(gateway, ref, address)
    addresses.set(ref, key)
  }

  const enqueue = (what: string, task: () => Promise<unknown>) => {
    work = work
      .then(task)
      .catch((error) => log(`The dedicated pooler of ${what}: ${(error as Error).message}`))
    return work
  }

  const unsubscribe = bus.subscribe((audience, event) => {
    if (event.type === 'project' && event.project.status === 'ACTIVE_HEALTHY') {
      const { ref } = event.project
      if (!addresses.has(ref)) void enqueue(ref, () => sync(ref))
    }
    if (event.type === 'project_removed') void enqueue(event.ref, async () => close(event.ref))
    if (event.type === 'organization' && 'organizationId' in audience) void syncAll(audience.organizationId)
  })

  /** Of an organization, or of all. */
  const syncAll = (organizationId?: string) =>
    enqueue('an organization', async () => {
      for (const ref of await ports.candidates(organizationId))
        await sync(ref).catch((error) => log(`The dedicated pooler of ${ref}: ${(error as Error).message}`))
    })

  return {
    /** Opens the ports of all running projects. */
    async attach(attached: GatewayControl) {
      gateway = attached
      await syncAll()
    },

    /** Checks a project again, such as after a change of its add-ons. */
    sync: (ref: string) => enqueue(ref, () => sync(ref)),

    /** Undefined while it does not listen. */
    portOf: (ref: string): number | undefined => gateway?.ports[dedicatedListener(ref)],

    async close() {
      unsubscribe()
      await work
    },
  }
}
