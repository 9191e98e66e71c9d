import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from './app-error.ts'

/*
 * The dashboard's policy lets scripts of its own origin run, and stored files are served from that origin. No stored
 * file may run as a script there, whatever its uploaded type.
 */

/** What a browser fetches in order to run it (Fetch Standard, "script-like" destinations, and XSLT). */
const RUN = ['audioworklet', 'paintworklet', 'script', 'serviceworker', 'sharedworker', 'worker', 'xslt']

/** JavaScript MIME types (MIME Sniffing Standard), which a browser runs even when it may not guess types. */
const JAVASCRIPT =
  /^(?:application|text)\/(?:x-)?(?:java|ecma)script$|^text\/(?:javascript1\.[0-5]|jscript|livescript)$/

/** Throws `forbidden` for a request with which a page of this origin would run the file. */
export function refuseScriptRequest(headers: IncomingHttpHeaders) {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' && RUN.includes(String(headers['sec-fetch-dest'])))
    throw new AppError('forbidden', 'Files and responses of a project do not run as scripts of the dashboard')
}

/**
 * The type that a stored file is served with. Without TLS, browsers do not say which page requests it, and old ones never
 * do: they get a script as plain text, which they refuse to run. Other clients get the stored type.
 */
export function servedType(contentType: string, headers: IncomingHttpHeaders) {
  const bare = contentType.split(';')[0]!.trim().toLowerCase()
  const isUnknownPage =
    headers['sec-fetch-site'] === undefined && /\bMozilla\//.test(headers['user-agent'] ?? '')
  return isUnknownPage && JAVASCRIPT.test(bare) ? 'text/plain; charset=utf-8' : contentType
}
