/** What a client's set-up is written from. */
export interface McpServer {
  /** What the server is called in the client. */
  name: string
  url: string
  /** Whether an access token is asked for. An installation without log-in asks for none. */
  needsToken: boolean
}

/** Where a client gets the token from: a variable of its environment, a question, or the file itself. */
export type TokenSource = 'environment' | 'question' | 'file'

export interface McpClient {
  key: string
  label: string
  kind: 'IDE' | 'Agent in a terminal' | 'Web'
  docsUrl: string
  token: TokenSource
  /** Where the set-up is kept. */
  file?: { path: string; text(server: McpServer): string }
  /** A link that opens the client and adds the server. */
  link?(server: McpServer): string
  /** A line for a terminal that adds it. */
  command?(server: McpServer): string
  /** Why it does not work with this server, for a client that people will look for. */
  refusal?: string
}

export const TOKEN_VARIABLE = 'BASALT_ACCESS_TOKEN'
export const TOKEN_PLACEHOLDER = '[YOUR_ACCESS_TOKEN]'

export const json = (value: unknown) => JSON.stringify(value, null, 2)

/** The header as a client writes it, with the token in the client's own notation; nothing where none is asked for. */
export const authorization = ({ needsToken }: McpServer, token: string) =>
  needsToken ? { headers: { Authorization: `Bearer ${token}` } } : {}

/** In single quotes no shell reads anything into it. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
