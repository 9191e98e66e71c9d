import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'
import type { Notice } from '../notifications/notifications.port.ts'

/** The notice to the owner of the installation when few database ports are left. */
export const portsNotice = ({ total, free }: { total: number; free: number }): Notice => ({
  name: 'few_ports_left',
  priority: 'Warning',
  title: 'Few database ports are left',
  message: `${free} of ${total} ports belong to no project. Set a wider BASALT_DB_PORT_RANGE before they run out: without a port, no project can be created.`,
  actions: [{ label: 'Server settings', url: '/docs/operate' }],
  key: `ports:${total}`,
})

export interface PortCount {
  total: number
  /** Ports that belong to no project. */
  free: number
}

/** The range is nearly full when at most this many ports are left, or this share of a small range. */
export const FEW_PORTS = 20
const FEW_PORTS_SHARE = 0.1

export const isNearlyFull = ({ total, free }: PortCount) =>
  free <= Math.min(FEW_PORTS, Math.ceil(total * FEW_PORTS_SHARE))

interface Deps {
  engine: Pick<Engine, 'ports'>
  /** Notifies the owner of the installation that few ports are left. */
  notify(ports: PortCount): Promise<void>
  onError(error: unknown): void
}

/** Checks that there is a port for another database. */
export function portCapacity({ engine, notify, onError }: Deps) {
  return {
    /** Throws `conflict` when every port belongs to a project, and notifies the owner before that happens. */
    check() {
      const ports = engine.ports()
      if (ports.free === 0)
        throw new AppError(
          'conflict',
          `All ${ports.total} database ports of this installation belong to projects. Delete a project, or ask the operator for a wider BASALT_DB_PORT_RANGE.`,
        )
      if (isNearlyFull(ports)) void notify(ports).catch(onError)
    },
  }
}
