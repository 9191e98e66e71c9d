import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  makeSelfSignedCertificate,
  type TlsIdentity,
} from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'
import { CERTIFICATE_NAMES } from './poolers.rules.ts'

const OWNER_ONLY = 0o600

/**
 * What poolers and databases prove themselves with. Key and certificate lie in `keysDir`, as `pooler.key` and
 * `pooler.crt`; both are made when there are none.
 */
export function readOrMakeIdentity(keysDir: string): TlsIdentity {
  const files = { key: path.join(keysDir, 'pooler.key'), cert: path.join(keysDir, 'pooler.crt') }
  if (existsSync(files.key) && existsSync(files.cert))
    return { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') }
  const identity = makeSelfSignedCertificate(CERTIFICATE_NAMES)
  mkdirSync(keysDir, { recursive: true, mode: 0o700 })
  writeFileSync(files.key, identity.key, { mode: OWNER_ONLY })
  writeFileSync(files.cert, identity.cert, { mode: OWNER_ONLY })
  return identity
}
