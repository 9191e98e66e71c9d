import type { CheckedWay } from '@basalt/contract/connect/connect.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import type { LoginWatch } from '@basalt/postgres-gateway/resolver.ts'
import { machineHasIpv6 } from '@basalt/postgres-supervisor/cluster/access-rules.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { addonRoutes } from './features/addons/addons.routes.ts'
import { addonStore } from './features/addons/addons.store.ts'
import { instanceRules } from './features/instances/access-rules.ts'
import { DATABASE, type InstanceAccess, USER_ROLE } from './features/instances/instance-access.ts'
import type { LifecycleDeps } from './features/instances/lifecycle.ts'
import { roleVerifiers } from './features/instances/role-verifiers.ts'
import { connectionCheck, plainAddress } from './features/network-access/may-connect.ts'
import { networkAccessRoutes } from './features/network-access/network-access.routes.ts'
import { networkAccessStore } from './features/network-access/network-access.store.ts'
import { networkBanStore } from './features/network-access/network-bans.store.ts'
import { networkBans } from './features/network-access/network-bans.ts'
import { dedicatedPoolers } from './features/poolers/dedicated-poolers.ts'
import { dedicatedPortStore } from './features/poolers/dedicated-ports.store.ts'
import { doormanOf } from './features/poolers/doorman.ts'
import { readPoolerLogin } from './features/poolers/pooler-login.ts'
import { poolerResolver } from './features/poolers/pooler-resolver.ts'
import { poolerSettingsStore } from './features/poolers/pooler-settings.store.ts'
import { poolerRoutes } from './features/poolers/poolers.routes.ts'
import { runningPoolers } from './features/poolers/running-poolers.ts'
import type { Gates } from './http/gate.ts'
import { EVERY_ADDRESS, reachableHost } from './http/reachable-host.ts'
import type { EventBus } from './platform/event-bus.ts'
import type { Metadata } from './platform/metadata/metadata.ts'

interface Deps {
  app: FastifyInstance
  config: Config
  metadata: Metadata
  bus: EventBus
  engine: Engine
  access: InstanceAccess
  now: () => Date
  projectOf(ref: string): Promise<Project | undefined>
  /** Notifies members of what happened to a project in the background. */
  report: LifecycleDeps['report']
}

export type Poolers = ReturnType<typeof composePoolers>

/**
 * How a project's database is connected to from outside: the poolers, what members set for them, and who may connect
 * at all. The poolers listen where the process starts.
 */
export function composePoolers(deps: Deps) {
  const { app, config, metadata, bus, engine, access, now, projectOf, report } = deps
  const settings = poolerSettingsStore(metadata)
  const network = networkAccessStore(metadata)
  const addons = addonStore(metadata)
  const log = (line: string) => app.log.error(line)
  const bans = networkBans({ store: networkBanStore(metadata), now, log })
  app.addHook('onClose', bans.close)
  const verifiers = roleVerifiers(access)
  const running = runningPoolers(config.poolerPorts)
  const rules = instanceRules({
    engine,
    access,
    disconnect: running.disconnect,
    async rulesOf(ref) {
      const [ipv4, { ssl_enforced, allowed_cidrs }] = await Promise.all([
        addons.hasIpv4(ref),
        network.of(ref),
      ])
      return { ipv4, isEncryptedOnly: ssl_enforced, ...(allowed_cidrs && { allowedCidrs: allowed_cidrs }) }
    },
  })
  const isEverywhere = EVERY_ADDRESS.includes(config.host)
  const addressFor = async (ref: string) => {
    const hasIpv4 = (await addons.hasIpv4(ref)) || !machineHasIpv6()
    if (isEverywhere) return machineHasIpv6() ? { host: '::', ipv6Only: !hasIpv4 } : { host: '0.0.0.0' }
    return { host: hasIpv4 ? '127.0.0.1' : '::1' }
  }
  const dedicated = dedicatedPoolers({
    bus,
    ports: dedicatedPortStore(metadata),
    range: config.dedicatedPortRange,
    onMoved: (ref, from, to) =>
      void report(
        ref,
        'project_pooler_port_moved',
        `The dedicated pooler moved from port ${from} to port ${to}.`,
      ),
    settingsOf: settings.find,
    addressFor,
    log,
  })
  app.addHook('onClose', dedicated.close)
  const doorman = doormanOf({ whereaboutsOf: (ref) => engine.whereabouts(ref) })

  const onLogin: LoginWatch = (login, isIn) => {
    const ref = readPoolerLogin(login)?.ref
    if (ref !== undefined) bans[isIn ? 'succeed' : 'fail'](ref, plainAddress(login.remoteAddress))
  }
  const reach = { publicUrl: config.publicUrl }
  const sharedHost = (request: FastifyRequest) => reachableHost(request, { ...reach, listensOn: config.host })
  const dedicatedHost = async (request: FastifyRequest, ref: string) =>
    reachableHost(request, { ...reach, listensOn: (await addressFor(ref)).host })
  return {
    onLogin,
    resolve: poolerResolver({
      projectOf,
      settingsOf: settings.find,
      mayConnect: connectionCheck({ rulesOf: network.of, isBanned: bans.isBanned }),
      verifierOf: verifiers.find,
      async endpointOf(ref) {
        const { host, port } = await access.target(ref, USER_ROLE)
        return { host, port }
      },
    }),
    /** Of who may connect; before an instance is started. */
    handRules: rules.hand,
    /** Ends what goes through the poolers to a project whose database is about to stop, or only as one of its roles. */
    disconnect: running.disconnect,
    /** Closes the poolers' connections to a database that nobody uses. False when somebody does. */
    release: running.release,
    statistics: running.statistics,
    doorman: {
      learn: verifiers.learn,
      stand: doorman.stand,
      leave(ref: string) {
        verifiers.forget(ref)
        return doorman.leave(ref)
      },
    },
    async attach(gateway: GatewayControl) {
      running.attach(gateway)
      await Promise.all([dedicated.attach(gateway), doorman.attach(gateway)])
    },

    /** The address and login of a pooler for this request's client; undefined when there is none. */
    async placeOf(request: FastifyRequest, ref: string, { method, pooler }: CheckedWay) {
      if (method === 'direct') return undefined
      if (pooler === 'shared')
        return { host: sharedHost(request), port: running.portOf(method), user: `${USER_ROLE}.${ref}` }
      const port = method === 'transaction' ? dedicated.portOf(ref) : undefined
      return port === undefined
        ? undefined
        : { host: await dedicatedHost(request, ref), port, user: USER_ROLE }
    },

    async register(gates: Gates, restart: (ref: string) => Promise<unknown>) {
      await app.register(
        poolerRoutes({
          gates,
          settings,
          database: { name: DATABASE, user: USER_ROLE },
          sharedHost,
          dedicatedHost,
          portOf: running.portOf,
          dedicatedPortOf: dedicated.portOf,
          activityOf: running.activityOf,
          isSslEnforced: async (ref) => (await network.of(ref)).ssl_enforced,
          disconnect: running.disconnect,
        }),
      )
      await app.register(networkAccessRoutes({ gates, store: network, bans, apply: rules.apply }))
      await app.register(
        addonRoutes({
          gates,
          store: addons,
          hasIpv6: machineHasIpv6,
          async apply(ref, isRunning) {
            await rules.hand(ref)
            await dedicated.sync(ref)
            if (isRunning) await restart(ref)
          },
        }),
      )
    },
  }
}
