import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  makeSelfSignedCertificate,
  type TlsIdentity,
} from '@basalt/postgres-gateway/tls/self-signed-certificate.ts'
import { StartError } from '../../platform/start-error.ts'
import { CERTIFICATE_NAMES } from './poolers.rules.ts'

const OWNER_ONLY = 0o600

/**
 * The TLS identity of poolers and databases. Key and certificate are `pooler.key` and `pooler.crt` in `keysDir`; both are
 * created when missing. `database` names a separate pair for databases that could read each other's keys, and so must not
 * have the poolers'. Throws StartError when a file is invalid, or the two do not belong together.
 */
export function readOrMakeIdentity(keysDir: string, name: 'pooler' | 'database' = 'pooler'): TlsIdentity {
  const files = { key: path.join(keysDir, `${name}.key`), cert: path.join(keysDir, `${name}.crt`) }
  if (existsSync(files.key) && existsSync(files.cert)) return readIdentity(files)
  const identity = makeSelfSignedCertificate(CERTIFICATE_NAMES)
  mkdirSync(keysDir, { recursive: true, mode: 0o700 })
  writeFileSync(files.key, identity.key, { mode: OWNER_ONLY })
  writeFileSync(files.cert, identity.cert, { mode: OWNER_ONLY })
  return identity
}

function readIdentity(files: { key: string; cert: string }): TlsIdentity {
  const identity = { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') }
  const advice = 'Put back the copy from your backup, or remove both files: a new pair is made.'
  const key = parsed(files.key, () => createPrivateKey(identity.key), advice)
  const certificate = parsed(files.cert, () => new X509Certificate(identity.cert), advice)
  if (!certificate.checkPrivateKey(key))
    throw new StartError(`${files.cert} does not belong to ${files.key}. ${advice}`)
  return identity
}

function parsed<T>(file: string, parse: () => T, advice: string): T {
  try {
    return parse()
  } catch (cause) {
    throw new StartError(`${file} is damaged. ${advice}`, { cause })
  }
}
