import { createGateway } from '@basalt/postgres-gateway/gateway.ts'
import { makeSelfSignedCertificate } from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'
import pg from 'pg'
import { serveBench, type Target } from './proxy.ts'

/** The gateway in its own process, so that it has a core to itself, as in production. */
const target = JSON.parse(process.argv[2] ?? '') as Target

const admin = new pg.Client(target)
await admin.connect()
const { rows } = await admin.query<{ rolpassword: string }>(
  'select rolpassword from pg_authid where rolname = current_user',
)
await admin.end()
const gateway = await createGateway({
  resolve: async ({ user, database }) => ({
    group: 'bench',
    role: user,
    database,
    verifier: rows[0]?.rolpassword,
    poolSize: 20,
    maxClients: 3_000,
    endpoint: async () => target,
  }),
  tls: makeSelfSignedCertificate(['localhost', '127.0.0.1']),
  listeners: [{ name: 'transaction', mode: 'transaction', host: '127.0.0.1', port: 0 }],
})
serveBench(gateway.ports.transaction!)
