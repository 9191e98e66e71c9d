import type { Metadata } from '../metadata/metadata.ts'
import { StartError } from '../start-error.ts'
import type { Secrets } from './secrets.ts'

const CHECK_WORD = 'basalt'

/** Finds out at the start, not at the first query, that the key file is not the one that sealed the secrets. */
export async function checkSecretsKey(metadata: Metadata, secrets: Secrets) {
  await metadata
    .insertInto('installation')
    .values({ key_check: secrets.seal(CHECK_WORD) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key_check } = await metadata
    .selectFrom('installation')
    .select('key_check')
    .executeTakeFirstOrThrow()
  try {
    if (secrets.open(key_check) === CHECK_WORD) return
  } catch {}
  throw new StartError(
    'The key file keys/secrets.key in the data directory does not fit the database. Put back the copy that belongs to it.',
  )
}
