import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance } from 'fastify'
import type { InstanceAccess } from './features/instances/instance-access.ts'
import type { ProjectSetup } from './features/instances/project-setup.ts'
import type { ProjectStatuses } from './features/instances/project-statuses.ts'
import { sessionLooks } from './features/instances/session-look.ts'
import { type Doorman, sleepingInstances } from './features/instances/sleeping-instances.ts'
import type { WorkQueue } from './features/instances/work-queue.ts'
import { idleWatch } from './features/sleep/idle-watch.ts'
import { sleepRoutes } from './features/sleep/sleep.routes.ts'
import { sleepStore } from './features/sleep/sleep.store.ts'
import type { Gates } from './http/gate.ts'
import type { Metadata } from './platform/metadata/metadata.ts'
import type { InstanceDoors } from './platform/project-databases/instance-doors.ts'

interface Deps {
  app: FastifyInstance
  metadata: Metadata
  engine: Engine
  statuses: ProjectStatuses
  setup: ProjectSetup
  queue: WorkQueue
  doors: InstanceDoors
  access: InstanceAccess
  doorman: Doorman
  letGo(ref: string): Promise<boolean>
  now: () => Date
}

/** Projects that nobody uses fall asleep, and wake with the first call. */
export function composeSleep({ app, metadata, access, now, ...instances }: Deps) {
  const store = sleepStore(metadata)
  const onError = (error: unknown, ref?: string) => app.log.error({ err: error, ref }, 'Sleeping failed')
  const sleeping = sleepingInstances({
    ...instances,
    isDeserted: (ref) => watch.isDeserted(ref),
    onError,
  })
  const watch = idleWatch({
    ...sessionLooks(access),
    now,
    onError,
    awake: store.awake,
    fallAsleep: sleeping.fallAsleep,
  })
  app.addHook('onClose', watch.close)
  return {
    sleeping,
    watch,
    register: async (gates: Gates) =>
      void (await app.register(
        sleepRoutes({
          gates,
          store,
          // The user asks for it now, so earlier activity must not keep it awake.
          async fallAsleep(ref) {
            await watch.refresh(ref)
            return sleeping.fallAsleep(ref)
          },
        }),
      )),
  }
}
