/** The schema of the users of apps, which the server adds to those of the project. */
export const USERS_SCHEMA = 'auth'

/** The chosen schemas that an import of this kind takes. Users are copied once. */
export const chosenFor = (kind: 'copy' | 'follow', chosen: ReadonlySet<string>): ReadonlySet<string> =>
  kind === 'follow' ? new Set([...chosen].filter((name) => name !== USERS_SCHEMA)) : chosen
