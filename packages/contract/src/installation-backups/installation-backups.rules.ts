/** How long the owner's copy of the key file counts as confirmed. */
export const KEY_CONFIRMED_DAYS = 90

/** What prints the fingerprint of a copy of the key file. */
export const FINGERPRINT_COMMAND = 'sha256sum secrets.key'

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether the owner should look for the copy of the key file once more. Times in ISO 8601. */
export const isKeyCheckDue = (confirmedAt: string | null, now: Date) =>
  confirmedAt === null || now.getTime() - Date.parse(confirmedAt) >= KEY_CONFIRMED_DAYS * DAY_MS
