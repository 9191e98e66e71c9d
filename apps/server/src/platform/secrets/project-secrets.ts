import { randomBytes } from 'node:crypto'
import type { Metadata } from '../metadata/metadata.ts'
import type { ProjectSecretName } from './secrets.tables.ts'
import type { Secrets } from './secrets.ts'

export type ProjectSecrets = ReturnType<typeof projectSecrets>

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

    /** Another value from now on; the old one is gone. */
    async replace(ref: string, name: ProjectSecretName, value: string) {
      await metadata
        .updateTable('project_secrets')
        .set({ sealed: secrets.seal(value) })
        .where('ref', '=', ref)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
    },

    /** Rows to be stored in the transaction that makes the project. */
    rows: (ref: string, values: Record<ProjectSecretName, string>) =>
      Object.entries(values).map(([name, value]) => ({
        ref,
        name: name as ProjectSecretName,
        sealed: secrets.seal(value),
      })),
  }
}

export const randomSecret = () => randomBytes(32).toString('base64url')

export type ComingSecret = ReturnType<typeof comingSecret>

/** A secret that is known before it is needed, so that what it is for can be made ready. */
export function comingSecret() {
  let coming = randomSecret()
  return {
    look: () => coming,
    /** Takes it, once: the next one is another. */
    take() {
      const taken = coming
      coming = randomSecret()
      return taken
    },
  }
}

/** The secrets of a project to be; only the database password may be somebody's choice. */
export const newProjectSecrets = (
  databasePassword: string,
  superuserPassword = randomSecret(),
): Record<ProjectSecretName, string> => ({
  superuser_password: superuserPassword,
  database_password: databasePassword,
  authenticator_password: randomSecret(),
  jwt_secret: randomSecret(),
})
