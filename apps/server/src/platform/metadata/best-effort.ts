import { isMetadataFailure } from './metadata-errors.ts'

/**
 * Runs a write that may be lost, such as the time of a last use, so that calls succeed while the metadata database is
 * down or full. Throws any other error.
 */
export async function bestEffort(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isMetadataFailure(error)) throw error
  }
}
