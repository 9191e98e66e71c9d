import pLimit from 'p-limit'
import { openConnections } from '../../platform/outgoing-requests/exchange.ts'
import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import { projectWorkers } from '../../platform/project-workers.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Branches } from '../branches/branches.port.ts'
import { PROBE_MS, PROBES_AT_ONCE } from './http-requests.rules.ts'
import { httpRequestStore } from './http-requests.store.ts'
import { hasRequests } from './request-queue.ts'
import { requestSender } from './request-sender.ts'
import { sendRequest, unsent } from './send-request.ts'

/**
 * Sends the HTTP requests that SQL asks for with the functions of the schema `net`. Whether a project makes requests is
 * known only from its database, so each one that is awake is looked at now and then. Those of a branch are not sent unless it
 * is allowed to.
 */
export function httpRequestsSlice(
  { config, metadata, databases, projects, bus, now, failed }: Platform,
  { sendsRequests }: Pick<Branches, 'sendsRequests'>,
) {
  const store = httpRequestStore(metadata)
  const onFailed = failed('Sending the HTTP requests of a database failed')
  const connections = openConnections()
  const reach = publicAnd(config.privateNetworks.requests)
  const workers = projectWorkers({
    databases,
    projects,
    bus,
    now,
    onFailed,
    wakes: store,
    refs: store.refs,
    open: (ref, tools) =>
      requestSender({
        ...tools,
        async send(request, signal) {
          if (!(await sendsRequests(ref))) return unsent(request)
          return sendRequest(request, { connections, reach, signal })
        },
        now,
      }),
    nextDue: async () => async (client) => ((await hasRequests(client)) ? now() : undefined),
  })
  const probe = singleFlight(async () => {
    const limit = pLimit(PROBES_AT_ONCE)
    const idle = (await store.awake()).filter((ref) => !workers.isRunning(ref))
    await Promise.all(
      idle.map((ref) =>
        limit(async () => {
          if (await databases.asAdmin.keptSessionIfAwake(ref, hasRequests)) workers.refresh(ref)
        }).catch((error) => onFailed(error, ref)),
      ),
    )
  })
  let timer: NodeJS.Timeout | undefined
  const start = async () => {
    await workers.start()
    timer = setInterval(() => void probe.run().catch(onFailed), PROBE_MS).unref()
  }
  return {
    requests: { ...workers, start, probe: probe.run },
    start: (resumed) => void resumed.then(start).catch(onFailed),
    release: workers.release,
    forget: workers.forget,
    async close() {
      clearInterval(timer)
      await probe.idle()
      await workers.close()
      connections.close()
    },
  } satisfies SliceWithPort
}
