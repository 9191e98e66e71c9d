import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createGateway, type Gateway } from '@basalt/postgres-gateway/gateway.ts'
import type { PoolMode, Resolver } from '@basalt/postgres-gateway/resolver.ts'
import {
  makeSelfSignedCertificate,
  type TlsIdentity,
} from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'
import { CERTIFICATE_NAMES, POOLER_TIMES, PORTS_TRIED } from './poolers.rules.ts'

const OWNER_ONLY = 0o600

interface Options {
  host: string
  ports: Record<PoolMode, number>
  /** Where key and certificate lie, `pooler.key` and `pooler.crt`; both are made when there are none. */
  keysDir: string
  resolve: Resolver
  log: (line: string) => void
}

/**
 * Opens the shared poolers of all projects. A port that is taken is no reason not to start: the next free one is
 * used, and `ports` of the answer tells which. @throws Error when none of many is free
 */
export async function openPoolers({ host, ports, keysDir, resolve, log }: Options): Promise<Gateway> {
  const tls = readOrMakeIdentity(keysDir)
  const wanted = { ...ports }
  for (let attempt = 0; ; attempt += 1)
    try {
      const listeners = (['session', 'transaction'] as const).map((mode) => ({
        name: mode,
        mode,
        host,
        port: wanted[mode],
      }))
      return await createGateway({
        ...{ resolve, listeners, tls, log },
        limits: {
          queueTimeoutMs: POOLER_TIMES.query_wait_timeout * 1000,
          serverIdleMs: POOLER_TIMES.server_idle_timeout * 1000,
          serverLifetimeMs: POOLER_TIMES.server_lifetime * 1000,
        },
      })
    } catch (error) {
      const { code, port } = error as NodeJS.ErrnoException & { port?: number }
      const mode = wanted.session === port ? 'session' : 'transaction'
      if (code !== 'EADDRINUSE' || attempt >= PORTS_TRIED) throw error
      wanted[mode] += 1
      log(`Port ${port} is taken, so the ${mode} pooler tries ${wanted[mode]}`)
    }
}

function readOrMakeIdentity(keysDir: string): TlsIdentity {
  const files = { key: path.join(keysDir, 'pooler.key'), cert: path.join(keysDir, 'pooler.crt') }
  if (existsSync(files.key) && existsSync(files.cert))
    return { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') }
  const identity = makeSelfSignedCertificate(CERTIFICATE_NAMES)
  mkdirSync(keysDir, { recursive: true, mode: 0o700 })
  writeFileSync(files.key, identity.key, { mode: OWNER_ONLY })
  writeFileSync(files.cert, identity.cert, { mode: OWNER_ONLY })
  return identity
}
