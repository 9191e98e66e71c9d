/** The values of a client's configuration. */
export interface McpServer {
  /** The server's name in the client. */
  name: string
  url: string
  /** Whether an access token is required; not without sign-in. */
  needsToken: boolean
}

/** Where a client gets the token: an environment variable, a prompt, or the file itself. */
export type TokenSource = 'environment' | 'question' | 'file'

export interface McpClient {
  key: string
  label: string
  kind: 'IDE' | 'Agent in a terminal' | 'Web'
  docsUrl: string
  token: TokenSource
  /** The configuration file. */
  file?: { path: string; text(server: McpServer): string }
  /** A link that opens the client and adds the server. */
  link?(server: McpServer): string
  /** A shell command that adds it. */
  command?(server: McpServer): string
  /** Why it does not work with this server, for popular clients. */
  refusal?: string
}

export const TOKEN_VARIABLE = 'BASALT_ACCESS_TOKEN'
export const TOKEN_PLACEHOLDER = '[YOUR_ACCESS_TOKEN]'

export const json = (value: unknown) => JSON.stringify(value, null, 2)

/** The authorization header with the token in the client's notation; empty when none is required. */
export const authorization = ({ needsToken }: McpServer, token: string) =>
  needsToken ? { headers: { Authorization: `Bearer ${token}` } } : {}

/** Single-quoted, so that a shell does not interpret it. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
