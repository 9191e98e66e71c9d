import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'
import { isNearlyFull, type PortCount } from './port-room.rules.ts'

interface Deps {
  engine: Pick<Engine, 'ports'>
  /** Notifies the owner of the installation that few ports are left. */
  tell(ports: PortCount): Promise<void>
  onError(error: unknown): void
}

/** Whether there is a port for one more database. */
export function portRoom({ engine, tell, onError }: Deps) {
  return {
    /** Throws `conflict` when every port belongs to a project, and notifies the owner before that happens. */
    check() {
      const ports = engine.ports()
      if (ports.free === 0)
        throw new AppError(
          'conflict',
          `All ${ports.total} database ports of this installation belong to projects. Delete a project, or ask the operator for a wider BASALT_DB_PORT_RANGE.`,
        )
      if (isNearlyFull(ports)) void tell(ports).catch(onError)
    },
  }
}
