import { randomBytes } from 'node:crypto'
import type { Metadata } from '../metadata/metadata.ts'
import type { ProjectSecretName } from './secrets.tables.ts'
import type { Secrets } from './secrets.ts'

export type ProjectSecrets = ReturnType<typeof projectSecrets>

/** What reads one secret of a project. */
export type ReadableSecrets = Pick<ProjectSecrets, 'read'>

/** The passwords and keys of projects, sealed in the metadata. */
export function projectSecrets(metadata: Metadata, secrets: Secrets) {
  return {
    /** Throws when the project or the secret is missing, which would be a bug. */
    async read(ref: string, name: ProjectSecretName) {
      const { sealed } = await metadata
        .selectFrom('project_secrets')
        .select('sealed')
        .where('ref', '=', ref)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return secrets.open(sealed)
    },

    /** Replaces the value; the old one is gone. */
    async replace(ref: string, name: ProjectSecretName, value: string) {
      await metadata
        .updateTable('project_secrets')
        .set({ sealed: secrets.seal(value) })
        .where('ref', '=', ref)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    },

    /** Rows to store in the transaction that creates the project. */
    rows: (ref: string, values: Record<ProjectSecretName, string>) =>
      Object.entries(values).map(([name, value]) => ({
        ref,
        name: name as ProjectSecretName,
        sealed: secrets.seal(value),
      })),
  }
}

export const randomSecret = () => randomBytes(32).toString('base64url')

export type NextSecret = ReturnType<typeof nextSecret>

/** A secret that is known before it is needed, so that what it protects can be prepared. */
export function nextSecret() {
  let next = randomSecret()
  return {
    peek: () => next,
    /** Returns the secret once, and generates another for the next caller. */
    take() {
      const taken = next
      next = randomSecret()
      return taken
    },
  }
}

/** The secrets of a new project. Only the database password may be chosen. */
export const newProjectSecrets = (
  databasePassword: string,
  superuserPassword = randomSecret(),
): Record<ProjectSecretName, string> => ({
  superuser_password: superuserPassword,
  database_password: databasePassword,
  authenticator_password: randomSecret(),
  jwt_secret: randomSecret(),
})
