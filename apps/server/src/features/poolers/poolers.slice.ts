import type { GatewayControl } from '@basalt/postgres-gateway/process/gateway-process.ts'
import type { LoginListener } from '@basalt/postgres-gateway/resolver.ts'
import { machineHasIpv6 } from '@basalt/postgres-supervisor/ipv6.ts'
import type { FastifyRequest } from 'fastify'
import { EVERY_ADDRESS, reachableHost } from '../../http/reachable-host.ts'
import type { Platform } from '../../platform/platform.ts'
import { DATABASE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { NetworkAccess } from '../network-access/network-access.port.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import type { ChooseReadDatabase } from '../replicas/replicas.port.ts'
import { dedicatedPoolers } from './dedicated-poolers.ts'
import { dedicatedPortStore } from './dedicated-ports.store.ts'
import { readPoolerLogin } from './pooler-login.ts'
import { poolerMetrics } from './pooler-metrics.ts'
import { poolerResolver } from './pooler-resolver.ts'
import { poolerSettingsStore } from './pooler-settings.store.ts'
import type { PoolerAttempt, Poolers } from './poolers.port.ts'
import { poolerRoutes } from './poolers.routes.ts'
import { roleVerifiers } from './role-verifiers.ts'
import type { RunningPoolers } from './running-poolers.ts'
import { createWakeListener } from './wake-listener.ts'

interface Needs {
  running: RunningPoolers
  network: NetworkAccess
  /** Whether a project's database listens on IPv4. */
  hasIpv4(ref: string): Promise<boolean>
  reportIncident: ReportIncident
  chooseReadDatabase: ChooseReadDatabase
  /** Called for each login that names a project: whether it was admitted. */
  onAttempt(attempt: PoolerAttempt, isIn: boolean): void
}

/** The poolers and their settings. The process opens their ports when it starts. */
export function poolersSlice(
  platform: Platform,
  { running, network, hasIpv4, reportIncident, chooseReadDatabase, onAttempt }: Needs,
) {
  const { gates, config, metadata, bus, engine, databases, projects, log } = platform
  const settings = poolerSettingsStore(metadata)
  const verifiers = roleVerifiers(databases)
  const addressFor = async (ref: string) => {
    const onIpv4 = (await hasIpv4(ref)) || !machineHasIpv6()
    if (EVERY_ADDRESS.includes(config.host))
      return machineHasIpv6() ? { host: '::', ipv6Only: !onIpv4 } : { host: '0.0.0.0' }
    return { host: onIpv4 ? '127.0.0.1' : '::1' }
  }
  const dedicated = dedicatedPoolers({
    bus,
    ports: dedicatedPortStore(metadata),
    range: config.dedicatedPortRange,
    onMoved: (ref, from, to) =>
      void reportIncident(
        ref,
        'project_pooler_port_moved',
        `The dedicated pooler moved from port ${from} to port ${to}.`,
      ),
    settingsOf: settings.find,
    addressFor,
    log: (line) => log.error(line),
  })
  const wakeListener = createWakeListener({ addressOf: (ref) => engine.networkAddress(ref) })
  const onLogin: LoginListener = (login, isIn) => {
    const named = readPoolerLogin(login)
    if (!named) return
    network.countLogin(named.ref, login.remoteAddress, isIn)
    onAttempt({ login, ...named }, isIn)
  }
  const publicAddress = { publicUrl: config.publicUrl }
  const sharedHost = (request: FastifyRequest) =>
    reachableHost(request, { ...publicAddress, listensOn: config.host })
  const dedicatedHost = async (request: FastifyRequest, ref: string) =>
    reachableHost(request, { ...publicAddress, listensOn: (await addressFor(ref)).host })
  return {
    onLogin,
    resolve: poolerResolver({
      projectOf: projects.find,
      settingsOf: settings.find,
      mayConnect: network.mayConnect,
      verifierOf: verifiers.find,
      async endpointOf(ref) {
        const { host, port } = await databases.logins.internal(ref, USER_ROLE)
        return { host, port }
      },
      async readEndpointOf(ref) {
        // Wakes the project first: until then, no replica runs.
        const primary = await databases.logins.internal(ref, USER_ROLE)
        const { identifier, isReplica } = await chooseReadDatabase(ref)
        const { host, port } = isReplica
          ? await databases.logins.internal(ref, USER_ROLE, identifier)
          : primary
        return { host, port }
      },
    }),
    async attach(gateway: GatewayControl) {
      running.attach(gateway)
      await Promise.all([dedicated.attach(gateway), wakeListener.attach(gateway)])
    },
    metrics: async () => poolerMetrics(await running.statistics()),

    disconnect: running.disconnect,
    /** Closes the poolers' idle connections to a database. False when a client uses one. */
    releaseUnused: running.release,
    syncDedicated: dedicated.sync,
    wakeListener: {
      cacheVerifiers: verifiers.cacheAll,
      listen: wakeListener.listen,
      close(ref: string) {
        verifiers.forget(ref)
        return wakeListener.close(ref)
      },
    },
    async addressOf(request, ref, { method, pooler }) {
      if (method === 'direct') return undefined
      if (pooler === 'shared')
        return { host: sharedHost(request), port: running.portOf(method), user: `${USER_ROLE}.${ref}` }
      const port = method === 'transaction' ? dedicated.portOf(ref) : undefined
      return port === undefined
        ? undefined
        : { host: await dedicatedHost(request, ref), port, user: USER_ROLE }
    },

    routes: (app) =>
      app.register(
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
      ),
    close: dedicated.close,
  } satisfies SliceWithPort<Poolers>
}
